import type { ColumnType } from "../logs/stream";
import type { Site } from "../site/schema";
import type { StoreDeclaration, StreamField } from "./declaration";
import { INGEST_KEYS } from "./ingest-token";
import type { StoreLists } from "./lists";
import { columnsRead, type LogAlert } from "./log-alert";
import { alertDestination, alertTemplate, storeAlert } from "./store-alerts";

/** What has to be in force at the log store, of all that parts declare, whichever declares it first. */
export function storeDeclaration(
  site: Pick<Site, "urls">,
  { streams, storedTelemetry, ingestTokens, logAlerts }: StoreLists,
): StoreDeclaration {
  const logs = streams.map(({ name, retentionDays }) => {
    const fields = fieldsAsked(logAlerts.filter(({ stream }) => stream === name));
    return { name, type: "logs" as const, retention_days: retentionDays, ...(fields.length > 0 && { fields }) };
  });
  return {
    streams: byName([...logs, ...storedTelemetry]),
    tokens: byName(
      ingestTokens.map(({ token, name, namespace }) => ({
        name: token,
        namespace,
        secret: name,
        key: INGEST_KEYS.token,
        texts: { [INGEST_KEYS.user]: token },
      })),
    ),
    templates: [alertTemplate],
    destinations: [alertDestination(site)],
    alerts: byName(logAlerts.map((alert) => storeAlert(site, alert))),
  };
}

function byName<One extends { readonly name: string; readonly type?: string }>(all: readonly One[]): One[] {
  const keyOf = ({ name, type = "" }: One) => `${name} ${type}`;
  return [...all].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** As Arrow calls them; the store keeps a list as its JSON. */
const FIELD_TYPES: Readonly<Record<ColumnType, StreamField["type"]>> = {
  text: "Utf8",
  texts: "Utf8",
  integer: "Int64",
  float: "Float64",
  boolean: "Boolean",
};

/** A question for a column that no record has had yet is an error to the store, and its alert would fail until there is one. */
function fieldsAsked(alerts: readonly LogAlert[]): StreamField[] {
  const fields = alerts.flatMap((alert) =>
    columnsRead(alert).flatMap((name) => {
      const column = alert.columns[name];
      return column === undefined ? [] : [[name, { name, type: FIELD_TYPES[column.type] }] as const];
    }),
  );
  return [...new Map(fields).values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
