import type { Stream } from "../logs/stream";
import type { StreamSetting } from "./declaration";
import type { IngestToken } from "./ingest-token";
import type { LogAlert } from "./log-alert";

/** What parts declare of the log store, each any number of. */
export interface StoreLists {
  /** The log streams that are stored here. */
  readonly streams: readonly Stream[];
  /** Who brings something to the log store, each with a token of its own. */
  readonly ingestTokens: readonly IngestToken[];
  /** What is stored there beside the log streams. */
  readonly storedTelemetry: readonly StreamSetting[];
  /** Conditions that the log store itself watches. */
  readonly logAlerts: readonly LogAlert[];
}
