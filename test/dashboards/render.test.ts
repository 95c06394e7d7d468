import { area, type RuleBundle } from "../../lib/alerts/rule";
import type { Dashboard } from "../../lib/dashboards/dashboard";
import { type DashboardModel, panelsOf } from "../../lib/dashboards/model";
import { graph, logs, type Panel, table } from "../../lib/dashboards/panel";
import { placedDashboards } from "../../lib/dashboards/placed";
import { criticalBelow } from "../../lib/dashboards/threshold";
import { logView } from "../../lib/log-store/log-view";
import { organisationOf } from "../../lib/log-store/organisation";
import { sampleAlert } from "../alerts/sample-rules";
import { SMALL } from "../checks/small-platform";
import { board } from "./board";

const RUNBOOKS = SMALL.site.urls.runbooks_url;
const rules: readonly RuleBundle[] = [
  area("disks", {}, [
    sampleAlert({ expr: "disk_used > 0.9", severity: "critical", summary: "Disk {{ $labels.disk }} is full" }, "DiskFull"),
    sampleAlert({ expr: "disk_used > 0.8", severity: "warning", summary: "Disk {{ $labels.disk }} fills | soon" }, "DiskFilling"),
  ]),
];

function rendered(changes: Partial<Dashboard>): DashboardModel {
  const [one] = placedDashboards({ ...SMALL, rules, dashboards: [board(changes)] });
  if (one === undefined) throw new Error("nothing was rendered");
  return one.model;
}

function panel(declared: Panel) {
  const model = rendered({ rows: [{ title: "Row", panels: [declared] }] });
  const [one] = panelsOf(model);
  if (one === undefined) throw new Error("no panel was rendered");
  return one;
}

const used = { title: "Used", description: "Words.", unit: "ratio", queries: [{ expr: "disk_used", legend: "{{disk}}" }] } as const;

test("a panel that asks alerts has their thresholds beside its own, and links their runbooks", () => {
  const { fieldConfig, links } = panel(graph({ ...used, asks: ["DiskFilling", "DiskFull"], thresholds: [criticalBelow(0)] }));
  expect((fieldConfig?.defaults as Record<string, unknown> | undefined)?.thresholds).toEqual({
    mode: "absolute",
    steps: [
      { value: null, color: "red" },
      { value: 0, color: "green" },
      { value: 0.8, color: "orange" },
      { value: 0.9, color: "red" },
    ],
  });
  expect(links).toMatchObject([{ url: `${RUNBOOKS}/DiskFilling.md` }, { url: `${RUNBOOKS}/DiskFull.md` }]);
});

test("a column that asks an alert is judged by it", () => {
  const { fieldConfig } = panel(
    table({
      title: "Disks",
      description: "Words.",
      by: { disk: "Disk" },
      columns: [{ title: "Used", expr: "disk_used", unit: "ratio", asks: ["DiskFull"] }],
    }),
  );
  const properties = fieldConfig?.overrides?.flatMap((one) => one.properties ?? []);
  expect(properties).toContainEqual({
    id: "thresholds",
    value: {
      mode: "absolute",
      steps: [
        { value: null, color: "green" },
        { value: 0.9, color: "red" },
      ],
    },
  });
});

test("a label's value leads to a dashboard with it chosen, or to the runbook of its name", () => {
  const { fieldConfig } = panel(
    table({
      title: "Disks",
      description: "Words.",
      by: { disk: "Disk", alertname: "Alert" },
      leadsTo: { disk: { dashboard: "disk", variable: "disk" }, alertname: "runbook" },
      columns: [{ title: "Used", expr: "disk_used", unit: "ratio" }],
    }),
  );
  const urls = fieldConfig?.overrides?.flatMap(({ properties = [] }) =>
    properties.flatMap(({ id, value }) => (id === "links" ? (value as { url: string }[]).map(({ url }) => url) : [])),
  );
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the application's own variables
  expect(urls).toEqual(["/d/disk?var-disk=${__value.raw}&${__url_time_range}", `${RUNBOOKS}/\${__value.raw}.md`]);
});

test("a page lists the alerts of its areas with their runbooks, shows which fired, and draws them over its graphs", () => {
  const model = rendered({ areas: ["disks"] });
  const [fired, words] = panelsOf(model).slice(-2);
  expect(fired?.targets?.[0]?.expr).toContain('ALERTS{alertstate="firing",alertname=~"DiskFilling|DiskFull"}');
  expect((words as { options?: { content?: string } }).options?.content).toBe(
    [
      "| Alert | Severity | Component | Fires when |",
      "| --- | --- | --- | --- |",
      `| [DiskFilling](${RUNBOOKS}/DiskFilling.md) | warning | DNS | Disk \`disk\` fills \\| soon |`,
      `| [DiskFull](${RUNBOOKS}/DiskFull.md) | critical | DNS | Disk \`disk\` is full |`,
    ].join("\n"),
  );
  expect(JSON.stringify((model as { annotations?: unknown }).annotations)).toContain("DiskFilling|DiskFull");
});

test("a page of no alert has neither", () => {
  const model = rendered({});
  expect(panelsOf(model).map(({ type }) => type)).not.toContain("text");
  expect(JSON.stringify((model as { annotations?: unknown }).annotations ?? {})).not.toContain("ALERTS");
});

test("records of the log store are asked of it, in its own words", () => {
  const view = logView("web", { status: { type: "integer", what: "Words." } }, "Failed", {
    what: "Words.",
    where: ({ status }) => status.atLeast(500),
    shows: ["status"],
  });
  const { datasource, targets } = panel(logs({ title: "Failed", description: "Words.", view }));
  expect(datasource).toEqual({ type: "yesoreyeram-infinity-datasource", uid: "logs" });
  const [asked] = targets ?? [];
  expect(asked).toMatchObject({
    type: "json",
    source: "url",
    url: `/api/${organisationOf(SMALL.site)}/_search?type=logs`,
    root_selector: "hits",
  });
  // the application puts numbers in place of its variables
  const body = JSON.parse((asked?.url_options?.data ?? "").replaceAll(/\$\{__(?:from|to)\}/g, "1700000000000"));
  expect(body.query).toEqual({
    sql: 'SELECT "_timestamp" / 1000 AS "at", "status" FROM "web" WHERE "status" >= 500 ORDER BY "_timestamp" DESC',
    start_time: 1_700_000_000_000_000,
    end_time: 1_700_000_000_000_000,
    from: 0,
    size: 200,
  });
});

test.each([
  ["every minute where nothing else is said", {}, "1m"],
  ["as often as a dashboard for a wall says", { refresh: "30s" }, "30s"],
] as const)("a dashboard asks anew %s", (_, changes, every) => {
  expect(rendered(changes).refresh).toBe(every);
});
