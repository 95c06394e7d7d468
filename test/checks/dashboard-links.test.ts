import { dashboardLinks } from "../../lib/checks/dashboard-links";
import type { Dashboard } from "../../lib/dashboards/dashboard";
import { graph } from "../../lib/dashboards/panel";
import { placedDashboards } from "../../lib/dashboards/placed";
import { choice } from "../../lib/dashboards/variable";
import { board } from "../dashboards/board";
import { SMALL, whats } from "./small-platform";

const found = (...dashboards: readonly Dashboard[]) => whats(dashboardLinks, { ...SMALL, dashboards });

test("links to what is there pass", () => {
  expect(found(board({ next: ["other"], alerts: ["RelayDown"] }), board({ uid: "other", title: "Other" }))).toEqual([]);
});

test("a dashboard that is not there", () => {
  expect(found(board({ next: ["boards"] }))).toEqual(['it links to the dashboard "boards", which is not there; did you mean "board"?']);
});

test("an alert that nobody declares", () => {
  expect(found(board({ alerts: ["RelaysDown"] }))).toEqual([
    'it belongs to the alert "RelaysDown", which nobody declares; did you mean "RelayDown"?',
  ]);
});

const asking = (alert: string): Dashboard =>
  board({
    rows: [
      ...board().rows,
      { title: "Added", panels: [graph({ title: "Up", description: "Words.", unit: "count", asks: [alert], queries: [{ expr: "up" }] })] },
    ],
  });

test("an alert that a panel asks and nobody declares", () => {
  expect(found(asking("RelaysDown"))).toEqual(['panel "Up" asks the alert "RelaysDown", which nobody declares; did you mean "RelayDown"?']);
});

test("the runbook of an alert that cannot fire here is not linked, and whoever links it by hand is told", () => {
  const platform = { ...SMALL, dormantAlerts: ["FansDown"], dashboards: [asking("FansDown")] };
  expect(whats(dashboardLinks, platform)).toEqual([]);
  expect(JSON.stringify(placedDashboards(platform))).not.toContain("FansDown");
  expect(JSON.stringify(placedDashboards({ ...SMALL, dashboards: [asking("RelayDown")] }))).toContain("/RelayDown.md");
  expect(linking(`${SMALL.site.urls.runbooks_url}/FansDown.md`, platform)).toEqual([
    'it links to the runbook of "FansDown", and there is no such page',
  ]);
});

const FRAMED = SMALL.site.urls.grafana_embed_url;
/** What is found of a dashboard that links so, beside one with a variable. */
function linking(url: string, base = SMALL): string[] {
  const chosen = board({ uid: "chosen", title: "Chosen", variables: [choice("job", "Job", { of: "up", label: "job" })] });
  const [first, ...others] = placedDashboards({ ...base, dashboards: [board(), chosen] });
  if (first === undefined) throw new Error("nothing was rendered");
  return whats(dashboardLinks, { ...base, dashboards: [{ ...first, model: { ...first.model, links: [{ title: "x", url }] } }, ...others] });
}

test.each([
  "/d/boards/x",
  "d/boards",
  "/d-solo/boards?panelId=1",
  `${SMALL.site.urls.grafana_url}/d/boards?orgId=1`,
  `${FRAMED}/d-solo/boards`,
])("a link to a dashboard that is not there: %s", (url) => {
  expect(linking(url)).toEqual(['it links to the dashboard "boards", which is not there; did you mean "board"?']);
});

test.each(["/d/chosen?var-job=x&from=now-1h", "https://www.example.com/d/boards", "/dashboards", "/d/$uid", "/explore?left=d/boards"])(
  "what leads somewhere passes: %s",
  (url) => {
    expect(linking(url)).toEqual([]);
  },
);

test("a value for a variable that the other one does not define", () => {
  expect(linking("/d/chosen?var-jobs=x")).toEqual([
    'it gives the dashboard "chosen" a value for $jobs, which that does not define; did you mean "job"?',
  ]);
});

test.each(["[x](/d/boards)", '[x](/d/boards "Words")', '<a class="b" href="/d/boards">x</a>', "<a href='/d/boards'>x</a>"])(
  "a link in a text: %s",
  (content) => {
    const [first] = placedDashboards({ ...SMALL, dashboards: [board()] });
    if (first === undefined) throw new Error("nothing was rendered");
    const panels = [...first.model.panels, { type: "text", title: "Words", options: { content } }];
    expect(whats(dashboardLinks, { ...SMALL, dashboards: [{ ...first, model: { ...first.model, panels } }] })).toEqual([
      'it links to the dashboard "boards", which is not there; did you mean "board"?',
    ]);
  },
);
