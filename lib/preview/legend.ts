type Labels = Readonly<Record<string, string>>;

/** A series by a query's legend; without one by all of its labels, as the store writes a series. */
export function seriesName(labels: Labels, legend: string | undefined, expr: string): string {
  if (legend !== undefined && legend !== "") return legend.replace(/\{\{\s*(.+?)\s*\}\}/g, (_, label: string) => labels[label] ?? "");
  const { __name__: name = "", ...others } = labels;
  const pairs = Object.entries(others).map(([label, value]) => `${label}="${value}"`);
  if (pairs.length === 0) return name || expr;
  return `${name}{${pairs.join(", ")}}`;
}

/** Where the application names them itself (`__auto`): by the one label that there is, or by all. */
export function autoNames(all: readonly Labels[], expr: string): string[] {
  const [label, ...more] = new Set(all.flatMap((labels) => Object.keys(labels)));
  if (label !== undefined && more.length === 0) return all.map((labels) => labels[label] ?? "");
  return all.map((labels) => seriesName(labels, undefined, expr));
}
