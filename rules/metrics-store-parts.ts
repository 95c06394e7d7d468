import { vminsertSeries, vmselectSeries } from "../components/metrics/series/metrics-store-parts";
import { vmauthSeries } from "../components/metrics/series/vmauth";
import { after } from "../lib/alerts/proof";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { minutes } from "../lib/duration";
import { targetSeries } from "../lib/metrics/built-in-series";
import type { StoreScrapes } from "../lib/metrics/store-scrapes";
import { COMES_AND_GOES } from "./comes-and-goes";
import { growing } from "./proof-counter";

const { up } = targetSeries;
const {
  vm_rpc_connection_errors_total: broken,
  vm_rpc_dial_errors_total: undialled,
  vm_rpc_handshake_errors_total: misunderstood,
  vm_rpc_rows_dropped_on_overload_total: dropped,
  vm_rpc_rows_incompletely_replicated_total: uncopied,
  vm_rpc_vmstorage_is_reachable: reachable,
} = vminsertSeries;
const { vm_request_errors_total: unanswered } = vmselectSeries;
const { vmauth_config_last_reload_successful: loaded, vmauth_unauthorized_user_request_backend_errors_total: backendErrors } = vmauthSeries;

/**
 * Between the parts of a clustered store, under `scale: cluster` alone. What they tell of each other was read and not seen, so that what is told by it alone pages nobody.
 *
 * Of upstream's alerts (cluster, vmauth) there is none for
 * - VminsertVmstorageConnectionIsSaturated: where it hurts writes wait until their time is up, which MetricsStoreOverloaded tells;
 * - InvalidAuthTokenRequestErrors: nobody is asked for a token.
 */
export function metricsStoreParts({ storage, insert, select, front }: Required<StoreScrapes>): RuleBundle {
  const asked = { job: insert.job };

  // proofs
  const instance = "10.42.1.13:8480";
  const node = { name: "vminsert", addr: "vmstorage-belfry-1.vmstorage-belfry.monitoring:8400", rpc_call: "metric_rows" };
  const at = { job: insert.job, instance };
  const sent = { ...at, ...node };
  const reads = { job: select.job, instance: "10.42.1.14:8481", action: "search", type: "rpcClient", name: "vmselect", addr: node.addr };
  const through = { job: front.job, instance: "10.42.1.15:8427" };
  const counted = [broken(sent), undialled(sent), misunderstood(sent), unanswered(reads)] as const;
  const [first, ...more] = counted;
  const grows = (series: string) => after(minutes(16), { [series]: growing(4) });
  const all = (of: readonly string[], course: string) => Object.fromEntries(of.map((series) => [series, course]));
  const storages = (value: string) => ({
    [up({ job: storage.job, instance: "10.42.1.16:8482" })]: "1x30",
    [up({ job: storage.job, instance: "10.42.2.16:8482" })]: value,
  });

  return area("metrics-store-parts", { component: "Platform", severity: "warning", ...COMES_AND_GOES }, [
    alert("MetricsStoreNodeLost", {
      expr: [`max by (job, instance) (${up({ job: storage.job })}) == 0`, `or max by (job, addr) (${reachable(asked)}) == 0`].join("\n"),
      for: minutes(10),
      summary: "A storage node of the metrics store can't be reached",
      description:
        "{{ if $labels.addr }}{{ $labels.addr }} takes nothing. {{ end }}{{ if $labels.instance }}{{ $labels.instance }} does not answer. {{ end }}Every sample is on two nodes: bring it back before another goes.",
      inhibits: [{ alerts: ["MetricsStoreCallsFailing", "MetricsStoreCopiesMissing"] }],
      fires: [storages("0x30"), { ...storages("1x30"), [reachable(sent)]: "0x30" }],
      silent: [
        { ...storages("1x30"), [reachable(sent)]: "1x30" },
        // one of two writers alone has lost it: the other one's samples get there
        { ...storages("1x30"), [reachable(sent)]: "0x30", [reachable({ ...sent, instance: "10.42.2.13:8480" })]: "1x30" },
      ],
    }),
    alert("MetricsStoreCallsFailing", {
      expr: [
        `sum by (job, addr) (increase(${broken(asked)}[5m])) > 0`,
        `or sum by (job, addr) (increase(${undialled(asked)}[5m])) > 0`,
        `or sum by (job, addr) (increase(${misunderstood(asked)}[5m])) > 0`,
        `or sum by (job, addr) (increase(${unanswered({ job: select.job })}[5m])) > 0`,
      ].join("\n"),
      for: minutes(15),
      severity: "info",
      summary: "Calls of {{ $labels.job }} to storage node {{ $labels.addr }} fail again and again",
      description: "{{ $value | humanize }} in five minutes. Look at the node it names, its log, and the network between them.",
      fires: [grows(first), ...more.map(grows)],
      silent: [all(counted, growing(8)), all(counted, "5x60")],
    }),
    alert("MetricsStoreCopiesMissing", {
      expr: [`sum by (job) (increase(${uncopied(asked)}[5m])) > 0`, `or sum by (job) (increase(${dropped(asked)}[5m])) > 0`].join("\n"),
      for: minutes(15),
      severity: "info",
      summary: "Samples are kept on fewer storage nodes than they should be",
      description:
        "{{ $value | humanize }} in five minutes: too few nodes take them. They are gone with the node that has them, and nobody copies them later.",
      fires: [after(minutes(16), { [uncopied({ ...at, name: "vminsert" })]: growing(4) }), grows(dropped(sent))],
      silent: [
        all([uncopied({ ...at, name: "vminsert" }), dropped(sent)], growing(8)),
        all([uncopied({ ...at, name: "vminsert" }), dropped(sent)], "5x60"),
      ],
    }),
    alert("MetricsStoreFrontErrors", {
      expr: `sum by (job) (increase(${backendErrors({ job: front.job })}[5m])) > 0`,
      for: minutes(15),
      summary: "The proxy before the metrics store finds no part that answers",
      description:
        "{{ $value | humanize }} requests in five minutes: samples come late, or rules and dashboards get nothing. Its log names the part.",
      fires: after(minutes(16), { [backendErrors(through)]: growing(4) }),
      silent: [{ [backendErrors(through)]: growing(8) }, { [backendErrors(through)]: "5x60" }],
    }),
    alert("MetricsStoreFrontConfigStale", {
      expr: `${loaded({ job: front.job })} == 0`,
      for: minutes(10),
      summary: "The proxy before the metrics store does not load its routes",
      description: "{{ $labels.instance }} works by the old ones; started again it has none. Its log names the mistake.",
      fires: { [loaded(through)]: "0x30" },
      silent: [{ [loaded(through)]: "1x30" }, { [loaded(through)]: "0x8 1 0x30" }],
    }),
  ]);
}
