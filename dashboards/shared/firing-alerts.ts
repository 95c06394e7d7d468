import { WATCHDOG } from "../../lib/alerts/labels";
import { type StatPanel, stat, type TablePanel, table } from "../../lib/dashboards/panel";
import { evaluatorSeries } from "../../lib/metrics/built-in-series";
import { matches, not } from "../../lib/series";

const { ALERTS, ALERTS_FOR_STATE } = evaluatorSeries;

/** Whose alerts: patterns, such as variables. @default - everybody's */
export interface FiringChoice {
  readonly component?: string;
  readonly severity?: string;
}

const choiceOf = ({ component, severity }: FiringChoice) => ({
  alertname: not(WATCHDOG),
  ...(component !== undefined && { component: matches(component) }),
  ...(severity !== undefined && { severity: matches(severity) }),
});

/** What fires, without the heartbeat, which always does. */
export const firingAlerts = (choice: FiringChoice = {}): string => ALERTS({ alertstate: "firing", ...choiceOf(choice) });

/** How many of a severity fire: a number where none does, too. */
export const firingCount = (severity: "critical" | "warning" | "info"): string =>
  `count(${ALERTS({ alertstate: "firing", severity, alertname: not(WATCHDOG) })}) or vector(0)`;

/** How many of a severity fire, as a tile of a page's first row. */
export function firingTile(severity: "critical" | "warning", { title, description }: Pick<StatPanel, "title" | "description">): StatPanel {
  return stat({
    title,
    description,
    unit: "count",
    decimals: 0,
    width: 4,
    queries: [{ expr: firingCount(severity) }],
    thresholds: [{ at: 1, is: severity }],
    isTile: true,
  });
}

const LOUDEST = { critical: 3, warning: 2, info: 1 } as const;

/** What fires as 3 for critical, 2 for a warning, 1 for what is told only. */
export const bySeverity = (choice: FiringChoice = {}): string =>
  Object.entries(LOUDEST)
    .map(([severity, rank]) => {
      const { severity: _, ...others } = choiceOf(choice);
      const chosen = choice.severity === undefined ? "" : ` and ${firingAlerts(choice)}`;
      return `${rank} * (${ALERTS({ alertstate: "firing", severity, ...others })}${chosen})`;
    })
    .join(" or ");

/** Where nothing fires one row says so. */
const NOTHING = "or on () vector(0)";
/** Of the row that says so. */
const BLANK = { 0: { text: "–", color: "gray" } } as const;
const ROW = "alertname, component";

/** Every alert that fires, the loudest first; its name leads to its runbook. */
export function firingTable(choice: FiringChoice = {}, changes: Partial<Pick<TablePanel, "title" | "height" | "width">> = {}): TablePanel {
  const now = firingAlerts(choice);
  return table({
    title: "What fires?",
    description: "The loudest first; each name leads to its runbook. The heartbeat, which always fires, is not among them.",
    ...changes,
    by: { alertname: "Alert", component: "Component" },
    leadsTo: { alertname: "runbook", component: { dashboard: "alerts-overview", variable: "component" } },
    columns: [
      {
        title: "Severity",
        expr: `max by (${ROW}) (${bySeverity(choice)}) ${NOTHING}`,
        unit: "state",
        means: {
          3: { text: "critical", color: "red" },
          2: { text: "warning", color: "orange" },
          1: { text: "info", color: "blue" },
          0: { text: "nothing fires", color: "green" },
        },
      },
      { title: "Things", expr: `count by (${ROW}) (${now}) ${NOTHING}`, unit: "count", decimals: 0, means: BLANK },
      {
        title: "For",
        expr: `max by (${ROW}) (time() - (${ALERTS_FOR_STATE(choiceOf(choice))} and ignoring (alertstate) ${now})) ${NOTHING}`,
        unit: "seconds",
        decimals: 0,
        means: BLANK,
      },
    ],
  });
}
