import { MIB } from "../../../lib/bytes";
import { around, counts, still, taking } from "../../../lib/world/course";
import { by, each, eachBy, healthy } from "../../../lib/world/healthy";
import { keycloakSeries } from "../series/keycloak";

const REALM = "/realms/{realm}/protocol/{protocol}";
const REQUESTS = [
  { method: "GET", outcome: "SUCCESS", status: "200", uri: `${REALM}/auth`, perSecond: 0.02, typical: 0.03 },
  { method: "GET", outcome: "SUCCESS", status: "200", uri: `${REALM}/certs`, perSecond: 0.05, typical: 0.004 },
  { method: "GET", outcome: "SUCCESS", status: "200", uri: `${REALM}/userinfo`, perSecond: 0.05, typical: 0.006 },
  { method: "POST", outcome: "SUCCESS", status: "200", uri: `${REALM}/token`, perSecond: 0.08, typical: 0.02 },
  { method: "POST", outcome: "CLIENT_ERROR", status: "400", uri: `${REALM}/token`, perSecond: 0.0005, typical: 0.01 },
  { method: "POST", outcome: "SERVER_ERROR", status: "500", uri: `${REALM}/token`, perSecond: 1 / 28_800, typical: 0.05 },
  { method: "GET", outcome: "SUCCESS", status: "200", uri: "/health/ready", perSecond: 0.1, typical: 0.004 },
  { method: "GET", outcome: "SUCCESS", status: "200", uri: "/metrics", perSecond: 1 / 30, typical: 0.02 },
];
const EVENTS = [
  { event: "login", perSecond: 0.004 },
  { event: "login", error: "invalid_user_credentials", perSecond: 1 / 7200 },
  { event: "code_to_token", perSecond: 0.004 },
  { event: "refresh_token", perSecond: 0.05 },
  { event: "refresh_token", error: "invalid_token", perSecond: 1 / 7200 },
  { event: "logout", perSecond: 0.001 },
];
const POOLS = [
  { area: "heap", id: "G1 Eden Space", used: 60, most: undefined },
  { area: "heap", id: "G1 Survivor Space", used: 7, most: undefined },
  { area: "heap", id: "G1 Old Gen", used: 170, most: 512 },
  { area: "nonheap", id: "Metaspace", used: 140, most: 256 },
  { area: "nonheap", id: "Compressed Class Space", used: 18, most: 208 },
  { area: "nonheap", id: "CodeHeap 'non-nmethods'", used: 1.6, most: 5.6 },
  { area: "nonheap", id: "CodeHeap 'profiled nmethods'", used: 26, most: 117 },
  { area: "nonheap", id: "CodeHeap 'non-profiled nmethods'", used: 20, most: 117 },
];

export const keycloakHealthy = healthy(keycloakSeries, (_, { pod, count }) => {
  const request = ({ method, outcome, status, uri }: (typeof REQUESTS)[number]) => ({ method, outcome, status, uri });
  const pool = ({ area, id }: (typeof POOLS)[number]) => ({ area, id });
  const database = <Course extends object>(course: Course) => by("datasource", { default: course });
  return {
    keycloak_user_events_total: each(
      EVENTS,
      ({ event, error }) => ({ event, error, realm: "home" }),
      ({ perSecond }) => counts(perSecond),
    ),
    keycloak_credentials_password_hashing_validations_total: eachBy(
      ["home"],
      (realm) => ({ algorithm: "argon2", hashing_strength: "Argon2id-1.3[m=7168,t=5,p=1]", realm }),
      "outcome",
      { valid: counts(0.004), invalid: counts(1 / 7200) },
    ),

    http_server_requests_seconds: each(REQUESTS, request, ({ perSecond, typical }) => taking(perSecond, typical)),
    http_server_requests_seconds_max: each(REQUESTS, request, ({ typical }) => around(3 * typical, 2 * typical)),
    http_server_active_requests: [
      [{ server_port: "8080", url_scheme: "http" }, still(0)],
      // the one that asks
      [{ server_port: "9000", url_scheme: "http" }, still(1)],
    ],

    agroal_active_count: database(still(0)),
    agroal_available_count: database(around(6, 2)),
    agroal_awaiting_count: database(still(0)),
    agroal_acquire_count_total: database(counts(0.4)),
    agroal_blocking_time_total_milliseconds: database(counts(0.01)),

    jvm_memory_used_bytes: each(POOLS, pool, ({ used }) => around(used * MIB)),
    jvm_memory_max_bytes: each(POOLS, pool, ({ most }) => still(most === undefined ? -1 : most * MIB)),
    jvm_gc_overhead: around(0.0005, 0.0004),
    jvm_gc_pause_seconds: each(
      ["G1 Evacuation Pause"],
      (cause) => ({ action: "end of minor GC", cause, gc: "G1 Young Generation" }),
      taking(0.01, 0.02),
    ),
    jvm_threads_states_threads: by("state", {
      blocked: still(0),
      new: still(0),
      terminated: still(0),
      runnable: around(9, 2),
      waiting: around(20, 4),
      "timed-waiting": around(14, 3),
    }),
    process_cpu_usage: around(0.01, 0.006),
    process_uptime_seconds: counts(1),
    vendor_cluster_size: [[{ cache_manager: "DefaultCacheManager", node: `${pod?.name ?? "identity"}-44574` }, still(count)]],
  };
});
