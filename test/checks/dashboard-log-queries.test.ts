import { dashboardLogQueries } from "../../lib/checks/dashboard-log-queries";
import { logs } from "../../lib/dashboards/panel";
import { placedDashboards } from "../../lib/dashboards/placed";
import { logView } from "../../lib/log-store/log-view";
import { board } from "../dashboards/board";
import { fullPlatform } from "../example";
import { whats } from "./small-platform";

const FULL = fullPlatform();

/** What is found of a panel that asks so. */
function found(sql: string): string[] {
  const view = logView("none", { none: { type: "text", what: "Words." } }, "Asked", {
    what: "Words.",
    where: ({ none }) => none.isThere(),
    shows: ["none"],
  });
  const asking = {
    ...FULL,
    dashboards: [board({ rows: [{ title: "Lines", panels: [logs({ title: "Lines", description: "Words.", view })] }] })],
  };
  const [placed] = placedDashboards(asking);
  if (placed === undefined) throw new Error("nothing was rendered");
  const model = structuredClone(placed.model);
  for (const { targets = [] } of model.panels) for (const target of targets) target.query = sql;
  return whats(dashboardLogQueries, { ...FULL, dashboards: [{ ...placed, model }] });
}

test.each([
  'SELECT "_timestamp", "log" FROM "pod_logs" WHERE "namespace" = \'mail\' ORDER BY "_timestamp" DESC',
  "select service_name, count(*) as lines from pod_logs where log_level in ('error', 'fatal') group by service_name order by lines desc limit 10",
  "SELECT histogram(_timestamp, '1 minute') AS at, count(*) AS n FROM \"pod_logs\" WHERE strpos(log, 'it''s FROM \"nowhere\"') > 0 GROUP BY at -- all\n",
])("what is stored may be asked: %s", (sql) => {
  expect(found(sql)).toEqual([]);
});

test.each<[string, string]>([
  ['SELECT "log" FROM "pod_log"', 'panel "Lines": no stream "pod_log" is stored; did you mean "pod_logs"?'],
  [
    'SELECT "logs" FROM "pod_logs"',
    'panel "Lines": it reads column "logs", which no record of the stream pod_logs has; did you mean "log"?',
  ],
  ["SELECT log FROM pod_logs WHERE statuss >= 500", 'panel "Lines": it reads column "statuss", which no record of the stream pod_logs has'],
  ["SELECT 1", 'panel "Lines": its query names no stream'],
])("%s", (sql, what) => {
  expect(found(sql)).toEqual([what]);
});
