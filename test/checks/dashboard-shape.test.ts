import { dashboardShape } from "../../lib/checks/dashboard-shape";
import type { Dashboard, SavedDashboard } from "../../lib/dashboards/dashboard";
import type { DashboardModel } from "../../lib/dashboards/model";
import { placedDashboards } from "../../lib/dashboards/placed";
import { board } from "../dashboards/board";
import { SMALL, whats } from "./small-platform";

const found = (...dashboards: readonly (Dashboard | SavedDashboard)[]) => whats(dashboardShape, { ...SMALL, dashboards });

/** As saved from the editor, with one thing changed. */
function saved(change: (model: DashboardModel) => void): SavedDashboard {
  const [placed] = placedDashboards({ ...SMALL, dashboards: [board()] });
  if (placed === undefined) throw new Error("nothing was rendered");
  const copy = structuredClone(placed);
  change(copy.model);
  return copy;
}
const panelAt = ({ panels }: DashboardModel, index: number) => panels[index] ?? { type: "none" };

/** The second of the panels in a closed row at another place. */
function closedRow(where: string, what: string, gridPos: object): [string, string, (model: DashboardModel) => void][] {
  const close = (model: DashboardModel) => {
    Object.assign(panelAt(model, 2), { gridPos });
    const [row, ...inside] = model.panels;
    if (row) model.panels = [{ ...row, panels: inside }];
  };
  return [[`panels of a closed row ${where}`, what, close]];
}

test("a dashboard with nothing wrong passes", () => {
  expect(found(board())).toEqual([]);
});

test("two of one uid: the application would take neither", () => {
  expect(found(board(), board({ folder: "Nodes", title: "Another" }))).toEqual([
    'its uid is that of dashboards/Overview "board", and the application would take neither',
  ]);
});

test("two of one title in a folder; in two folders they are two", () => {
  expect(found(board(), board({ uid: "other" }))).toEqual(['its title is that of dashboards/Overview "board", in the same folder']);
  expect(found(board(), board({ uid: "other", folder: "Nodes" }))).toEqual([]);
});

test("twins that were saved are told by their files", () => {
  const [one, other] = ["one.json", "other.json"].map((file) => ({ ...saved(() => undefined), file }));
  if (one === undefined || other === undefined) throw new Error("nothing was saved");
  expect(dashboardShape.run({ ...SMALL, dashboards: [one, other] }).map(({ where, what }) => `${where}: ${what}`)).toEqual([
    'dashboards/Overview/other.json "board": its uid is that of dashboards/Overview/one.json "board", and the application would take neither',
    'dashboards/Overview/other.json "board": its title is that of dashboards/Overview/one.json "board", in the same folder',
  ]);
});

test.each<[string, string, (model: DashboardModel) => void]>([
  ["a uid with a blank", 'its uid "my board" is refused', (model) => Object.assign(model, { uid: "my board" })],
  ["a uid of 41 letters", `its uid "${"a".repeat(41)}" is refused`, (model) => Object.assign(model, { uid: "a".repeat(41) })],
  ["a refresh of ten seconds", 'it refreshes every "10s"', (model) => Object.assign(model, { refresh: "10s" })],
  [
    "a choice of 29 seconds",
    'it refreshes every "29s"',
    (model) => Object.assign(model, { timepicker: { refresh_intervals: ["29s", "30s"] } }),
  ],
  ["a refresh that is no time", 'it refreshes every "often"', (model) => Object.assign(model, { refresh: "often" })],
  ["no question", "it does not say what question it answers", (model) => Object.assign(model, { description: " " })],
  ["five panels", "it has 5 panels", ({ panels }) => panels.pop()],
  ["a panel without a number", 'panel "Targets 1" has no number', (model) => Object.assign(panelAt(model, 1), { id: undefined })],
  ["a panel numbered 0", 'panel "Targets 1" has no number', (model) => Object.assign(panelAt(model, 1), { id: 0 })],
  [
    "two panels of one number",
    'panels "Targets 1" and "Targets 2" have the number 7',
    (model) => {
      Object.assign(panelAt(model, 1), { id: 7 });
      Object.assign(panelAt(model, 2), { id: 7 });
    },
  ],
  [
    "two panels on top of each other",
    'panels "Targets 1" and "Targets 2" lie on top of each other',
    (model) => Object.assign(panelAt(model, 2), { gridPos: { x: 5, y: 1, w: 6, h: 4 } }),
  ],
  [
    "a panel that leaves the grid",
    'panel "Targets 1" is outside of the 24 columns',
    (model) => Object.assign(panelAt(model, 1), { gridPos: { x: 20, y: 1, w: 6, h: 4 } }),
  ],
  [
    "half a column",
    'panel "Targets 1" is outside of the 24 columns',
    (model) => Object.assign(panelAt(model, 1), { gridPos: { x: 0.5, y: 1, w: 5, h: 4 } }),
  ],
  ["a panel without a place", 'panel "Targets 1" has no place', (model) => Object.assign(panelAt(model, 1), { gridPos: undefined })],
  ...closedRow("on top of each other", 'panels "Targets 1" and "Targets 2" lie on top of each other', { x: 5, y: 1, w: 6, h: 4 }),
  ...closedRow("outside of the grid", 'panel "Targets 2" is outside of the 24 columns', { x: 20, y: 1, w: 6, h: 4 }),
  ["a panel without a title", "a stat panel has no title", (model) => Object.assign(panelAt(model, 1), { title: "" })],
  [
    "a panel without a description",
    'panel "Targets 1" has no description',
    (model) => Object.assign(panelAt(model, 1), { description: undefined }),
  ],
  [
    "a panel without a unit",
    'panel "Targets 1" has no unit',
    (model) => Object.assign(panelAt(model, 1), { fieldConfig: { defaults: {} } }),
  ],
  [
    "a title that is cut off",
    `the title of panel "${"T".repeat(61)}" has 61 characters, and is cut off`,
    (model) => Object.assign(panelAt(model, 1), { title: "T".repeat(61) }),
  ],
  [
    "a long hint",
    'the description of panel "Targets 1" has 401 characters',
    (model) => Object.assign(panelAt(model, 1), { description: "d".repeat(401) }),
  ],
])("%s", (_, what, change) => {
  expect(found(saved(change))).toEqual([what]);
});

test.each<[string, (model: DashboardModel) => void]>([
  ["no refresh at all", (model) => Object.assign(model, { refresh: "" })],
  ["a refresh of 30 seconds", (model) => Object.assign(model, { refresh: "30s" })],
  ["a text without a unit", (model) => Object.assign(panelAt(model, 1), { type: "text", fieldConfig: {} })],
  [
    "panels inside a closed row",
    ({ panels }) => {
      const [row, ...inside] = panels;
      if (row) panels.splice(0, panels.length, { ...row, panels: inside });
    },
  ],
])("%s passes", (_, change) => {
  expect(found(saved(change))).toEqual([]);
});
