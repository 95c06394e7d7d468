import { goProgramHealthy } from "../../../lib/world/built-in";
import { around, counts, never, taking } from "../../../lib/world/course";
import { each, eachBy, healthy, told } from "../../../lib/world/healthy";
import { clusterDnsSeries } from "../series/coredns";

const SERVER = "dns://:53";
const ZONES = ["cluster.local.", "."];
const QUESTIONS = { A: 4, AAAA: 4, SRV: 0.1 };
const UPSTREAM = { proxy_name: "forward", to: "192.0.2.53:53" };

const BOUNDS = Array.from({ length: 16 }, (_, power) => 0.00025 * 2 ** power);

const question = (zone: string) => ({ server: SERVER, zone });
const cache = (zones: string) => ({ server: SERVER, zones });

export const clusterDnsHealthy = healthy(clusterDnsSeries, () => ({
  ...goProgramHealthy({ mebibytes: 45, processors: 0.01 }),
  coredns_build_info: told(["1.13.1"], (version) => ({ version, revision: "1db4568", goversion: "go1.25" })),
  coredns_panics_total: never,
  coredns_reload_failed_total: never,
  coredns_dns_requests_total: ZONES.flatMap((zone) =>
    each(
      Object.entries(QUESTIONS),
      ([type]) => ({ ...question(zone), proto: "udp", family: "1", type }),
      ([, perSecond]) => counts(perSecond),
    ),
  ),
  coredns_dns_responses_total: [
    ...eachBy(["cluster.local."], (zone) => ({ ...question(zone), plugin: "kubernetes" }), "rcode", {
      NOERROR: counts(5),
      NXDOMAIN: counts(3),
    }),
    ...eachBy(["."], (zone) => ({ ...question(zone), plugin: "forward" }), "rcode", { NOERROR: counts(8), SERVFAIL: never }),
  ],
  coredns_dns_request_duration_seconds: each(ZONES, question, taking(8, 0.0004, { bounds: BOUNDS })),
  coredns_forward_healthcheck_broken_total: never,
  coredns_forward_max_concurrent_rejects_total: never,
  coredns_proxy_healthcheck_failures_total: [[UPSTREAM, never]],
  coredns_proxy_request_duration_seconds: [[{ ...UPSTREAM, rcode: "NOERROR" }, taking(1, 0.01, { bounds: BOUNDS })]],
  coredns_cache_entries: eachBy(ZONES, cache, "type", { success: around(200, 40), denial: around(300, 60) }),
  coredns_cache_hits_total: eachBy(ZONES, cache, "type", { success: counts(4), denial: counts(2) }),
  coredns_cache_misses_total: each(ZONES, cache, counts(2)),
}));
