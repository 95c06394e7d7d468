import { dashboardQueries } from "../../lib/checks/dashboard-queries";
import type { Dashboard } from "../../lib/dashboards/dashboard";
import { graph, logs, type Panel, stat } from "../../lib/dashboards/panel";
import { placedDashboards } from "../../lib/dashboards/placed";
import { choice } from "../../lib/dashboards/variable";
import { logView } from "../../lib/log-store/log-view";
import type { AbsentExporter } from "../../lib/metrics/observed";
import { declareSeries, gauge, seriesOf } from "../../lib/series";
import { board } from "../dashboards/board";
import { SMALL, whats } from "./small-platform";

const found = (...dashboards: readonly Dashboard[]) => whats(dashboardQueries, { ...SMALL, dashboards });

const panel = (expr: string, legend?: string): Panel =>
  graph({ title: "Added", description: "Words.", unit: "count", queries: [{ expr, legend }] });
const showing = (expr: string, legend?: string, changes: Partial<Dashboard> = {}): Dashboard =>
  board({ rows: [...board().rows, { title: "Added", panels: [panel(expr, legend)] }], ...changes });

const JOB = choice("job", "Job", { of: "up", label: "job" });
const ONE = choice("job", "Job", { of: "up", label: "job", isMulti: false });

test("a dashboard with nothing wrong passes", () => {
  expect(found(board())).toEqual([]);
  expect(found(showing('sum by (job) (rate(relay_events_total{job=~"$job"}[$__rate_interval]))', "{{job}}", { variables: [JOB] }))).toEqual(
    [],
  );
});

test.each<[string, string, string]>([
  ["an expression that does not parse", "sum(up", 'panel "Added": syntax error at offset 6, near "the end"'],
  [
    "a series that nobody exports",
    "relay_event_total",
    'nobody exports the series "relay_event_total"; did you mean "relay_events_total"?',
  ],
  ["a pattern of names that picks none", '{__name__=~"rely_.+"}', 'panel "Added": no exported series matches "rely_.+"'],
])("%s", (_, expr, what) => {
  expect(found(showing(expr))).toEqual([what]);
});

test("a label that the series lack", () => {
  expect(found(showing('relay_events_total{alertname="A"}'))[0]).toMatch(/alertname/);
});

test("a legend of a label that no sample carries", () => {
  expect(found(showing("sum by (job) (up)", "{{instance}}"))).toEqual([
    'panel "Added": its legend names {{instance}}, which no sample of sum by (job) (up) carries',
  ]);
});

test("a line without a name: it has none of the legend's labels", () => {
  expect(found(showing("sum by (job) (up) or vector(0)", "{{job}}"))).toEqual([
    'panel "Added": a line of sum by (job) (up) or vector(0) has none of the labels that its legend names, and no name',
  ]);
  expect(found(showing("sum by (job) (up) or vector(0)", "{{job}} up"))).toEqual([]);
  expect(found(showing('sum by (job) (up) or on () label_replace(vector(0), "job", "none", "", "")', "{{job}}"))).toEqual([]);
});

test("in a saved dashboard a line without a name is as its author drew it", () => {
  const [placed] = placedDashboards({ ...SMALL, dashboards: [showing("sum by (job) (up) or vector(0)", "{{job}}")] });
  if (placed === undefined) throw new Error("it is not placed");
  expect(whats(dashboardQueries, { ...SMALL, dashboards: [{ ...placed, file: "saved.json" }] })).toEqual([]);
});

test("a variable of several values that is compared by equality: two chosen ones are none", () => {
  expect(found(showing('up{job="$job"}', undefined, { variables: [JOB] }))).toEqual([
    'panel "Added": it compares "job" with $job by equality, and $job may be several values',
  ]);
  expect(found(showing('up{job="$job"}', undefined, { variables: [ONE] }))).toEqual([]);
  expect(found(showing('up{job="a-$job"}', undefined, { variables: [JOB] }))).toEqual([
    'panel "Added": it compares "job" with $job by equality, and $job may be several values',
  ]);
});

test("a variable that nobody defines, and one that nobody uses", () => {
  expect(found(showing('up{job=~"$jobs"}', undefined, { variables: [JOB] }))).toEqual([
    "it uses the variable $jobs, which it does not define; did you mean $job?",
    "nothing uses its variable $job: what is chosen there changes nothing",
  ]);
});

test("a series of an exporter that the site does without", () => {
  const off: AbsentExporter = {
    name: "fans",
    series: seriesOf(declareSeries({ fan_speed: gauge("count", "Speed.") })),
    until: "scrapes.off names it",
    isOff: true,
  };
  const at = (absent: AbsentExporter) =>
    whats(dashboardQueries, { ...SMALL, absentExporters: [absent], dashboards: [showing("up or fan_speed")] });
  expect(at(off)).toEqual(['it asks the series "fan_speed" of fans, which this site does without (scrapes.off names it)']);
  const { isOff: _, ...notNamedYet } = off;
  expect(at(notNamedYet)).toEqual([]);
});

