import type { StoreDeclaration } from "./declaration";
import { INGEST_KEYS } from "./ingest-token";
import type { StoreLists } from "./lists";

/** What has to be in force at the log store, of all that parts declare. */
export function storeDeclaration({ streams, storedTelemetry, ingestTokens }: Omit<StoreLists, "logAlerts">): StoreDeclaration {
  const logs = streams.map(({ name, retentionDays }) => ({ name, type: "logs" as const, retention_days: retentionDays }));
  return {
    streams: [...logs, ...storedTelemetry],
    tokens: ingestTokens.map(({ token, name, namespace }) => ({
      name: token,
      namespace,
      secret: name,
      key: INGEST_KEYS.token,
      texts: { [INGEST_KEYS.user]: token },
    })),
    templates: [],
    destinations: [],
    alerts: [],
  };
}
