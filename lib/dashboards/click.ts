import type { LeadsToDashboard, TablePanel } from "./panel";

// what the application puts into a link of a cell (Grafana, docs: panels-visualizations/configure-data-links)

/** The value of the cell. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: replaced by the application
export const CLICKED = "${__value.raw}";
/** That of another cell of its row, by its head. */
const inRow = (head: string): string => `\${__data.fields["${head}"]}`;

/** Another dashboard, with the cell and what it takes of its row chosen. */
export function dashboardOf({ dashboard, variable, with: others = {} }: LeadsToDashboard, by: TablePanel["by"]): string {
  const chosen = Object.entries(others).map(([name, label]) => `&var-${name}=${inRow(by[label] ?? label)}`);
  return `/d/${dashboard}?var-${variable}=${CLICKED}${chosen.join("")}&\${__url_time_range}`;
}
