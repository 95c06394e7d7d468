import { kubeStateMetricsSeries } from "../components/exporters/series/kube-state-metrics";
import { aggregatorSeries, CATCH_ALL, shipperSeries } from "../components/logging/series";
import { after, stillAfter } from "../lib/alerts/proof";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { hours, minutes } from "../lib/duration";
import { targetSeries } from "../lib/metrics/built-in-series";
import type { Scraped } from "../lib/metrics/scrape";
import { matches, matchesNot } from "../lib/series";
import type { Site } from "../lib/site/schema";
import { COMES_AND_GOES } from "./comes-and-goes";
import { growing } from "./proof-counter";
import { wentAway } from "./went-away";

const { kube_node_status_condition: condition, kube_pod_info: podInfo } = kubeStateMetricsSeries;
const {
  fluentd_output_status_buffer_available_space_ratio: room,
  fluentd_output_status_buffer_queue_length: queued,
  fluentd_output_status_buffer_total_bytes: held,
  fluentd_output_status_emit_records: emitted,
  fluentd_output_status_num_errors: writeErrors,
  fluentd_output_status_retry_count: retries,
  fluentd_output_status_slow_flush_count: slowWrites,
  fluentd_router_records_total: routed,
} = aggregatorSeries;
const {
  fluentbit_output_dropped_records_total: droppedRecords,
  fluentbit_output_errors_total: sendErrors,
  fluentbit_output_retries_failed_total: givenUp,
  fluentbit_output_retries_total: resent,
} = shipperSeries;

/** Outputs to the relay have an alert of their own. */
const TO_RELAY = ".+:clusteroutput:.+:relay";
/** Of an output's buffer; filled to here it has kept lines for long, and the rest goes faster than anybody mends it. */
const ROOM_PERCENT = 20;
/** What waits for longer than a quarter of an hour: a receiver that keeps up has a few chunks of some seconds, of at most 4 MB. */
const QUEUED_CHUNKS = 30;
const HELD_BYTES = 1e8;
/** In a day: a cluster that writes fewer may well be quiet for a quarter of an hour. */
const LEAST_LINES = 8640;
/** In a quarter of an hour, one a second: below, all of them may come from namespaces that the catch-all leaves out after it was given them. */
const LEAST_ROUTED = 900;

export interface LogPrograms {
  readonly shipper: Scraped;
  readonly aggregator: Scraped;
}

