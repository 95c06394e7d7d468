import { vminsertSeries, vmselectSeries } from "../../components/metrics/series/metrics-store-parts";
import { vmauthSeries } from "../../components/metrics/series/vmauth";
import type { Row } from "../../lib/dashboards/dashboard";
import { graph, timeline } from "../../lib/dashboards/panel";
import { warningAbove } from "../../lib/dashboards/threshold";
import { askedJobs } from "../../lib/metrics/asked-jobs";
import { targetSeries } from "../../lib/metrics/built-in-series";
import type { StoreScrapes } from "../../lib/metrics/store-scrapes";

/** What the parts of a clustered store tell of each other; nothing of one that is one program. */
export function metricsStoreParts({ storage, insert, select: asks, front }: StoreScrapes): Row[] {
  if (front === undefined) return [];
  const writer = { job: insert.job };
  const addr = "{{addr}}";
  return [
    {
      title: "Between its parts",
      panels: [
        timeline({
          title: "Which parts answer?",
          description: "Each pod of the store. One storage node may be away, because every sample is on two; nobody copies what it misses.",
          unit: "flag",
          queries: [
            {
              expr: `max by (job, instance) (${targetSeries.up({ job: askedJobs([storage, insert, asks, front]) })})`,
              legend: "{{job}} {{instance}}",
            },
          ],
          means: { 0: { text: "no answer", color: "red" }, 1: { text: "answers", color: "green" } },
        }),
        graph({
          title: "Calls to storage nodes that fail",
          description: "Within five minutes, by node: broken connections, those that did not come about, and queries without an answer.",
          unit: "count",
          min: 0,
          asks: ["MetricsStoreCallsFailing"],
          queries: [
            { expr: `sum by (addr) (increase(${vminsertSeries.vm_rpc_connection_errors_total(writer)}[5m]))`, legend: `${addr} broken` },
            { expr: `sum by (addr) (increase(${vminsertSeries.vm_rpc_dial_errors_total(writer)}[5m]))`, legend: `${addr} not reached` },
            {
              expr: `sum by (addr) (increase(${vmselectSeries.vm_request_errors_total({ job: asks.job })}[5m]))`,
              legend: `${addr} queries`,
            },
          ],
        }),
        graph({
          title: "Samples with too few copies",
          description: "Within five minutes. They are gone with the node that has them.",
          unit: "count",
          min: 0,
          asks: ["MetricsStoreCopiesMissing"],
          queries: [
            { expr: `sum(increase(${vminsertSeries.vm_rpc_rows_incompletely_replicated_total(writer)}[5m]))`, legend: "on fewer nodes" },
            { expr: `sum(increase(${vminsertSeries.vm_rpc_rows_dropped_on_overload_total(writer)}[5m]))`, legend: "dropped" },
          ],
        }),
        graph({
          title: "Samples that another node had to take",
          description: "In a second, by the node that took none. What goes on for long is a node that is away or too slow.",
          unit: "per second",
          min: 0,
          queries: [
            {
              expr: `sum by (addr) (rate(${vminsertSeries.vm_rpc_rows_rerouted_from_here_total(writer)}[$__rate_interval]))`,
              legend: addr,
            },
          ],
        }),
        graph({
          title: "Answers that lack a node's part",
          description: "Within five minutes. Graphs have gaps and alerts may stay silent while there are any.",
          unit: "count",
          min: 0,
          queries: [
            {
              expr: `sum by (action) (increase(${vmselectSeries.vm_partial_results_total({ job: asks.job })}[5m]))`,
              legend: "{{action}}",
            },
          ],
        }),
        graph({
          title: "Requests that no part answered",
          description: "Within five minutes, at the proxy in front: its log names the part.",
          unit: "count",
          min: 0,
          asks: ["MetricsStoreFrontErrors"],
          queries: [
            {
              expr: `sum(increase(${vmauthSeries.vmauth_unauthorized_user_request_backend_errors_total({ job: front.job })}[5m]))`,
              legend: "no answer",
            },
          ],
        }),
        graph({
          title: "How full is the proxy?",
          description: "The share of the requests that may run at a time. At 1 it turns away what comes next.",
          unit: "ratio",
          min: 0,
          queries: [
            {
              expr: `max(${vmauthSeries.vmauth_concurrent_requests_current({ job: front.job })} / ${vmauthSeries.vmauth_concurrent_requests_capacity({ job: front.job })})`,
              legend: "requests",
            },
          ],
          thresholds: [warningAbove(0.9)],
        }),
      ],
    },
  ];
}
