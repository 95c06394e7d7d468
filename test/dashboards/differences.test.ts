import { differenceLines, diffPage } from "../../bin/preview/diff-page";
import type { SavedDashboard } from "../../lib/dashboards/dashboard";
import { dashboardDifferences } from "../../lib/dashboards/differences";
import type { DashboardModel } from "../../lib/dashboards/model";

const saved = (uid: string, panels: DashboardModel["panels"], more: Partial<DashboardModel> = {}): SavedDashboard => ({
  folder: "Nodes",
  model: { uid, title: `Title of ${uid}`, schemaVersion: 42, panels, ...more },
});
const panel = (id: number, title: string, expr: string) => ({ type: "stat", id, title, targets: [{ refId: "A", expr }] });
const row = (...panels: DashboardModel["panels"]) => ({ type: "row", id: 9, title: "Row", panels });

const before = [
  saved("same", [panel(1, "a", "up")]),
  saved("other", [panel(1, "a", "up"), panel(2, "b", "down"), row(panel(3, "inside", "x"))], { refresh: "1m" }),
  saved("gone", []),
];
const after = [
  saved("new", []),
  saved("other", [panel(1, "a", "sum(up)"), panel(4, "c", "left"), row(panel(3, "inside too", "x"))], { refresh: "5m" }),
  saved("same", [panel(1, "a", "up")]),
];

test("what was added, changed and removed is told by dashboard, by panel and by field", () => {
  expect(differenceLines(dashboardDifferences(before, after))).toEqual([
    'added   Nodes/new "Title of new"',
    'changed Nodes/other "Title of other"',
    "  refresh: 1m -> 5m",
    '  changed panel "a"',
    "    targets[0].expr: up -> sum(up)",
    '  added panel "c"',
    '  changed panel "inside too"',
    "    title: inside -> inside too",
    '  removed panel "b"',
    'removed Nodes/gone "Title of gone"',
  ]);
});

test("nothing is told of what is as it was", () => {
  expect(dashboardDifferences(before, before)).toEqual([]);
  expect(diffPage([])).toContain("No dashboard is another.");
});

test("one that moved to another folder is another", () => {
  const [first] = before;
  const moved = first === undefined ? [] : [{ ...first, folder: "Storage" as const }];
  expect(differenceLines(dashboardDifferences(before.slice(0, 1), moved))).toEqual([
    'changed Storage/same "Title of same"',
    "  folder: Nodes -> Storage",
  ]);
});

test("the page shows texts as they are, and a long one cut", () => {
  const changed = dashboardDifferences([saved("x", [panel(1, "<b>", "up")])], [saved("x", [panel(1, "<b>", `sum(${"a".repeat(300)})`)])]);
  const page = diffPage(changed.map((difference) => ({ difference, new: "x-new.png" })));
  expect(page).toContain("changed panel &quot;&lt;b&gt;&quot;");
  expect(page).toContain(`sum(${"a".repeat(196)}...`);
  expect(page).toContain('Before: none</div><div>After<img src="x-new.png"');
});