test("a label that the agent puts on every sample may be asked, one that nobody puts there may not", () => {
  expect(found(showing('sum by (cluster) (relay_events_total{cluster="home"})', "{{cluster}}"))).toEqual([]);
  expect(found(showing('relay_events_total{environment="home"}'))[0]).toMatch(/asks for the label "environment"/);
});

test("a variable of a series that nobody exports", () => {
  const variables = [choice("job", "Job", { of: "upp", label: "job" })];
  expect(found(showing('up{job=~"$job"}', undefined, { variables }))).toEqual(['nobody exports the series "upp"; did you mean "up"?']);
});

test("an annotation asks what there is, at either of the places where the application writes it", () => {
  const [placed] = placedDashboards({ ...SMALL, dashboards: [board()] });
  if (placed === undefined) throw new Error("nothing was rendered");
  const drawn = (...list: readonly Record<string, unknown>[]) =>
    whats(dashboardQueries, { ...SMALL, dashboards: [{ ...placed, model: { ...placed.model, annotations: { list: [...list] } } }] });
  expect(drawn({ name: "Down", expr: "up == 0" }, { name: "Own", builtIn: 1 })).toEqual([]);
  expect(drawn({ name: "Down", expr: "upp == 0" })).toEqual(['nobody exports the series "upp"; did you mean "up"?']);
  expect(drawn({ name: "Down", target: { expr: "up ==" } })[0]).toMatch(/^annotation "Down": syntax error/);
});

test.each([
  ["constant", "5"],
  ["custom", "five : 5, 6"],
  ["interval", "5,6"],
  ["textbox", "5"],
])("a value that the dashboard itself lists stands for a variable of the type %s", (type, query) => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as the application writes it
  const [placed] = placedDashboards({ ...SMALL, dashboards: [showing("up > $limit or up offset ${limit}m")] });
  if (placed === undefined) throw new Error("nothing was rendered");
  const listing = (list: { name: string; type: string; query: string }[]) =>
    whats(dashboardQueries, { ...SMALL, dashboards: [{ ...placed, model: { ...placed.model, templating: { list } } }] });
  expect(listing([{ name: "limit", type, query }])).toEqual([]);
  expect(listing([{ name: "limit", type, query: "upp" }])).not.toEqual([]);
});

test("an expression over queries names these, and no variables", () => {
  const [placed] = placedDashboards({ ...SMALL, dashboards: [board()] });
  if (placed === undefined) throw new Error("nothing was rendered");
  const panels = placed.model.panels.map((one) => ({ ...one, targets: [...(one.targets ?? []), { refId: "Z", expression: "$A * 2" }] }));
  expect(whats(dashboardQueries, { ...SMALL, dashboards: [{ ...placed, model: { ...placed.model, panels } }] })).toEqual([]);
});

test("a panel of records asks the log store, which is provided", () => {
  const view = logView("pod_logs", { node: { type: "text", what: "the node" } }, "Of a node", {
    what: "what a node wrote",
    where: ({ node }) => node.is("node-1"),
    shows: ["node"],
  });
  const records = logs({ title: "Records", description: "Words.", view });
  expect(found(board({ rows: [...board().rows, { title: "Records", panels: [records] }] }))).toEqual([]);
});

test("more queries than a page may ask", () => {
  const many = Array.from({ length: 55 }, (_, index) => ({
    ...stat({ title: `More ${index}`, description: "Words.", unit: "count", queries: [{ expr: `count(up) > ${index}` }] }),
  }));
  expect(found(board({ rows: [...board().rows, { title: "More", panels: many }] }))).toEqual(["it asks 61 queries at each refresh"]);
  expect(found(board({ rows: [...board().rows, { title: "More", panels: many.slice(1) }] }))).toEqual([]);
});

test("the same expression on four dashboards; on three it may be", () => {
  const of = (uid: string, index: number) => {
    const panels = Array.from({ length: 6 }, (_, each) =>
      stat({ title: `${each}`, description: "Words.", unit: "count", queries: [{ expr: `count(up) > ${10 * index + each}` }] }),
    );
    return board({ uid, title: uid, rows: [{ title: "Row", panels: [...panels, panel("sum(up)")] }] });
  };
  const boards = ["a", "b", "c", "d"].map(of);
  expect(found(...boards.slice(0, 3))).toEqual([]);
  expect(found(...boards)).toEqual(["sum(up) is shown here and on b, c, d"]);
});
