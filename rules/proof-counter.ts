/**
 * A counter that grows by `step` in the first minute of every `period`, in promtool's notation. A range of five minutes always holds a
 * step of every fourth minute and sometimes none of every eighth; half the range misses some of the former, twice the range none of the latter.
 */
export function growing(period: number, { step = 1, length = 90 }: { readonly step?: number; readonly length?: number } = {}): string {
  return Array.from({ length: length + 1 }, (_, minute) => step * Math.ceil(minute / period)).join(" ");
}
