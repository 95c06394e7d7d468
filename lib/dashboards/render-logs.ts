import type { Builder, Dataquery } from "@grafana/grafana-foundation-sdk/cog";
import { LogsDedupStrategy, LogsSortOrder } from "@grafana/grafana-foundation-sdk/common";
import { PanelBuilder as LogsBuilder } from "@grafana/grafana-foundation-sdk/logs";
import { PanelBuilder as TableBuilder } from "@grafana/grafana-foundation-sdk/table";
import { type LogView, viewSql } from "../log-store/log-view";
import { quoted } from "../log-store/sql";
import { LOGS_SOURCE } from "./data-source";
import type { LogsPanel } from "./panel";

/** As many as one reads of a page. */
const MOST_RECORDS = 200;
/** The store counts microseconds, the application milliseconds. */
const TIME = { column: "at", sql: `${quoted("_timestamp")} / 1000 AS ${quoted("at")}` };

/** Records as lines, the newest first; where they are counted, as a table. */
export function renderLogs({ title, description, view }: LogsPanel, organisation: string): LogsBuilder | TableBuilder {
  const query = search(view, organisation);
  if (view.counted !== undefined)
    return new TableBuilder().datasource(LOGS_SOURCE).title(title).description(description).unit("short").targets([query]);
  return new LogsBuilder()
    .datasource(LOGS_SOURCE)
    .title(title)
    .description(description)
    .targets([query])
    .showTime(true)
    .wrapLogMessage(true)
    .enableLogDetails(true)
    .dedupStrategy(LogsDedupStrategy.None)
    .sortOrder(LogsSortOrder.Descending);
}

/**
 * A question to the store's interface, by the plugin that asks anything which answers JSON (grafana/grafana-infinity-datasource: pkg/models/query.go; the
 * store's `_search`: openobserve, docs/api/search). The application writes the time that is shown, in milliseconds, in place of its variables.
 */
function search(view: LogView, organisation: string): Builder<Dataquery> {
  const { shows, counted } = view;
  const columns = [
    ...(counted === undefined ? [{ selector: TIME.column, text: "time", type: "timestamp_epoch" }] : []),
    ...shows.map((column) => ({ selector: column, text: column, type: "string" })),
    ...(counted === undefined ? [] : [{ selector: counted, text: counted, type: "number" }]),
  ];
  const sql = JSON.stringify(viewSql(view, TIME.sql));
  const target = {
    refId: "A",
    datasource: LOGS_SOURCE,
    type: "json",
    source: "url",
    parser: "backend",
    format: "table",
    url: `/api/${organisation}/_search?type=logs`,
    url_options: {
      method: "POST",
      body_type: "raw",
      body_content_type: "application/json",
      data: `{"query":{"sql":${sql},"start_time":\${__from}000,"end_time":\${__to}000,"from":0,"size":${MOST_RECORDS}}}`,
    },
    root_selector: "hits",
    columns,
    filters: [],
  };
  return { build: () => ({ ...target, _implementsDataqueryVariant: () => undefined }) };
}

/** The SQL of such a question; nothing of another. */
export function sqlOfTarget({ url_options: options }: { readonly url_options?: { readonly data?: string } }): string | undefined {
  const [, sql] = /"sql"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(options?.data ?? "") ?? [];
  return sql === undefined ? undefined : (JSON.parse(sql) as string);
}
