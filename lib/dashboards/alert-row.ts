import { WATCHDOG } from "../alerts/labels";
import { readableTemplate } from "../alerts/readable-template";
import { runbookUrl } from "../alerts/runbooks";
import { evaluatorSeries } from "../metrics/built-in-series";
import { escapePattern } from "../metrics/promql";
import { matches } from "../series";
import type { ShownAlert } from "./alerts-shown";
import { type TextPanel, type TimelinePanel, text, timeline } from "./panel";

const { ALERTS: alertState } = evaluatorSeries;

/** Firing alerts of those names, without the heartbeat, which always fires. */
export const firing = (names: readonly string[]): string =>
  alertState({
    alertstate: "firing",
    alertname: matches(
      [...new Set(names)]
        .filter((name) => name !== WATCHDOG)
        .map(escapePattern)
        .join("|"),
    ),
  });

/** Of a table of words, in pixels: title, margins and head, and a line. */
const [AROUND, LINE] = [84, 28];
/** Of a unit of height, the gap to the next panel in it. */
const UNIT_OF_HEIGHT = 38;

/** What stands at the end of a dashboard: which of its alerts fired, and what each means. */
export function alertPanels(alerts: readonly ShownAlert[], runbooksUrl: string): readonly [TimelinePanel, TextPanel] {
  return [
    timeline({
      title: "Which alerts fired?",
      description: "Each alert of this page that fired in the time that is shown; the heartbeat always does. What each means stands below.",
      unit: "flag",
      height: 6,
      // where none fires one line says that this was looked at
      queries: [
        {
          expr: `max by (alertname) (${firing(alerts.map(({ name }) => name))}) or label_replace(vector(0), "alertname", "all others", "", "")`,
          legend: "{{alertname}}",
        },
      ],
      means: { 0: { text: "quiet", color: "green" }, 1: { text: "fires", color: "red" } },
    }),
    text({
      title: "What do they say?",
      description: "The alerts that are judged by what this page shows, each with its runbook.",
      width: 24,
      height: Math.ceil((AROUND + LINE * alerts.length) / UNIT_OF_HEIGHT),
      markdown: tableOf(alerts, runbooksUrl),
    }),
  ];
}

function tableOf(alerts: readonly ShownAlert[], runbooksUrl: string): string {
  const lines = alerts.map(({ name, severity, component, summary }) => [
    `[${name}](${runbookUrl(runbooksUrl, name)})`,
    severity,
    component,
    readableTemplate(summary).replaceAll("|", "\\|"),
  ]);
  const head = ["Alert", "Severity", "Component", "Fires when"];
  return [head, head.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
