import { counts, never, taking } from "../../lib/world/course";
import { by, each, healthy } from "../../lib/world/healthy";
import { detectors } from "./detectors/all";
import { relaySeries } from "./series";

export const relayHealthy = healthy(relaySeries, () => ({
  relay_events_total: counts(2),
  relay_events_skipped_total: by("reason", { not_an_object: never, no_text: never }),
  relay_alerts_total: each(detectors, ({ alert }) => ({ alertname: alert }), counts(1 / 86_400)),
  relay_alertmanager_posts_total: by("outcome", { ok: counts(1 / 7200), rejected: never, failed: never }),
  relay_alertmanager_post_retries_total: never,
  relay_ingest_requests_total: by("code", { "200": counts(0.2), "503": never }),
  relay_ingest_duration_seconds: taking(0.2, 0.004),
}));
