import { kubeStateMetricsSeries } from "../../components/exporters/series/kube-state-metrics";
import { shipperSeries } from "../../components/logging/series";
import { type Dashboard, dashboard } from "../../lib/dashboards/dashboard";
import { graph, stat, table, timeline } from "../../lib/dashboards/panel";
import { warningAbove } from "../../lib/dashboards/threshold";
import { choice } from "../../lib/dashboards/variable";
import { targetSeries } from "../../lib/metrics/built-in-series";
import type { Scraped } from "../../lib/metrics/scrape";
import { matches } from "../../lib/series";
import { podsRow } from "../shared/own-service";

const {
  fluentbit_input_bytes_total: bytesRead,
  fluentbit_input_records_total: read,
  fluentbit_output_dropped_records_total: dropped,
  fluentbit_output_errors_total: errors,
  fluentbit_output_proc_bytes_total: bytesSent,
  fluentbit_output_proc_records_total: sent,
  fluentbit_output_retried_records_total: retriedRecords,
  fluentbit_output_retries_failed_total: givenUp,
  fluentbit_output_retries_total: retries,
} = shipperSeries;
const { kube_node_status_condition: condition, kube_pod_info: podInfo } = kubeStateMetricsSeries;
const { up } = targetSeries;

export interface Shippers {
  readonly shipper: Scraped;
  readonly namespace: string;
}

const pod = { pod: matches("$pod") };
const byPod = (selector: string): string => `sum by (pod) (rate(${selector}[$__rate_interval]))`;
const counted = (selector: string, range: string): string => `sum by (pod) (increase(${selector}[${range}]))`;

