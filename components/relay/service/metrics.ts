import type { Registry } from "prom-client";
import type { Detector } from "../../../lib/logs/detector";
import { makeMetrics } from "../../../lib/service/metrics";
import { relaySeries } from "../series";
import { SKIP_REASONS } from "./alerts";

/** The relay's own metrics. Known label values start at zero, so that a first increase is seen. */
export function createMetrics(registry: Registry, detectors: readonly Detector[]) {
  const metrics = makeMetrics(relaySeries, registry);
  for (const reason of SKIP_REASONS) metrics.relay_events_skipped_total.inc({ reason }, 0);
  for (const outcome of ["ok", "rejected", "failed"]) metrics.relay_alertmanager_posts_total.inc({ outcome }, 0);
  for (const { alert } of detectors) metrics.relay_alerts_total.inc({ alertname: alert }, 0);
  for (const code of [200, 503]) metrics.relay_ingest_requests_total.inc({ code }, 0);
  return metrics;
}
