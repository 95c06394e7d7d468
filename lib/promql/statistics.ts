/** The value below which that share of the values is, between the two nearest in proportion. */
export function quantileOf(share: number, values: ArrayLike<number>): number {
  const sorted = Float64Array.from(values).sort();
  if (sorted.length === 0 || Number.isNaN(share)) return Number.NaN;
  if (share < 0) return Number.NEGATIVE_INFINITY;
  if (share > 1) return Number.POSITIVE_INFINITY;
  const rank = share * (sorted.length - 1);
  const lower = Math.floor(rank);
  const upper = Math.min(sorted.length - 1, lower + 1);
  return (sorted[lower] ?? Number.NaN) * (1 - (rank - lower)) + (sorted[upper] ?? Number.NaN) * (rank - lower);
}

export function stdvarOf(values: Float64Array): number {
  const mean = values.reduce((all, one) => all + one, 0) / values.length;
  return values.reduce((all, one) => all + (one - mean) ** 2, 0) / values.length;
}
