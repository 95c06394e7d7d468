import { alertsShown } from "../../lib/dashboards/alerts-shown";
import { renderDashboard } from "../../lib/dashboards/render";
import { board } from "./board";

const surroundings = {
  runbooksUrl: "https://git.example.org/runbooks",
  organisation: "default",
  titleOf: () => undefined,
  alerts: alertsShown([], []),
};

test.each([
  ["every minute where nothing else is said", {}, "1m"],
  ["as often as a dashboard for a wall says", { refresh: "30s" }, "30s"],
] as const)("a dashboard asks anew %s", (_, changes, every) => {
  expect(renderDashboard(board(changes), surroundings).refresh).toBe(every);
});
