import { tracesSeries } from "../components/pending/series/traces";
import { after } from "../lib/alerts/proof";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { minutes } from "../lib/duration";
import type { Scraped } from "../lib/metrics/scrape";
import { COMES_AND_GOES } from "./comes-and-goes";
import { growing } from "./proof-counter";
import { wentAway } from "./went-away";

const {
  otelcol_exporter_enqueue_failed_spans: notQueued,
  otelcol_exporter_queue_capacity: capacity,
  otelcol_exporter_queue_size: queued,
  otelcol_exporter_send_failed_spans: notSent,
  otelcol_processor_memory_limiter_refused_spans: noMemory,
  otelcol_receiver_refused_spans: refused,
} = tracesSeries;

/** Of an exporter's queue; a receiver that is slow for a moment leaves it nearly empty. */
const QUEUE_SHARE = 0.7;

/** The trace collector. Traces are for looking into a failure: nobody is woken up for them. */
export function traces(scraped: Scraped): RuleBundle {
  const asked = { job: scraped.job };
  const at = { ...asked, instance: "10.42.2.8:8888" };
  const grows = (...counters: readonly string[]) => counters.map((one) => `sum by (job) (increase(${one}[5m])) > 0`).join("\nor ");
  const receiver = { ...at, receiver: "otlp", transport: "grpc" };
  const processor = { ...at, processor: "memory_limiter" };
  const exporter = { ...at, exporter: "otlphttp" };
  const failed = { ...exporter, server_address: "trace-store", server_port: "10428" };
  const holds = (share: number) => ({
    [queued({ ...exporter, data_type: "traces" })]: `${share * 1000}x60`,
    [capacity({ ...exporter, data_type: "traces" })]: "1000x60",
  });

  return area("traces", { component: "Platform", severity: "warning", ...COMES_AND_GOES }, [
    wentAway("TraceCollectorDown", scraped, {
      component: "Platform",
      severity: "warning",
      summary: "The trace collector is down",
      description: "Applications run on and throw their spans away: of this time there are no traces. Look at the collector's pods.",
    }),
    alert("TraceSpansRefused", {
      expr: grows(refused(asked), noMemory(asked)),
      for: minutes(10),
      summary: "The trace collector takes no more spans",
      description: "{{ $value | humanize }} spans in five minutes were refused: it has no memory left, or what it sends to is too slow.",
      fires: [after(minutes(11), { [refused(receiver)]: growing(4) }), after(minutes(11), { [noMemory(processor)]: growing(4) })],
      silent: [
        { [refused(receiver)]: growing(8), [noMemory(processor)]: "3x90" },
        { [refused(receiver)]: "3x90", [noMemory(processor)]: growing(8) },
      ],
    }),
    alert("TraceSpansLost", {
      expr: grows(notSent(asked), notQueued(asked)),
      for: minutes(10),
      summary: "The trace collector loses spans",
      description: "{{ $value | humanize }} spans in five minutes could not be sent, or found the queue full. Look at what it sends to.",
      inhibits: [{ alerts: ["TraceCollectorQueueFilling", "TraceSpansRefused"] }],
      fires: [after(minutes(11), { [notSent(failed)]: growing(4) }), after(minutes(11), { [notQueued(exporter)]: growing(4) })],
      silent: [
        { [notSent(failed)]: growing(8), [notQueued(exporter)]: "3x90" },
        { [notSent(failed)]: "3x90", [notQueued(exporter)]: growing(8) },
      ],
    }),
    alert("TraceCollectorQueueFilling", {
      expr: `max by (job, exporter, data_type) (${queued(asked)} / ${capacity(asked)}) > ${QUEUE_SHARE}`,
      for: minutes(5),
      summary: "The trace collector's queue for {{ $labels.exporter }} is filling up",
      description: "{{ $value | humanize }} of it is used (1 is all). Full, it loses spans. Look at what it sends to.",
      fires: holds(QUEUE_SHARE + 0.03),
      silent: holds(QUEUE_SHARE - 0.03),
    }),
  ]);
}
