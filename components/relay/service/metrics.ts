import { Counter, Histogram, type Registry } from "prom-client";
import type { Detector } from "../../../lib/logs/detector";
import { SKIP_REASONS } from "./alerts";

export type RelayMetrics = ReturnType<typeof createMetrics>;

/** Every series that the relay exports beyond its process metrics. Known label values start at zero, so that a first increase is seen. */
export function createMetrics(registry: Registry, detectors: readonly Detector[]) {
  const registers = [registry];
  const metrics = {
    events: new Counter({ name: "relay_events_total", help: "Elements of the batches received.", registers }),
    skipped: new Counter({
      name: "relay_events_skipped_total",
      help: "Elements that are no event with a text.",
      labelNames: ["reason"],
      registers,
    }),
    alerts: new Counter({ name: "relay_alerts_total", help: "Alerts that Alertmanager took.", labelNames: ["alertname"], registers }),
    posts: new Counter({
      name: "relay_alertmanager_posts_total",
      help: "Batches of alerts by what became of them at Alertmanager, after retries.",
      labelNames: ["outcome"],
      registers,
    }),
    retries: new Counter({ name: "relay_alertmanager_post_retries_total", help: "Attempts beyond the first to post a batch.", registers }),
    requests: new Counter({
      name: "relay_ingest_requests_total",
      help: "Requests to /ingest by status code.",
      labelNames: ["code"],
      registers,
    }),
    duration: new Histogram({
      name: "relay_ingest_duration_seconds",
      help: "Time from the request's headers to the answer, including Alertmanager's.",
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1, 5, 10],
      registers,
    }),
  };
  for (const reason of SKIP_REASONS) metrics.skipped.inc({ reason }, 0);
  for (const outcome of ["ok", "rejected", "failed"]) metrics.posts.inc({ outcome }, 0);
  for (const { alert } of detectors) metrics.alerts.inc({ alertname: alert }, 0);
  for (const code of [200, 503]) metrics.requests.inc({ code }, 0);
  return metrics;
}
