import { MIB } from "../../lib/bytes";
import { around, counts, never, still, taking } from "../../lib/world/course";
import { absent, by, each, healthy } from "../../lib/world/healthy";
import { tracesSeries } from "./series";

export const tracesHealthy = healthy(tracesSeries, () => {
  const received = <Course extends object>(course: Course) =>
    each(["grpc", "http"], (transport) => ({ receiver: "otlp", transport }), course);
  const asked = <Course extends object>(course: Course) =>
    each(["postgresql", "redis"], (scraper) => ({ receiver: `${scraper}/shop`, scraper }), course);
  const to = (sender: string, signal: string) => ({
    exporter: `otlp_http/${sender}`,
    server_address: "log-store.logging.svc",
    server_port: "5080",
    url_path: `/api/default/v1/${signal}`,
  });
  const queues = [
    { exporter: "otlp_http/traces", data_type: "traces", mib: 64 },
    { exporter: "otlp_http/databases", data_type: "metrics", mib: 8 },
  ];
  const queue = ({ exporter, data_type }: (typeof queues)[number]) => ({ exporter, data_type });
  return {
    otelcol_receiver_accepted_spans: received(counts(5)),
    otelcol_receiver_refused_spans: received(never),
    otelcol_receiver_failed_spans: received(never),
    otelcol_scraper_scraped_metric_points: asked(counts(0.5)),
    otelcol_scraper_errored_metric_points: asked(never),
    otelcol_processor_memory_limiter_accepted_spans: [[{ processor: "memory_limiter" }, counts(10)]],
    otelcol_processor_memory_limiter_refused_spans: absent("there was always memory"),
    otelcol_processor_batch_batch_send_size: [[{ processor: "batch" }, taking(0.2, 50, { bounds: [10, 25, 50, 75, 100, 250, 500, 1000] })]],
    // a page that is no longer named is open in somebody's browser
    otelcol_processor_filter_spans_filtered: by("filter", { "filter/browsers": counts(0.001) }),
    otelcol_exporter_sent_spans: [[to("traces", "traces"), counts(10)]],
    otelcol_exporter_send_failed_spans: absent("all was sent"),
    otelcol_exporter_enqueue_failed_spans: absent("the queue was never full"),
    otelcol_exporter_sent_metric_points: [[to("databases", "metrics"), counts(1)]],
    otelcol_exporter_send_failed_metric_points: absent("all was sent"),
    otelcol_exporter_enqueue_failed_metric_points: absent("the queue was never full"),
    otelcol_exporter_queue_size: each(queues, queue, still(0)),
    otelcol_exporter_queue_capacity: each(queues, queue, ({ mib }) => still(mib * MIB)),
    otelcol_process_cpu_seconds: counts(0.01),
    otelcol_process_memory_rss: around(110 * MIB, 10 * MIB),
    otelcol_process_uptime: counts(1),
  };
});