/** From the containers' output to the aggregator. What it hands on to is the router's area, and the way to alerts the relay's. */
export function logging({ namespaces: { logging: namespace } }: Site, { shipper, aggregator }: LogPrograms): RuleBundle {
  const shipped = { job: shipper.job };
  /** By node, of what is told by the pod of a shipper. */
  const byNode = (ofPods: string) =>
    `max by (node) ((${ofPods}) * on (namespace, pod) group_left (node) max by (namespace, pod, node) (${podInfo({ node: matches(".+") })}))`;
  const gaugeGrows = (of: string) => `sum by (job, plugin_id) (delta(${of}[5m])) > 0`;

  const toOthers = { job: aggregator.job, plugin_id: matchesNot(TO_RELAY) };
  const shipperCounts = (of: string) => `sum by (namespace, pod) (increase(${of}[5m])) > 0`;

  // proofs
  const sends = { ...shipped, instance: "10.42.0.9:2020", namespace, pod: "log-shipper-7xk2p", name: "forward.0" };
  const pod = { ...shipped, instance: "10.42.0.9:2020", namespace, pod: "log-shipper-7xk2p" };
  const shipperPod = {
    namespace,
    pod: pod.pod,
    uid: "5a1c7a52-1c2e-4a55-9f7e-0c9f7b0a8e11",
    node: "node-1",
    host_network: "false",
    created_by_kind: "DaemonSet",
    created_by_name: "log-shipper",
  };
  const runs = { [podInfo(shipperPod)]: "1x500" };
  const ready = (values = "1x500", node = "node-1") => ({ [condition({ node, condition: "Ready", status: "true" })]: values });
  const answers = (values: string) => ({ [targetSeries.up(pod)]: values });
  const output = (to: string) => ({
    job: aggregator.job,
    instance: "10.42.1.7:24231",
    type: "http",
    plugin_id: `clusterflow:${namespace}:${CATCH_ALL}:clusteroutput:${namespace}:${to}`,
  });
  const flow = { job: aggregator.job, instance: "10.42.1.7:24231", flow: "@4d2f", id: `clusterflow:${namespace}:${CATCH_ALL}` };

  return area("logging", { component: "Platform", severity: "warning", ...COMES_AND_GOES }, [
    wentAway("LogAggregatorDown", aggregator, {
      component: "Platform",
      severity: "critical",
      summary: "The log aggregator is down",
      description:
        "No log line goes on and none raises an alert. The shippers keep them on the nodes for as long as those keep their files.",
      inhibits: [{ alerts: ["LogLinesMissing", "LogShipperSendFailing"] }],
    }),
    alert("LogAggregatorBufferFilling", {
      // of a large buffer the share shows it late
      expr: [
        `min by (job, plugin_id) (${room(toOthers)}) < ${ROOM_PERCENT}`,
        `or min by (job, plugin_id) (min_over_time(${queued(toOthers)}[14m30s])) > ${QUEUED_CHUNKS}`,
        `or min by (job, plugin_id) (min_over_time(${held(toOthers)}[14m30s])) > ${HELD_BYTES}`,
      ].join("\n"),
      for: minutes(5),
      summary: "The aggregator's buffer for {{ $labels.plugin_id }} is filling up",
      description:
        "It does not empty, or has little room: {{ $value | humanize }} (% free, else chunks or bytes). When it is full it loses lines. Mend the receiver.",
      inhibits: [{ alerts: ["LogAggregatorWritesFailing"], sharing: ["plugin_id"] }],
      fires: [
        { [room(output("router"))]: "19x10" },
        after(minutes(30), { [queued(output("router"))]: "0x10 31x60" }),
        after(minutes(30), { [held(output("router"))]: `0x10 ${1.05 * HELD_BYTES}x60` }),
      ],
      silent: [
        { [room(output("router"))]: "20x60" },
        { [room(output("relay"))]: "0x60" },
        after(minutes(30), { [queued(output("router"))]: "30x60", [held(output("router"))]: `${0.95 * HELD_BYTES}x60` }),
        after(minutes(40), { [queued(output("router"))]: "0x10 99x15 0 99x60" }),
        after(minutes(40), { [held(output("router"))]: "0x10 9e8x15 0 9e8x60" }),
      ],
    }),
    alert("LogAggregatorWritesFailing", {
      expr: [writeErrors, retries, slowWrites].map((of) => gaugeGrows(of({ job: aggregator.job }))).join("\nor "),
      for: minutes(15),
      summary: "The aggregator can't deliver to {{ $labels.plugin_id }}",
      description:
        "{{ $value | humanize }} writes failed or took too long in five minutes. Its buffer keeps the lines: look at the receiver while it has room.",
      fires: [
        after(minutes(16), { [writeErrors(output("router"))]: growing(4) }),
        after(minutes(16), { [retries(output("router"))]: growing(4) }),
        after(minutes(16), { [slowWrites(output("router"))]: growing(4) }),
      ],
      silent: [writeErrors, retries, slowWrites].flatMap((of) => [
        { [of(output("router"))]: growing(8) },
        { [of(output("router"))]: "3x60" },
      ]) as never,
    }),
    alert("LogLinesMissing", {
      expr: [
        `sum by (job) (increase(${routed({ job: aggregator.job })}[15m])) == 0`,
        `and on (job) sum by (job) (increase(${routed({ job: aggregator.job })}[1d])) > ${LEAST_LINES}`,
      ].join("\n"),
      for: minutes(5),
      summary: "No log lines arrive at the aggregator any more",
      description: "Of all flows none was given a line, where there were many in the last day. Look at the shippers, then at the flows.",
      fires: [after(minutes(30), { [routed(flow)]: "0+910x10 9100x60" }), stillAfter(hours(13), { [routed(flow)]: "0+910x10 9100x900" })],
      silent: [
        after(minutes(30), { [routed(flow)]: "0+850x10 8500x60" }),
        after(minutes(35), { [routed(flow)]: growing(13, { step: 9000 }) }),
        after(hours(26), { [routed(flow)]: "0+910x10 9100x1600" }),
      ],
    }),
    alert("LogCatchAllSilent", {
      // the router of the aggregator counts what it gives a flow, before the flow's filters; a flow that no line matches is quiet as well
      expr: [
        `sum by (job) (increase(${routed({ job: aggregator.job, id: flow.id })}[15m])) > ${LEAST_ROUTED}`,
        `unless on (job) sum by (job) (delta(${emitted({ job: aggregator.job, plugin_id: output("router").plugin_id })}[15m])) != 0`,
      ].join("\n"),
      for: minutes(5),
      summary: "The catch-all gives the log router nothing of what it is given",
      description:
        "{{ $value | humanize }} lines reached its filters in 15 minutes, and none its output: nothing new can be searched. Look at the flow's filters.",
      fires: [
        after(minutes(20), { [routed(flow)]: "0+62x60", [emitted(output("router"))]: "500x60" }),
        after(minutes(20), { [routed(flow)]: "0+62x60", [emitted(output("relay"))]: "0+62x60" }),
        stillAfter(minutes(52), { [routed(flow)]: "0+62x60", [emitted(output("router"))]: "0+62x30 1860x60" }),
      ],
      silent: [
        after(minutes(25), { [routed(flow)]: "0+62x60", [emitted(output("router"))]: "0+1x60" }),
        after(minutes(40), { [routed(flow)]: "0+58x60", [emitted(output("router"))]: "500x60" }),
        // a chunk now and then is enough
        after(minutes(44), { [routed(flow)]: "0+62x60", [emitted(output("router"))]: "0x14 10x14 20x14 30x14" }),
        // started again, the aggregator counts from zero
        after(minutes(20), { [routed(flow)]: "0+100x60", [emitted(output("router"))]: "9000x8 0+10x60" }),
      ],
    }),
    alert("LogShipperMissing", {
      expr: [
        `max by (node) (${condition({ condition: "Ready", status: "true" })}) == 1`,
        `unless on (node) ${byNode(`max by (namespace, pod) (${targetSeries.up(shipped)}) == 1`)}`,
        // silent until there were shippers; a plane that was taken away is forgotten
        `and on () count(count_over_time(${targetSeries.up(shipped)}[6h]))`,
      ].join("\n"),
      for: minutes(15),
      summary: "Node {{ $labels.node }} has no log shipper",
      description: "The node is ready and no shipper answers there. Its lines are lost once its containers' files are rotated away.",
      inhibits: [{ alerts: ["LogLinesMissing"] }],
      fires: [{ ...ready(), ...runs, ...answers("0x500") }, stillAfter(hours(5), { ...ready(), ...runs, ...answers("1x5 stale") })],
      silent: [
        { ...ready(), ...runs, ...answers("1x500") },
        { ...ready("0x500"), ...runs, ...answers("0x500") },
        after(hours(7), { ...ready(), ...runs, ...answers("1x5 stale") }),
      ],
    }),
    alert("LogShipperDropping", {
      expr: [droppedRecords, givenUp].map((of) => shipperCounts(of(shipped))).join("\nor "),
      for: minutes(5),
      summary: "Log shipper {{ $labels.pod }} throws lines away",
      description:
        "{{ $value | humanize }} records or chunks in five minutes, which are lost. Its buffer on the node is full, or the aggregator refuses them.",
      inhibits: [{ alerts: ["LogShipperSendFailing"] }],
      fires: [after(minutes(6), { [droppedRecords(sends)]: growing(4) }), after(minutes(6), { [givenUp(sends)]: growing(4) })],
      silent: [droppedRecords, givenUp].flatMap((of) => [
        after(minutes(15), { [of(sends)]: growing(8) }),
        after(minutes(15), { [of(sends)]: "3x60" }),
      ]) as never,
    }),
    alert("LogShipperSendFailing", {
      expr: [sendErrors, resent].map((of) => shipperCounts(of(shipped))).join("\nor "),
      for: minutes(15),
      // it sees what was for five minutes more, and is not to outlast the alert on the aggregator
      keepFiringFor: minutes(5),
      summary: "Log shipper {{ $labels.pod }} can't deliver to the aggregator",
      description:
        "{{ $value | humanize }} chunks in five minutes. It keeps the lines while its buffer has room. Look at the aggregator and the way to it.",
      fires: [after(minutes(16), { [sendErrors(sends)]: growing(4) }), after(minutes(16), { [resent(sends)]: growing(4) })],
      silent: [sendErrors, resent].flatMap((of) => [
        after(minutes(25), { [of(sends)]: growing(8) }),
        after(minutes(25), { [of(sends)]: "3x60" }),
      ]) as never,
    }),
  ]);
}
