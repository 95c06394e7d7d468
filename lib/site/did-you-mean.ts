/** The candidate that a misspelt word most likely meant; nothing when none is close enough to suggest. */
export function didYouMean<T extends string>(word: string, candidates: readonly T[]): T | undefined {
  const wanted = fold(word);
  // A third of the letters may be wrong: beyond that a guess confuses more than the list of allowed words.
  const limit = Math.max(1, Math.min(3, Math.floor(wanted.length / 3)));
  let best: { readonly candidate: T; readonly distance: number } | undefined;
  for (const candidate of candidates) {
    const other = fold(candidate);
    if (Math.abs(other.length - wanted.length) > limit) continue;
    const distance = editDistance(wanted, other, limit);
    if (distance <= limit && (best === undefined || distance < best.distance)) best = { candidate, distance };
  }
  return best?.candidate ?? onlyCompletion(wanted, candidates);
}

/** `Files` for "Files & Documents", `metrics` for `metrics_url`: a beginning that fits one candidate alone. */
function onlyCompletion<T extends string>(wanted: string, candidates: readonly T[]): T | undefined {
  if (wanted.length < 3) return undefined;
  const fitting = candidates.filter((candidate) => fold(candidate).startsWith(wanted));
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** `relayUrl`, `relay-url` and `Relay_URL` are the same word to a human. */
function fold(word: string): string {
  return word.toLowerCase().replace(/[-_ ]/g, "");
}

/** Damerau-Levenshtein in its restricted form: insert, delete, replace, and swap of two neighbours cost one each. Beyond the limit it is only that. */
function editDistance(a: string, b: string, limit: number): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const replace = (last[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const remove = (last[column] ?? 0) + 1;
      const insert = (current[column - 1] ?? 0) + 1;
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const swap = isSwap ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      current.push(Math.min(replace, remove, insert, swap));
    }
    // a swap comes from the row before
    if (Math.min(...last) >= limit && Math.min(...current) > limit) return Number.POSITIVE_INFINITY;
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? 0;
}
