import { keycloakSeries } from "../components/identity/series/keycloak";
import { openldapSeries } from "../components/identity/series/openldap";
import { after, stillAfter } from "../lib/alerts/proof";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { minutes } from "../lib/duration";
import { targetSeries } from "../lib/metrics/built-in-series";
import type { Scraped } from "../lib/metrics/scrape";
import { matches, not } from "../lib/series";
import { COMES_AND_GOES } from "./comes-and-goes";
import { programDown } from "./program-down";
import { burstProof } from "./proof-burst";
import { growing, shareProof } from "./proof-counter";
import { meanProof } from "./proof-mean";

const {
  agroal_awaiting_count: awaiting,
  http_server_requests_seconds: took,
  jvm_gc_overhead: collecting,
  jvm_memory_max_bytes: heapMost,
  jvm_memory_used_bytes: heapUsed,
  keycloak_user_events_total: events,
  vendor_cluster_size: members,
} = keycloakSeries;
const { openldap_dial: dialled, openldap_monitor_counter_object: counted, openldap_monitor_replication: changes } = openldapSeries;
const { up } = targetSeries;

/** What people and applications ask, unlike health and metrics. */
const OF_REALMS = matches("/realms/.+");
const ERROR_SHARE = 0.05;
/** On average; a login page takes some hundredths. */
const SLOW_SECONDS = 1;
/** In a quarter of an hour, in a realm of a few people. */
const FAILED_LOGINS = 30;
/** In a quarter of an hour, none of which succeeds: more than one person with a forgotten password tries. */
const FRUITLESS_LOGINS = 10;
/** Of the heap, for minutes: what the collector could free it has freed by then. */
const HEAP_SHARE = 0.95;
/** Of the processors: with enough memory it is a hundredth. */
const COLLECTING_SHARE = 0.2;
const CONNECTION_SHARE = 0.8;
/** A change takes seconds to reach the others. */
const LAG_SECONDS = 300;

