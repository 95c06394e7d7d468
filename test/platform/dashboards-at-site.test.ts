import type { Dashboard } from "../../lib/dashboards/dashboard";
import { graph, logs, type Panel, table } from "../../lib/dashboards/panel";
import { choice } from "../../lib/dashboards/variable";
import { logView } from "../../lib/log-store/log-view";
import type { AbsentExporter } from "../../lib/metrics/observed";
import type { Scrape } from "../../lib/metrics/scrape";
import { dashboardsAtSite } from "../../lib/platform/dashboards-at-site";
import { declareSeries, gauge, seriesOf } from "../../lib/series";
import { sampleAlert } from "../alerts/sample-rules";
import { board } from "../dashboards/board";

const fans = seriesOf(declareSeries({ fan_speed: gauge("count", "Speed."), up: gauge("flag", "Up.") }));
const fanExporter: AbsentExporter = { name: "fans", series: fans, until: "scrapes.off names it" };
const pumps: Scrape = {
  name: "pumps",
  job: "pumps",
  series: seriesOf(declareSeries({ pump_speed: gauge("count", "Speed."), up: gauge("flag", "Up.") })),
  from: { kind: "node", nodes: { outside: "nodes", addresses: [] }, port: 1, path: "/" },
};

const showing = (...exprs: readonly [string, ...string[]]): Panel => {
  const [first, ...others] = exprs.map((expr) => ({ expr }));
  if (first === undefined) throw new Error("nothing is shown");
  return graph({ title: exprs.join(), description: "Words.", unit: "count", queries: [first, ...others] });
};
const with_ = (...panels: readonly Panel[]): Dashboard => board({ rows: [...board().rows, { title: "Added", panels }] });
const at = (...dashboards: readonly Dashboard[]) =>
  dashboardsAtSite({
    dashboards,
    scrapes: [pumps],
    absentExporters: [fanExporter],
    streams: [],
    rules: [],
    leftOut: [],
    hasApplication: true,
  });

/** The expressions of the row that was added. */
const added = (dashboard: Dashboard): string[] => {
  const [one] = at(dashboard).dashboards;
  if (one === undefined || "model" in one) throw new Error("it was left out");
  const panels = one.rows.flatMap(({ title, panels: of }) => (title === "Added" ? of : []));
  return panels.flatMap((panel) =>
    panel.kind === "table"
      ? panel.columns.map(({ expr }) => expr)
      : "queries" in panel
        ? panel.queries.map(({ expr }) => expr)
        : [panel.kind],
  );
};

test.each([
  ["a panel on what only an absent exporter gives goes", showing("fan_speed"), []],
  ["one on what is there stays", showing("pump_speed"), ["pump_speed"]],
  ["of several queries those stay that have something", showing("pump_speed", "fan_speed"), ["pump_speed"]],
  ["of an or the side that is there stays alone", showing("fan_speed or pump_speed"), ["pump_speed"]],
  [
    "so it does where variables stand in both",
    showing('max(rate(fan_speed{job=~"$job"}[$__rate_interval])) or max(pump_speed{job=~"$job"})'),
    ['max(pump_speed{job=~"$job"})'],
  ],
  ["an exception that nobody gives goes", showing("pump_speed unless fan_speed"), ["pump_speed"]],
  ["a number in place of it is none", showing("sum(fan_speed) or vector(0)"), []],
  ["what has the job of an absent exporter goes", showing('up{job="fans"}'), []],
  ["the same of another job stays", showing('up{job="pumps"}'), ['up{job="pumps"}']],
  ["a misspelt name stays, for the check to find", showing("pump_sped"), ["pump_sped"]],
] as const)("%s", (_, panel, left) => {
  expect(added(with_(panel))).toEqual(left);
});

test("a column goes, and the table with its last one", () => {
  const column = (expr: string) => ({ title: expr, expr, unit: "count" as const });
  const rows = { title: "Rows", description: "Words.", by: { instance: "Instance" } };
  expect(added(with_(table({ ...rows, columns: [column("fan_speed"), column("pump_speed")] })))).toEqual(["pump_speed"]);
  expect(added(with_(table({ ...rows, columns: [column("fan_speed")] })))).toEqual([]);
});

