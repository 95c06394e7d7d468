import { tracesSeries } from "../components/traces/series";
import { after } from "../lib/alerts/proof";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { minutes } from "../lib/duration";
import type { Scraped } from "../lib/metrics/scrape";
import { matches } from "../lib/series";
import { COMES_AND_GOES } from "./comes-and-goes";
import { growing } from "./proof-counter";
import { serviceDown } from "./service-down";

const {
  otelcol_exporter_enqueue_failed_spans: notQueued,
  otelcol_exporter_queue_capacity: capacity,
  otelcol_exporter_queue_size: queued,
  otelcol_exporter_send_failed_metric_points: pointsNotSent,
  otelcol_exporter_send_failed_spans: notSent,
  otelcol_processor_memory_limiter_refused_spans: noMemory,
  otelcol_receiver_refused_spans: refused,
} = tracesSeries;

/** Of an exporter's queue; a store that is slow for a moment leaves it nearly empty. */
const QUEUE_SHARE = 0.7;

/** What the exporter makes of 401 and 403. */
const NOT_LET_IN = ["Unauthenticated", "PermissionDenied"] as const;

/** The trace collector. Traces are for looking into a failure: nobody is woken up for them. */
export function traces(scraped: Scraped): RuleBundle {
  const asked = { job: scraped.job };
  const at = { ...asked, instance: "10.42.2.8:8888" };
  const grows = (...counters: readonly string[]) => counters.map((one) => `sum by (job) (increase(${one}[5m])) > 0`).join("\nor ");
  const receiver = { ...at, receiver: "otlp", transport: "grpc" };
  const processor = { ...at, processor: "memory_limiter" };
  const exporter = { ...at, exporter: "otlp_http/traces" };
  const store = { server_address: "log-store.logging.svc", server_port: "5080", error_permanent: "true" };
  const failed = { ...exporter, ...store, url_path: "/api/default/v1/traces", error_type: "Unknown" };
  const points = { ...failed, exporter: "otlp_http/databases", url_path: "/api/default/v1/metrics" };
  const signIn = { ...asked, error_type: matches(NOT_LET_IN.join("|")) };
  const holds = (share: number) => ({
    [queued({ ...exporter, data_type: "traces" })]: `${share * 67108864}x60`,
    [capacity({ ...exporter, data_type: "traces" })]: "67108864x60",
  });

  return area("traces", { component: "Platform", severity: "warning", ...COMES_AND_GOES }, [
    serviceDown("TraceCollectorDown", scraped, {
      component: "Platform",
      severity: "warning",
      summary: "The trace collector is down",
      description: "Applications run on and throw their spans away: of this time there are no traces. Look at the collector's pod.",
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
    alert("TraceCollectorSignInRefused", {
      expr: [notSent, pointsNotSent].map((of) => `sum by (job, exporter) (increase(${of(signIn)}[15m])) > 0`).join("\nor "),
      for: minutes(15),
      summary: "The log store does not let the collector's {{ $labels.exporter }} in",
      description:
        "{{ $value | humanize }} spans or samples in a quarter of an hour were lost: its token is not one of the store's any more.",
      inhibits: [{ alerts: ["DatabaseStatisticsLost", "TraceSpansLost"] }],
      fires: [
        after(minutes(16), { [notSent({ ...failed, error_type: "Unauthenticated" })]: growing(14) }),
        after(minutes(16), { [notSent({ ...failed, error_type: "PermissionDenied" })]: growing(14) }),
        after(minutes(16), { [pointsNotSent({ ...points, error_type: "Unauthenticated" })]: growing(14) }),
        after(minutes(16), { [pointsNotSent({ ...points, error_type: "PermissionDenied" })]: growing(14) }),
      ],
      silent: [
        {
          [notSent({ ...failed, error_type: "Unauthenticated" })]: growing(18),
          [pointsNotSent({ ...points, error_type: "Unauthenticated" })]: "3x90",
        },
        {
          [notSent({ ...failed, error_type: "Unauthenticated" })]: "3x90",
          [pointsNotSent({ ...points, error_type: "Unauthenticated" })]: growing(18),
        },
        { [notSent(failed)]: growing(1), [pointsNotSent(points)]: growing(1) },
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
      description: "{{ $value | humanize }} of it is used (1 is all). Full, it loses what comes. Look at what it sends to.",
      fires: holds(QUEUE_SHARE + 0.03),
      silent: holds(QUEUE_SHARE - 0.03),
    }),
  ]);
}
