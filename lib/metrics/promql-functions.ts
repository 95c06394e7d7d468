/** What a function or an aggregation is given: a range, an instant vector, a number or a text. */
export type Kind = "range" | "vector" | "number" | "text";

export interface Signature {
  readonly takes: readonly Kind[];
  /** How many of these may be left out, from the last. */
  readonly optional: number;
  /** The last of them may come again and again. */
  readonly isVariadic: boolean;
}

const KINDS: Readonly<Record<string, Kind>> = { r: "range", v: "vector", n: "number", t: "text" };

/** `"rate increase": "r"`; what stands behind `?` may be left out, and `*` repeats the last. */
function signatures(table: Readonly<Record<string, string>>): ReadonlyMap<string, Signature> {
  return new Map(
    Object.entries(table).flatMap(([names, form]) => {
      const takes = [...form].flatMap((letter) => KINDS[letter] ?? []);
      const isVariadic = form.endsWith("*");
      const optional = isVariadic ? 1 : (form.split("?")[1]?.length ?? 0);
      return names.split(" ").map((name): [string, Signature] => [name, { takes, optional, isVariadic }]);
    }),
  );
}

/**
 * The functions that promtool 2.42 reads and VictoriaMetrics 1.79.5 evaluates: each of the two has more (`histogram_count` and
 * `day_of_year` the one, `sort_by_label` and `mad_over_time` the other), and both read a rule.
 */
export const FUNCTIONS = signatures({
  "rate irate increase delta idelta deriv changes resets": "r",
  "avg_over_time count_over_time last_over_time max_over_time min_over_time present_over_time": "r",
  "stddev_over_time stdvar_over_time sum_over_time absent_over_time": "r",
  predict_linear: "rn",
  holt_winters: "rnn",
  quantile_over_time: "nr",
  "abs absent ceil exp floor ln log10 log2 sgn sort sort_desc sqrt timestamp scalar": "v",
  "acos acosh asin asinh atan atanh cos cosh deg rad sin sinh tan tanh": "v",
  "clamp_max clamp_min": "vn",
  clamp: "vnn",
  round: "v?n",
  histogram_quantile: "nv",
  label_replace: "vtttt",
  label_join: "vttt*",
  "day_of_month day_of_week days_in_month hour minute month year": "?v",
  vector: "n",
  "time pi": "",
});

export const AGGREGATIONS = signatures({
  "sum avg count min max group stddev stdvar": "v",
  "topk bottomk quantile": "nv",
  count_values: "tv",
});
