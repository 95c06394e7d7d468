import { grouped, keyOf, NAME, type Vector, without } from "./vector";

interface Bucket {
  readonly le: number;
  readonly values: Float64Array;
}

/** Of classic buckets, by `le` (VictoriaMetrics, app/vmselect/promql/transform.go, transformHistogramQuantile). */
export function histogramQuantile(shares: Float64Array, vectors: readonly Vector[]): Vector[] {
  const buckets = vectors.filter(({ labels }) => labels.le !== undefined);
  const own = ({ labels }: Vector) => without(labels, [NAME, "le"]);
  return [...grouped(buckets, (vector) => keyOf(own(vector))).values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const sorted = group.map(({ labels, values }) => ({ le: boundOf(labels.le), values })).sort((a, b) => a.le - b.le);
    return { labels: own(first), values: shares.map((share, index) => quantileAt(index, share, sorted)) };
  });
}

const boundOf = (text = ""): number => (/^\+?inf$/i.test(text) ? Number.POSITIVE_INFINITY : Number(text));

function quantileAt(index: number, share: number, buckets: readonly Bucket[]): number {
  // each holds what those below it hold
  const counts: number[] = [];
  for (const { values } of buckets) counts.push(Math.max(counts.at(-1) ?? 0, values[index] || 0));
  const all = counts.at(-1) ?? 0;
  if (all === 0 || Number.isNaN(share)) return Number.NaN;
  if (share < 0) return Number.NEGATIVE_INFINITY;
  if (share > 1) return Number.POSITIVE_INFINITY;
  const wanted = all * share;
  let [below, lower] = [0, 0];
  for (const [place, { le }] of buckets.entries()) {
    const count = counts[place] ?? 0;
    if (count <= 0 || count < wanted) {
      if (count > 0) below = count;
      lower = le;
      continue;
    }
    if (le === Number.POSITIVE_INFINITY) break;
    return count === below ? lower : lower + ((le - lower) * (wanted - below)) / (count - below);
  }
  return buckets.findLast(({ le }) => Number.isFinite(le))?.le ?? Number.NaN;
}
