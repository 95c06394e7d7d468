import { type Dashboard, dashboard } from "../../lib/dashboards/dashboard";
import { graph, stat } from "../../lib/dashboards/panel";

/** A dashboard with nothing wrong, over series that every site has. */
export function board(changes: Partial<Dashboard> = {}): Dashboard {
  const panel = (index: number) => ({
    title: `Targets ${index}`,
    description: "How many are up.",
    unit: "count" as const,
    queries: [{ expr: `count(up == ${index})` }] as const,
  });
  return dashboard({
    uid: "board",
    title: "Board",
    folder: "Overview",
    question: "Is it well?",
    asker: "whoever asks",
    rows: [{ title: "At a glance", panels: [...[1, 2, 3, 4].map((index) => stat(panel(index))), graph(panel(5)), graph(panel(6))] }],
    ...changes,
  });
}