test("a panel of a recording goes with the recording", () => {
  const recording = { ...sampleAlert({ expr: "fan_speed" }, "fan:speed:max") };
  const { dashboards } = dashboardsAtSite({
    dashboards: [with_(showing("fan:speed:max"))],
    scrapes: [pumps],
    absentExporters: [],
    streams: [],
    rules: [],
    leftOut: [{ exporter: "fans", until: "scrapes.off names it", rules: [recording] }],
    hasApplication: true,
  });
  const [one] = dashboards;
  expect(one !== undefined && "rows" in one && one.rows.map(({ title }) => title)).toEqual(["At a glance"]);
});

test("a panel of a log stream goes where nobody stores that", () => {
  const view = logView("web", { status: { type: "integer", what: "Words." } }, "All", {
    what: "Words.",
    where: ({ status }) => status.isThere(),
    shows: ["status"],
  });
  expect(added(with_(logs({ title: "Lines", description: "Words.", view })))).toEqual([]);
});

describe("a page that keeps too few panels", () => {
  const page = board({ uid: "fans", title: "Fans", rows: [{ title: "Fans", panels: [showing("fan_speed"), showing("pump_speed")] }] });
  const linking = board({
    next: ["fans", "board"],
    rows: [
      ...board().rows,
      {
        title: "Added",
        panels: [
          table({
            title: "Rows",
            description: "Words.",
            by: { instance: "Instance" },
            leadsTo: { instance: { dashboard: "fans", variable: "fan" } },
            columns: [{ title: "Speed", expr: "pump_speed", unit: "count" }],
          }),
        ],
      },
    ],
  });

  test("is left out, and told with what it waits for", () => {
    expect(at(page)).toEqual({
      dashboards: [],
      leftOut: [{ exporter: "fans", until: "scrapes.off names it", rules: [], dashboards: ["fans"] }],
    });
  });

  test("and nothing links to it", () => {
    const [one] = at(linking, page).dashboards;
    expect(one).toMatchObject({ next: ["board"] });
    expect(JSON.stringify(one)).not.toContain('"fans"');
  });

  test("so is one of which nothing could be chosen", () => {
    const choosing = board({ variables: [choice("fan", "Fan", { of: "fan_speed", label: "fan" })] });
    expect(at(choosing).leftOut).toMatchObject([{ exporter: "fans", dashboards: ["board"] }]);
  });

  test("nor does anything to one of a part that the site does without", () => {
    const { dashboards, leftOut } = dashboardsAtSite({
      dashboards: [linking],
      scrapes: [pumps],
      absentExporters: [],
      streams: [],
      rules: [],
      leftOut: [],
      hasApplication: true,
      dormant: [{ exporter: "fans", until: "write the section fans", rules: [], dashboards: ["fans"] }],
    });
    expect(dashboards).toMatchObject([{ next: ["board"] }]);
    expect(JSON.stringify(dashboards)).not.toContain('"fans"');
    expect(leftOut).toEqual([]);
  });
});

test("what a part would export that the site does without is absent like any exporter's", () => {
  const { dashboards, leftOut } = dashboardsAtSite({
    dashboards: [with_(showing("fan_speed"))],
    scrapes: [pumps],
    absentExporters: [],
    streams: [],
    rules: [],
    leftOut: [],
    hasApplication: true,
    dormant: [{ exporter: "fans", until: "write the section fans", rules: [], series: fans }],
  });
  expect(dashboards.flatMap((one) => ("rows" in one ? one.rows.map(({ title }) => title) : []))).toEqual(["At a glance"]);
  expect(leftOut).toEqual([]);
});

test("where nobody shows them there are none, and that is told", () => {
  const site = { scrapes: [pumps], absentExporters: [], streams: [], rules: [], leftOut: [], hasApplication: false };
  expect(dashboardsAtSite({ ...site, dashboards: [board()] })).toEqual({
    dashboards: [],
    leftOut: [{ exporter: "the dashboard application", until: "write urls.grafana_url", rules: [], dashboards: ["board"] }],
  });
});