/** The identity provider and the directory behind it. */
export function signIn(identity: Scraped, directory: Scraped): RuleBundle {
  const login = (error: ReturnType<typeof not> | string) => events({ ...identity, event: "login", error });
  const entry = (dn: string, below: string) => ({ ...directory, dn: `cn=${dn},cn=${below},cn=Monitor` });

  // proofs
  const asked = { ...identity, method: "POST", uri: "/realms/{realm}/protocol/{protocol}/token" };
  const failing = shareProof(
    ({ errors, rest }) => ({
      [took.count({ ...asked, outcome: "SERVER_ERROR", status: "500" })]: errors,
      [took.count({ ...asked, outcome: "SUCCESS", status: "200" })]: rest,
    }),
    { threshold: ERROR_SHARE, range: 10, wait: 5, beside: 1 },
  );
  const slow = meanProof(took, { ...asked, outcome: "SUCCESS", status: "200" }, SLOW_SECONDS);
  const wrong = { ...identity, event: "login", realm: "home", error: "invalid_user_credentials" };
  const right = { ...identity, event: "login", realm: "home", error: "" };
  const failed = burstProof((values) => ({ [events(wrong)]: values, [events(right)]: "9x100" }), { over: FAILED_LOGINS, range: 15 });
  const fruitless = burstProof((values) => ({ [events(wrong)]: values, [events(right)]: "9x100" }), { over: FRUITLESS_LOGINS, range: 15 });
  const pair = [1, 2].map((number) => ({ ...identity, namespace: "sso", pod: `keycloak-${number}` }));
  const known = (...sizes: readonly string[]) =>
    Object.fromEntries(
      pair.flatMap((pod, index) => [
        [up(pod), "1x100"],
        [members({ ...pod, cache_manager: "DefaultCacheManager", node: `${pod.pod}-44574` }), sizes[index] ?? "2x100"],
      ]),
    );
  const oneOf = { ...identity, instance: "10.42.1.8:9000" };
  // so small that a pool without a bound would be seen in the sum
  const heap = (share: number) => ({
    [heapUsed({ ...oneOf, area: "heap", id: "G1 Old Gen" })]: `${(share - 0.1) * 20}x40`,
    [heapUsed({ ...oneOf, area: "heap", id: "G1 Eden Space" })]: "2x40",
    [heapMost({ ...oneOf, area: "heap", id: "G1 Old Gen" })]: "20x40",
    [heapMost({ ...oneOf, area: "heap", id: "G1 Eden Space" })]: "-1x40",
  });
  const connections = (current: number) => ({
    [counted(entry("Current", "Connections"))]: `${current}x20`,
    [counted(entry("Max File Descriptors", "Connections"))]: "1000x20",
    [counted(entry("Total", "Connections"))]: "90000x20",
  });
  const exporter = { ...directory, namespace: "directory", pod: "openldap-exporter-0" };
  const reaches = (ok?: string) => ({
    [up(exporter)]: "1x100",
    [dialled({ ...exporter, result: "fail" })]: "0+4x100",
    ...(ok !== undefined && { [dialled({ ...exporter, result: "ok" })]: ok }),
  });
  const copies = (behind: number) =>
    Object.fromEntries(
      [0, behind].map((seconds, index) => [
        changes({ ...directory, namespace: "directory", pod: `openldap-exporter-${index}`, id: "001", type: "gt" }),
        `${90_000 - seconds}x20`,
      ]),
    );

  return area("sign-in", { component: "Sign-in (SSO)", severity: "warning", ...COMES_AND_GOES }, [
    programDown("IdentityDown", identity, {
      component: "Sign-in (SSO)",
      severity: "critical",
      summary: "The identity provider does not answer: nobody can sign in",
      description: "Who is signed in stays so for some minutes. Look at its pods, then at its database.",
    }),
    alert("IdentityRequestsFailing", {
      // one a second more, so that a few requests are no share
      expr: [
        `sum by (job) (rate(${took.count({ ...identity, uri: OF_REALMS, status: matches("5..") })}[10m]))`,
        `/ (sum by (job) (rate(${took.count({ ...identity, uri: OF_REALMS })}[10m])) + 1) > ${ERROR_SHARE}`,
      ].join("\n"),
      for: minutes(5),
      severity: "critical",
      summary: "The identity provider answers with errors",
      description: "{{ $value | humanize }} of all requests (1 is all). Logins fail now and then: look at its log, and at its database.",
      fires: failing.fires,
      silent: failing.silent,
    }),
    alert("IdentityRequestsSlow", {
      expr: [
        `sum by (job) (rate(${took.sum({ ...identity, uri: OF_REALMS })}[10m]))`,
        `/ sum by (job) (rate(${took.count({ ...identity, uri: OF_REALMS })}[10m])) > ${SLOW_SECONDS}`,
      ].join("\n"),
      for: minutes(10),
      summary: "The identity provider is slow",
      description:
        "A request takes {{ $value | humanizeDuration }} on average. Look at its database, the directory, and its processor limit.",
      fires: slow.fires,
      silent: slow.silent,
    }),
    alert("LoginsFailing", {
      expr: `sum by (job, realm) (increase(${login(not(""))}[15m])) > ${FAILED_LOGINS}`,
      summary: "Many logins to realm {{ $labels.realm }} fail",
      description:
        "{{ $value | humanize }} in a quarter of an hour. Somebody tries passwords, or an application has a wrong one: the events tell who.",
      fires: failed.fires,
      silent: failed.silent,
    }),
    alert("LoginsNeverSucceeding", {
      expr: [
        `sum by (job, realm) (increase(${login(not(""))}[15m])) > ${FRUITLESS_LOGINS}`,
        `unless sum by (job, realm) (increase(${login("")}[15m])) > 0`,
      ].join("\n"),
      severity: "critical",
      inhibits: [{ alerts: ["LoginsFailing"], sharing: ["realm"] }],
      summary: "No login to realm {{ $labels.realm }} succeeds",
      description:
        "{{ $value | humanize }} failed in a quarter of an hour, and none succeeded. Is the directory there? The events have the error.",
      fires: [fruitless.fires, after(minutes(22), { [events(wrong)]: `0x9 6x11 11x90`, [events(right)]: "9x5 10x100" })],
      silent: [
        ...fruitless.silent,
        after(minutes(22), { [events(wrong)]: `0x9 6x11 11x90`, [events(right)]: "0x8 1x100" }),
        after(minutes(24), { [events(wrong)]: `0x9 6x11 11x90`, [events(right)]: "0x21 1x100" }),
      ],
    }),
    alert("IdentityPoolExhausted", {
      expr: `max by (job, datasource) (${awaiting(identity)}) > 0`,
      for: minutes(3),
      inhibits: [{ alerts: ["IdentityRequestsSlow"] }],
      summary: "The identity provider waits for connections to its database",
      description:
        "{{ $value }} threads wait. Either the database is slow, or its pool is too small: look at the database's sessions first.",
      fires: { [awaiting({ ...identity, datasource: "default" })]: "1x10" },
      silent: { [awaiting({ ...identity, datasource: "default" })]: "0x10" },
    }),
    alert("IdentityMemoryShort", {
      // some pools have no bound of their own, which is -1
      expr: [
        `sum by (job, instance) (${heapUsed({ ...identity, area: "heap" })})`,
        `/ sum by (job, instance) (clamp_min(${heapMost({ ...identity, area: "heap" })}, 0)) > ${HEAP_SHARE}`,
        `or max by (job, instance) (${collecting(identity)}) > ${COLLECTING_SHARE}`,
      ].join("\n"),
      for: minutes(10),
      inhibits: [{ alerts: ["IdentityRequestsSlow"] }],
      summary: "Instance {{ $labels.instance }} of the identity provider has hardly memory left",
      description:
        "{{ $value | humanize }} of its heap is used, or of its time is spent on finding some (1 is all). Next it answers nobody: restart it.",
      fires: [heap(HEAP_SHARE * 1.02), { [collecting(oneOf)]: `${COLLECTING_SHARE * 1.02}x40` }],
      silent: [heap(HEAP_SHARE * 0.98), { [collecting(oneOf)]: `${COLLECTING_SHARE * 0.98}x40` }],
    }),
    alert("IdentityClusterSplit", {
      expr: `min by (job) (${members(identity)}) < count by (job) (${up(identity)} == 1)`,
      for: minutes(10),
      summary: "The instances of the identity provider don't find each other",
      description: "One knows {{ $value }} of them. Who signs in at one is a stranger to the other: look at the network between the pods.",
      fires: known("1x100"),
      silent: [known(), { ...known("1x100"), [up(pair[1])]: "0x100" }],
    }),
    alert("DirectoryDown", {
      expr: `${up(directory)} == 1 unless on (instance) increase(${dialled({ ...directory, result: "ok" })}[5m]) > 0`,
      for: minutes(2),
      severity: "critical",
      inhibits: [{ alerts: ["DirectoryReplicationLate"] }],
      summary: "The directory takes no connection",
      description:
        "The exporter at {{ $labels.instance }} has not reached it for minutes; who signs in with its passwords can't. Look at slapd's pod.",
      fires: [reaches(), stillAfter(minutes(17), reaches("20+4x9 56x90"))],
      silent: [after(minutes(11), reaches(growing(6))), after(minutes(4), reaches("0x1 1x90")), { ...reaches(), [up(exporter)]: "0x100" }],
    }),
    alert("DirectoryConnectionsShort", {
      expr: [
        `max without (dn) (${counted(entry("Current", "Connections"))})`,
        `/ max without (dn) (${counted(entry("Max File Descriptors", "Connections"))}) > ${CONNECTION_SHARE}`,
      ].join("\n"),
      for: minutes(5),
      summary: "The directory has hardly a connection left",
      description:
        "{{ $value | humanize }} of them are open (1 is all), as {{ $labels.instance }} tells. An application does not close its own.",
      fires: connections(1000 * CONNECTION_SHARE + 10),
      silent: connections(1000 * CONNECTION_SHARE),
    }),
    alert("DirectoryReplicationLate", {
      // the last change of each server, as the others have it
      expr: [
        `max by (job) (max by (job, id) (${changes({ ...directory, type: "gt" })})`,
        `- min by (job, id) (${changes({ ...directory, type: "gt" })})) > ${LAG_SECONDS}`,
      ].join("\n"),
      for: minutes(5),
      summary: "A copy of the directory is behind",
      description: "It lacks the changes of {{ $value | humanizeDuration }}: a new password holds at one server and not at the other.",
      fires: copies(LAG_SECONDS + 10),
      silent: copies(LAG_SECONDS - 10),
    }),
  ]);
}
