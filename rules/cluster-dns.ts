import { clusterDnsSeries } from "../components/exporters/series/coredns";
import { after } from "../lib/alerts/proof";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { minutes } from "../lib/duration";
import type { Scraped } from "../lib/metrics/scrape";
import { COMES_AND_GOES, keptAfter, overAfter } from "./comes-and-goes";
import { exporterDown } from "./exporter-down";
import { growing, jump, shareProof } from "./proof-counter";
import { percentileProof } from "./proof-histogram";

const {
  coredns_dns_request_duration_seconds: answerTime,
  coredns_dns_responses_total: answers,
  coredns_forward_healthcheck_broken_total: broken,
  coredns_forward_max_concurrent_rejects_total: rejected,
  coredns_panics_total: panics,
  coredns_proxy_healthcheck_failures_total: unhealthy,
  coredns_reload_failed_total: reloadFailed,
} = clusterDnsSeries;

/** Of all answers. Some zone of the outside is always broken; one in twenty is more than somebody else's zone. */
const SERVFAIL_SHARE = 0.05;
/** Questions a second that stand beside all in the share, so that two failures in a quiet night are none. */
const QUIET = 0.5;
/** From the cache it takes a thousandth, and a client asks again after five. */
const SLOW_SECONDS = 1;

/** The cluster's own DNS, which every program in it asks first. The resolvers of the network have rules of their own. */
export function clusterDns(scraped: Scraped): RuleBundle {
  const { job } = scraped;
  const asked = { job };

  // proofs
  const at = { job, instance: "10.42.0.9:9153" };
  const answer = { ...at, server: "dns://:53", zone: ".", plugin: "forward" };
  const upstream = { ...at, proxy_name: "forward", to: "192.0.2.53:53" };
  const bursts = (of: string) =>
    ({ fires: after(minutes(11), { [of]: growing(4) }), silent: [{ [of]: growing(8) }, { [of]: "7x60" }] }) as const;
  const once = (of: string, [held, over]: readonly [number, number]) =>
    ({
      fires: [after(minutes(10), { [of]: jump(1) }), keptAfter(minutes(held), { [of]: jump(1) })],
      silent: [overAfter(minutes(over), { [of]: jump(1) }), { [of]: jump(0) }],
    }) as const;

  return area("cluster-dns", { component: "DNS", severity: "warning", ...COMES_AND_GOES }, [
    exporterDown("ClusterDnsDown", scraped, {
      severity: "critical",
      summary: "The cluster's DNS does not answer",
      description: "Programs in the cluster find neither each other nor the outside. Look at its pods, then at their nodes.",
      // its own short-handedness, in its own namespace
      inhibits: [{ alerts: ["ClusterDnsForwardFailing", "ClusterDnsUpstreamFailing", "ClusterDnsErrors", "ClusterDnsSlow"] }],
    }),
    alert("ClusterDnsErrors", {
      expr: [
        `sum(rate(${answers({ ...asked, rcode: "SERVFAIL" })}[5m]))`,
        `/ (sum(rate(${answers(asked)}[5m])) + ${QUIET}) > ${SERVFAIL_SHARE}`,
      ].join("\n"),
      for: minutes(5),
      summary: "The cluster's DNS answers with failures",
      description:
        "A share of {{ $value | humanize }} (1 is all) is SERVFAIL. Look at whom it passes questions on to, and whether it reaches the API server.",
      ...shareProof(
        ({ errors, rest }) => ({ [answers({ ...answer, rcode: "SERVFAIL" })]: errors, [answers({ ...answer, rcode: "NOERROR" })]: rest }),
        { threshold: SERVFAIL_SHARE, range: 5, wait: 5, beside: QUIET },
      ),
    }),
    alert("ClusterDnsSlow", {
      expr: `histogram_quantile(0.99, sum by (le) (rate(${answerTime.bucket(asked)}[10m]))) > ${SLOW_SECONDS}`,
      for: minutes(5),
      summary: "The cluster's DNS answers slowly",
      description:
        "One answer in a hundred takes longer than {{ $value | humanize }} s. Look at whom it passes questions on to, and at its CPU.",
      ...percentileProof((le) => answerTime.bucket({ ...at, server: "dns://:53", zone: ".", le }), { fast: "1", slow: "2", wait: 5 }),
    }),
    alert("ClusterDnsPanicking", {
      expr: `sum(increase(${panics(asked)}[10m])) > 0`,
      summary: "The cluster's DNS panics over questions",
      description: "{{ $value | humanize }} times in ten minutes, and each question stays without an answer. Its log has the trace.",
      ...once(panics(at), [17, 23]),
    }),
    alert("ClusterDnsForwardFailing", {
      expr: `sum(increase(${broken(asked)}[5m])) > 0`,
      for: minutes(10),
      severity: "critical",
      summary: "The cluster's DNS reaches none of the servers that it asks",
      description:
        "{{ $value | humanize }} questions in five minutes met no healthy server. Names of the outside are not found: no mail leaves, no sign-in elsewhere works.",
      inhibits: [{ alerts: ["ClusterDnsUpstreamFailing", "ClusterDnsForwardFull", "ClusterDnsErrors", "ClusterDnsSlow"] }],
      ...bursts(broken(at)),
    }),
    alert("ClusterDnsForwardFull", {
      expr: `sum(increase(${rejected(asked)}[5m])) > 0`,
      for: minutes(10),
      summary: "The cluster's DNS refuses questions because too many wait for an answer from outside",
      description: "{{ $value | humanize }} in five minutes. The servers that it asks are slow, or a program asks without end.",
      ...bursts(rejected(at)),
    }),
    alert("ClusterDnsUpstreamFailing", {
      expr: `sum by (to) (increase(${unhealthy(asked)}[5m])) > 0`,
      for: minutes(10),
      summary: "A server that the cluster's DNS asks fails its health checks: {{ $labels.to }}",
      description: "{{ $value | humanize }} in five minutes. The others carry its questions. Ask it by hand from a node.",
      ...bursts(unhealthy(upstream)),
    }),
    alert("ClusterDnsConfigStale", {
      // it tries a configuration once, and says no more of it
      expr: `sum(increase(${reloadFailed(asked)}[1h])) > 0`,
      summary: "The cluster's DNS could not load its new configuration",
      description: "It goes on with the old one, and does not start again with the new one. Its log names the line.",
      ...once(reloadFailed(at), [65, 75]),
    }),
  ]);
}
