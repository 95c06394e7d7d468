import type { Declared, Series } from "../../../lib/series";

/** One sample that a run pushes; its group gives it the label `job`. */
export interface Gauge {
  readonly series: Series;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A sample of a declared series, with each of its labels. */
export function gaugeOf<Label extends string>(
  { series }: Declared<"gauge", Label>,
  labels: { readonly [L in Exclude<Label, "job">]: string },
  value: number,
): Gauge {
  return { series, labels, value };
}
