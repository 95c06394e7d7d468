const isNumber = (value: number | null): value is number => value !== null && !Number.isNaN(value);

/** What becomes of the values of a series, by the application's names. */
const REDUCERS: Readonly<Record<string, (values: readonly number[], all: readonly (number | null)[]) => number | undefined>> = {
  lastNotNull: (values) => values.at(-1),
  last: (_, all) => all.at(-1) ?? undefined,
  firstNotNull: (values) => values[0],
  first: (_, all) => all[0] ?? undefined,
  min: (values) => values.reduce((a, b) => Math.min(a, b)),
  max: (values) => values.reduce((a, b) => Math.max(a, b)),
  sum: (values) => values.reduce((a, b) => a + b),
  mean: (values) => values.reduce((a, b) => a + b) / values.length,
  count: (_, all) => all.length,
  range: (values) => values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b)),
  delta: (values) => values.reduce((sum, value, index) => sum + Math.max(0, value - (values[index - 1] ?? value)), 0),
  diff: (values) => (values.at(-1) ?? 0) - (values[0] ?? 0),
};

/** How a column of the legend is called. */
export const REDUCER_NAMES: Readonly<Record<string, string>> = {
  lastNotNull: "Last *",
  last: "Last",
  firstNotNull: "First *",
  first: "First",
  min: "Min",
  max: "Max",
  sum: "Total",
  mean: "Mean",
  count: "Count",
  range: "Range",
  delta: "Delta",
  diff: "Difference",
};

export function reduced(values: readonly (number | null)[], by: string): number | null {
  const reducer = REDUCERS[by];
  if (reducer === undefined) throw new Error(`the calculation "${by}" is not drawn here; use one of ${Object.keys(REDUCERS).join(", ")}`);
  const there = values.filter(isNumber);
  return there.length === 0 && by !== "count" ? null : (reducer(there, values) ?? null);
}
