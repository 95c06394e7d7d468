import { keycloakSeries as sso } from "../../../components/identity/series/keycloak";
import { openldapSeries as ldap } from "../../../components/identity/series/openldap";
import { hours, minutes } from "../../../lib/duration";
import { counts, START } from "../../../lib/world/course";
import {
  appears,
  becomes,
  type Change,
  countsFaster,
  freezes,
  moves,
  startsAgain,
  targetGoes,
  targets,
  together,
} from "../../../lib/world/fault";
import { expectedFor, type Faults } from "./fault";

const of = expectedFor("Sign-in (SSO)");

const [login, failedLogin] = [
  { event: "login", error: "" },
  { event: "login", error: "invalid_user_credentials" },
];
const entry = (dn: string, below: string) => ({ dn: `cn=${dn},cn=${below},cn=Monitor` });
const slowly = (seconds: number): Change =>
  countsFaster(sso.http_server_requests_seconds.sum({ uri: "/realms/{realm}/protocol/{protocol}/token" }), seconds);

export const signInFaults: Faults = ({ targets: all }) => {
  const second = all.filter(({ labels }) => labels.job === "directory")[1];
  if (second === undefined) throw new Error("the world has no second server of the directory");
  return [
    {
      title: "no pod of the identity provider starts",
      change: targetGoes(targets({ job: "identity" })),
      expect: of("IdentityDown", "critical", 6),
    },
    {
      title: "the identity provider keeps the sessions of a load test in memory",
      change: together(
        becomes(sso.jvm_memory_used_bytes({ area: "heap", id: "G1 Old Gen" }), 480 * 2 ** 20),
        becomes(sso.jvm_gc_overhead(), 0.6),
      ),
      expect: of("IdentityMemoryShort", "warning", 11),
    },
    {
      title: "the database of the identity provider ends each connection",
      change: appears(
        "identity",
        sso.http_server_requests_seconds.count({
          method: "POST",
          outcome: "SERVER_ERROR",
          status: "500",
          uri: "/realms/{realm}/protocol/{protocol}/token",
        }),
        counts(0.3),
      ),
      expect: of("IdentityRequestsFailing", "critical", 12),
    },
    {
      title: "the directory answers the identity provider after seconds",
      change: slowly(2),
      expect: of("IdentityRequestsSlow", "warning", 20),
    },
    {
      title: "a pool of database connections is too small for the identity provider",
      change: together(
        becomes(sso.agroal_awaiting_count(), 6),
        becomes(sso.agroal_active_count(), 20),
        becomes(sso.agroal_available_count(), 0),
        slowly(2),
      ),
      expect: of("IdentityPoolExhausted", "warning", 4),
    },
    {
      title: "somebody tries passwords of the identity provider",
      change: together(
        countsFaster(sso.keycloak_user_events_total(failedLogin), 0.3),
        countsFaster(sso.keycloak_credentials_password_hashing_validations_total({ outcome: "invalid" }), 0.3),
      ),
      expect: of("LoginsFailing", "warning", 3),
    },
    {
      title: "the identity provider lost the directory: every password is wrong",
      change: together(freezes(sso.keycloak_user_events_total(login)), countsFaster(sso.keycloak_user_events_total(failedLogin), 0.1)),
      expect: of("LoginsNeverSucceeding", "critical", 18),
    },
    {
      title: "the pods of the identity provider don't reach each other",
      change: becomes(sso.vendor_cluster_size(), 1),
      expect: of("IdentityClusterSplit", "warning", 11),
    },
    {
      title: "the directory ends, and its exporter goes on with what it last saw",
      change: together(
        freezes(ldap.openldap_dial({ result: "ok" })),
        freezes(ldap.openldap_bind({ result: "ok" })),
        freezes(ldap.openldap_scrape({ result: "ok" })),
        freezes(ldap.openldap_monitor_operation()),
        appears("directory", ldap.openldap_dial({ result: "fail" }), counts(1 / 15)),
      ),
      expect: of("DirectoryDown", "critical", 9),
    },
    {
      title: "an application opens a connection to the directory for each login, and closes none",
      change: moves(ldap.openldap_monitor_counter_object(entry("Current", "Connections")), 19_900, minutes(30)),
      expect: of("DirectoryConnectionsShort", "warning", 31),
    },
    {
      title: "a copy of the directory gets no changes any more",
      change: together(
        ...["001", "002"].map((id) => becomes(ldap.openldap_monitor_replication({ id, type: "gt" }), START + hours(1).seconds)),
        becomes(ldap.openldap_monitor_replication({ id: "001", type: "gt", pod: second.labels.pod }), START - hours(2).seconds),
      ),
      expect: of("DirectoryReplicationLate", "warning", 6),
    },
    {
      title: "the identity provider was started anew",
      change: together(
        startsAgain(sso.keycloak_user_events_total()),
        startsAgain(sso.http_server_requests_seconds.sum()),
        startsAgain(sso.http_server_requests_seconds.count()),
      ),
      expect: { nothingFor: minutes(30) },
    },
  ];
};
