import type { StreamSetting } from "../../lib/log-store/declaration";
import { type IngestToken, ingestToken } from "../../lib/log-store/ingest-token";
import type { Site } from "../../lib/site/schema";

/** Traces are for looking into what happened lately. */
const TRACE_DAYS = 14;
/** People's visits: whoever asks how a change of last month was taken. */
const RUM_DAYS = 30;

/** Whatever the collector brings to the store, each with a token of its own. */
export const SENDERS = ["traces", "rum", "databases"] as const;
export type Sender = (typeof SENDERS)[number];

/** Those of a site. */
export function sendersAt({ rum, database_statistics: databases }: Pick<Site, "rum" | "database_statistics">): Sender[] {
  const isThere: Readonly<Record<Sender, boolean>> = { traces: true, rum: rum !== undefined, databases: databases !== undefined };
  return SENDERS.filter((sender) => isThere[sender]);
}

/** Spans have a stream of the sender's name each; of statistics each series is a stream of its own name, as any series there. */
export function tokenOf(sender: Sender, { namespaces }: Pick<Site, "namespaces">): IngestToken {
  return ingestToken(sender, namespaces.logging);
}

export function storedStreams(site: Site): StreamSetting[] {
  const senders = sendersAt(site);
  const days = { traces: TRACE_DAYS, rum: RUM_DAYS } as const;
  return (["traces", "rum"] as const)
    .filter((sender) => senders.includes(sender))
    .map((name) => ({ name, type: "traces", retention_days: days[name] }));
}
