import { declareSeries, gauge } from "../../../../lib/series";
import { heartbeat } from "../heartbeat";

export const logStoreSettingsSeries = declareSeries({
  ...heartbeat("log-store-settings"),
  log_store_drift: gauge(
    "count",
    "Streams, tokens, Secrets, templates, destinations, folders and alerts that were not as declared, and that the last run has mended.",
    "job",
  ),
});
