import { dashboardLinks } from "../../lib/checks/dashboard-links";
import type { Dashboard } from "../../lib/dashboards/dashboard";
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
