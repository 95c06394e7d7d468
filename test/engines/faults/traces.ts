import { tracesSeries } from "../../../components/traces/series";
import { MIB } from "../../../lib/bytes";
import { minutes } from "../../../lib/duration";
import { matches } from "../../../lib/series";
import { counts } from "../../../lib/world/course";
import { appears, type Change, freezes, later, moves, targetFails, targetGoes, targets, together } from "../../../lib/world/fault";
import { type Faults, platform } from "./fault";

const collector = (series: string, perSecond: number): Change => appears("trace-collector", series, counts(perSecond));
const STORE = { server_address: "log-store.logging.svc" };
const SPANS = { exporter: "otlp_http/traces", ...STORE };
const POINTS = { exporter: "otlp_http/databases", ...STORE };
const refusedSpans = (error_type: string) =>
  tracesSeries.otelcol_exporter_send_failed_spans({ ...SPANS, error_permanent: "true", error_type });

/** Where traces go, and what databases tell. */
export const tracesFaults: Faults = () => [
  {
    title: "the trace collector is down",
    change: targetFails(targets({ job: "trace-collector" })),
    expect: platform("TraceCollectorDown", "warning", 6),
  },
  {
    title: "the trace collector was removed",
    change: targetGoes(targets({ job: "trace-collector" })),
    expect: platform("TraceCollectorDown", "warning", 11),
  },
  {
    title: "the trace collector has no memory for more",
    change: together(
      collector(tracesSeries.otelcol_processor_memory_limiter_refused_spans({ processor: "memory_limiter" }), 4),
      collector(tracesSeries.otelcol_receiver_refused_spans({ receiver: "otlp", transport: "grpc" }), 4),
    ),
    expect: platform("TraceSpansRefused", "warning", 12),
  },
  {
    title: "the log store answers the trace collector nothing",
    change: together(
      freezes(tracesSeries.otelcol_exporter_sent_spans()),
      moves(tracesSeries.otelcol_exporter_queue_size({ data_type: "traces" }), 64 * MIB, minutes(10)),
      later(minutes(10), collector(tracesSeries.otelcol_exporter_enqueue_failed_spans({ exporter: SPANS.exporter }), 10)),
    ),
    expect: [platform("TraceCollectorQueueFilling", "warning", 14), platform("TraceSpansLost", "warning", 23)],
  },
  {
    title: "the log store is slow to take spans, and a queue fills",
    change: moves(tracesSeries.otelcol_exporter_queue_size({ data_type: "traces" }), 54 * MIB, minutes(1)),
    expect: platform("TraceCollectorQueueFilling", "warning", 8),
  },
  {
    title: "the log store fails at what it is sent",
    change: together(freezes(tracesSeries.otelcol_exporter_sent_spans()), collector(refusedSpans("Unknown"), 10)),
    expect: platform("TraceSpansLost", "warning", 12),
  },
  {
    title: "somebody disabled the trace collector's token in the log store",
    change: together(freezes(tracesSeries.otelcol_exporter_sent_spans()), collector(refusedSpans("Unauthenticated"), 10)),
    expect: [platform("TraceCollectorSignInRefused", "warning", 17), platform("TraceSpansLost", "warning", 12)],
  },
  {
    title: "a database lets the collector's account in no more",
    change: freezes(tracesSeries.otelcol_scraper_scraped_metric_points({ receiver: matches("postgresql/.+") })),
    expect: platform("DatabaseStatisticsMissing", "warning", 107),
  },
  {
    title: "the log store answers the statistics of databases nothing",
    change: together(
      freezes(tracesSeries.otelcol_exporter_sent_metric_points()),
      collector(tracesSeries.otelcol_exporter_enqueue_failed_metric_points({ exporter: POINTS.exporter }), 1),
    ),
    expect: platform("DatabaseStatisticsLost", "warning", 12),
  },
];
