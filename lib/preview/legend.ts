type Labels = Readonly<Record<string, string>>;

/** A series by a query's legend; without one by all of its labels, as the store writes a series. */
export function seriesName(labels: Labels, legend: string | undefined, expr: string): string {
  if (legend !== undefined && legend !== "" && legend !== "__auto")
    return legend.replace(/\{\{\s*(.+?)\s*\}\}/g, (_, label: string) => labels[label] ?? "");
  const { __name__: name = "", ...others } = labels;
  const pairs = Object.entries(others).map(([label, value]) => `${label}="${value}"`);
  if (pairs.length === 0) return name || expr;
  return `${name}{${pairs.join(", ")}}`;
}

/** Several series without a legend by what tells them apart: the value of the one label in which they differ, or of each. */
export function autoNames(all: readonly Labels[], expr: string): string[] {
  const names = [...new Set(all.flatMap((labels) => Object.keys(labels)))].sort();
  const differing = names.filter((name) => new Set(all.map((labels) => labels[name] ?? "")).size > 1);
  if (all.length > 1 && differing.length === 1) return all.map((labels) => labels[differing[0] ?? ""] ?? "");
  return all.map((labels) => seriesName(labels, undefined, expr));
}
