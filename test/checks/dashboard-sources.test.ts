import { dashboards as part } from "../../charts/dashboards";
import { dashboardSources } from "../../lib/checks/dashboard-sources";
import type { DashboardModel } from "../../lib/dashboards/model";
import { placedDashboards } from "../../lib/dashboards/placed";
import type { Part } from "../../lib/platform/part";
import { board } from "../dashboards/board";
import { exampleSite } from "../example-site";
import { changesOf } from "../platform-changes";
import { SMALL_PARTS, smallPlatformOf, whats } from "./small-platform";

const withoutRules = (content: ReturnType<Part["at"]>) =>
  content && { ...content, declares: { ...content.declares, rules: [], withheld: [] } };
const GOOD = smallPlatformOf(exampleSite(), [...SMALL_PARTS, { ...part, at: (site) => withoutRules(part.at(site)) }], [board()]);

const METRICS = { type: "prometheus", uid: "metrics" };
const LOKI = { type: "loki", uid: "loki" };
// biome-ignore lint/suspicious/noTemplateCurlyInString: as the application writes it
const CHOSEN = { type: "prometheus", uid: "${ds}" };

/** As saved from the editor, with something changed. */
function found(change: (model: DashboardModel) => void): string[] {
  const [placed] = placedDashboards(GOOD);
  if (placed === undefined) throw new Error("nothing was rendered");
  const copy = structuredClone(placed);
  change(copy.model);
  return whats(dashboardSources, { ...GOOD, dashboards: [copy] });
}
/** The first that draws something. */
const ofPanel = (to: object) => (model: DashboardModel) => Object.assign(model.panels[1] ?? {}, to);
const annotated = (...list: readonly object[]) => found((model) => Object.assign(model, { annotations: { list } }));
const chosenOf = (type: string, source: object) =>
  found((model) => {
    Object.assign(model, { templating: { list: [{ name: "ds", type: "datasource", query: type }] } });
    ofPanel({ datasource: source, targets: [{ refId: "A", datasource: source }] })(model);
  });

test("what is provisioned may be asked", () => {
  expect(whats(dashboardSources, GOOD)).toEqual([]);
});

test.each<[string, object, string]>([
  [
    "none anywhere",
    { datasource: undefined, targets: [{ refId: "A" }] },
    'panel "Targets 1" names no data source, and asks whichever is the usual one',
  ],
  ["null", { datasource: null }, 'panel "Targets 1" names no data source, and asks whichever is the usual one'],
  ["one by its name", { datasource: "Prometheus" }, 'panel "Targets 1" asks the data source "Prometheus", which nobody provisions'],
  [
    "one that nobody has",
    { datasource: LOKI, targets: [{ refId: "A", datasource: LOKI }] },
    'panel "Targets 1" asks the data source "loki", which nobody provisions',
  ],
  [
    "another type",
    { datasource: { type: "loki", uid: "metrics" } },
    'panel "Targets 1" asks the data source "metrics" as loki, and it is prometheus',
  ],
  [
    "one of a query",
    { targets: [{ refId: "B", datasource: LOKI }] },
    'query B of panel "Targets 1" asks the data source "loki", which nobody provisions',
  ],
  [
    "none in a mixed panel",
    { datasource: { uid: "-- Mixed --" }, targets: [{ refId: "A", datasource: METRICS }, { refId: "B" }] },
    'query B of panel "Targets 1" names no data source, and asks whichever is the usual one',
  ],
  [
    "an expression",
    { targets: [{ refId: "C", datasource: { type: "__expr__", uid: "__expr__" } }] },
    'query C of panel "Targets 1" is an expression over other queries, which no check reads',
  ],
])("a panel with %s is told once", (_, panel, what) => {
  expect(found(ofPanel(panel))).toEqual([what]);
});

test("a text asks nobody", () => {
  expect(found(ofPanel({ type: "text", datasource: undefined, targets: undefined }))).toEqual([]);
});

test("one that is chosen is of the type that is asked", () => {
  expect(chosenOf("prometheus", CHOSEN)).toEqual([]);
  expect(chosenOf("loki", { ...CHOSEN, type: "loki" })).toEqual([
    'variable "ds" chooses a data source of the type "loki", and none is provisioned',
  ]);
  expect(chosenOf("prometheus", { ...CHOSEN, type: "loki" })).toEqual([
    `panel "Targets 1" asks the data source "${CHOSEN.uid}" as loki, and it is prometheus`,
  ]);
});

test("variables and annotations ask somebody too, but for what is the application's own", () => {
  expect(
    found((model) =>
      Object.assign(model, {
        templating: {
          list: [
            { name: "job", type: "query" },
            { name: "text", type: "textbox" },
          ],
        },
      }),
    ),
  ).toEqual(['variable "job" names no data source, and asks whichever is the usual one']);
  expect(annotated({ name: "Own", builtIn: 1 }, { name: "Deploys", datasource: { type: "grafana", uid: "-- Grafana --" } })).toEqual([]);
  expect(annotated({ name: "Down", datasource: LOKI })).toEqual(['annotation "Down" asks the data source "loki", which nobody provisions']);
});

test("one that is provisioned with another type, or no more", () => {
  const { change } = changesOf(GOOD);
  const provisioning = (text: string) =>
    whats(dashboardSources, change("ConfigMap/grafana-data-sources", "data", { "data-sources.yaml": text }));
  expect(provisioning("datasources: [{ uid: logs, type: other }]")[0]).toMatch(/"metrics", which nobody provisions$/);
  expect(provisioning("datasources: [{ uid: metrics, type: other }]")[0]).toMatch(/"metrics" as prometheus, and it is other$/);
});