export const loggingFluentbit = ({ shipper: { job }, namespace }: Shippers): Dashboard => {
  const ready = condition({ condition: "Ready", status: "true" });
  /** Nodes with a shipper that answers. */
  const shipped = `max by (node) ((max by (namespace, pod) (${up({ job })}) == 1) * on (namespace, pod) group_left (node) max by (namespace, pod, node) (${podInfo()}))`;
  return dashboard({
    uid: "logging-fluentbit",
    title: "Node shippers",
    folder: "Logging",
    question: "Does a shipper on every node read all lines and hand them on?",
    asker: "whoever misses the lines of one node, or was told that a shipper fails",
    alerts: ["LogShipperMissing", "LogShipperDropping", "LogShipperSendFailing", "LogLinesMissing"],
    next: ["logging-pipeline", "logging-fluentd", "node-detail"],
    variables: [choice("pod", "Shipper", { of: up({ job }), label: "pod" })],
    rows: [
      {
        title: "At a glance",
        panels: [
          stat({
            title: "Ready nodes without a shipper",
            description: "Their lines are lost as soon as the files of their containers are rotated away.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: `count(max by (node) (${ready}) == 1 unless on (node) ${shipped}) or vector(0)` }],
            thresholds: [warningAbove(1)],
          }),
          stat({
            title: "Lines read",
            description: "A second, by the chosen shippers. A node that reads far less than it did has a shipper that lost its files.",
            unit: "per second",
            width: 4,
            queries: [{ expr: `sum(rate(${read(pod)}[5m]))` }],
            hasTrend: true,
          }),
          stat({
            title: "Lines read and not sent",
            description: "Within an hour. More than the buffer holds for a moment is held back, and lost once the buffer is full.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: `clamp_min(sum(increase(${read(pod)}[1h])) - sum(increase(${sent(pod)}[1h])), 0)` }],
            hasTrend: true,
          }),
          stat({
            title: "Chunks that fail to be sent",
            description: "In five minutes, of the shipper that has most of them. They are tried again.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: `max(${counted(errors(pod), "5m")})` }],
            asks: ["LogShipperSendFailing"],
            hasTrend: true,
          }),
          stat({
            title: "Lines given up",
            description: "In five minutes, of the shipper that gave up most. These are lost.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: `max(${counted(dropped(pod), "5m")})` }],
            asks: ["LogShipperDropping"],
            hasTrend: true,
          }),
          stat({
            title: "Lines given up in a day",
            description: "Of all chosen shippers. What is lost here can't be had back, unless the node still has the file.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: `sum(increase(${dropped(pod)}[1d]))` }],
            thresholds: [warningAbove(1)],
          }),
        ],
      },
      {
        title: "Node by node",
        panels: [
          table({
            title: "Which shipper reads, sends and loses how much?",
            description: "Lines a second now, and lines of the last hour. A shipper that reads and does not send fills its node's disk.",
            by: { pod: "Shipper", node: "Node" },
            columns: [
              { title: "Read", unit: "per second", expr: onNode(byPod(read(pod))) },
              { title: "Sent", unit: "per second", expr: onNode(byPod(sent(pod))) },
              { title: "Sent again", unit: "count", decimals: 0, expr: onNode(counted(retriedRecords(pod), "1h")) },
              { title: "Given up", unit: "count", decimals: 0, expr: onNode(counted(dropped(pod), "1h")), thresholds: [warningAbove(1)] },
            ],
          }),
          timeline({
            title: "Does each shipper answer?",
            description: "A row for each. One that comes and goes is killed again and again: look at its memory below.",
            unit: "flag",
            width: 24,
            queries: [{ expr: `max by (pod) (${up({ job, ...pod })})`, legend: "{{pod}}" }],
            means: { 0: { text: "does not answer", color: "red" }, 1: { text: "answers", color: "green" } },
          }),
        ],
      },
      {
        title: "Reading",
        panels: [
          graph({
            title: "How many lines does each read?",
            description:
              "A jump of one node is a program that writes much; all that fall to nought have lost the files, or the nodes are quiet.",
            unit: "per second",
            min: 0,
            queries: [{ expr: byPod(read(pod)), legend: "{{pod}}" }],
          }),
          graph({
            title: "How many bytes does each read?",
            description: "Beside the lines it tells how long they are: stack traces and bodies of requests make much of few.",
            unit: "bytes per second",
            min: 0,
            queries: [{ expr: byPod(bytesRead(pod)), legend: "{{pod}}" }],
          }),
        ],
      },
      {
        title: "Handing on",
        panels: [
          graph({
            title: "How many lines are held back?",
            description: "Read and not sent, a second. What stays above nought fills the buffer on the node; below nought it is emptied.",
            unit: "per second",
            queries: [{ expr: `${byPod(read(pod))} - ${byPod(sent(pod))}`, legend: "{{pod}}" }],
          }),
          graph({
            title: "How many bytes does each send?",
            description: "To the aggregator. Nought of all of them at once is the aggregator, of one the way from its node.",
            unit: "bytes per second",
            min: 0,
            queries: [{ expr: byPod(bytesSent(pod)), legend: "{{pod}}" }],
          }),
          graph({
            title: "How many chunks fail, and are sent again?",
            description: "In five minutes. They are kept while the buffer has room; of one node alone it is its network.",
            unit: "count",
            min: 0,
            queries: [
              { expr: counted(errors(pod), "5m"), legend: "{{pod}} failed" },
              { expr: counted(retries(pod), "5m"), legend: "{{pod}} sent again" },
            ],
            asks: ["LogShipperSendFailing"],
          }),
          graph({
            title: "What is given up?",
            description: "Lines and chunks in five minutes that are lost: the buffer is full, or the aggregator refused them to the end.",
            unit: "count",
            min: 0,
            queries: [
              { expr: counted(dropped(pod), "5m"), legend: "{{pod}} lines" },
              { expr: counted(givenUp(pod), "5m"), legend: "{{pod}} chunks" },
            ],
            asks: ["LogShipperDropping"],
          }),
        ],
      },
      podsRow({ namespace, pod: matches("$pod") }),
    ],
  });
};

/** With the node of each pod, where that is known. */
const onNode = (ofPods: string): string =>
  `(${ofPods}) * on (pod) group_left (node) max by (pod, node) (${podInfo(pod)}) or on (pod) (${ofPods})`;
