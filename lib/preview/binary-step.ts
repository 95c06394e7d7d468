const ROUND = [1, 2, 4, 5, 8, 10, 16, 20, 32, 50, 64, 100, 128, 200, 256, 500, 512];

/** About four steps from the least to the largest value that is drawn, each a round number of KiB, MiB, ...; nothing where they are less than a byte. */
export function binaryStep(lines: readonly (readonly (number | null)[])[], isStacked: boolean, least: number | undefined) {
  const length = Math.max(0, ...lines.map((values) => values.length));
  let [low, high] = [least ?? 0, 0];
  for (let index = 0; index < length; index++) {
    let sum = 0;
    for (const values of lines) {
      const value = values[index] ?? 0;
      sum = isStacked ? sum + value : value;
      low = Math.min(low, sum);
      high = Math.max(high, sum);
    }
  }
  const wanted = (high - low) / 4;
  if (wanted < 1) return undefined;
  const base = 1024 ** Math.floor(Math.log(wanted) / Math.log(1024));
  const step = base * (ROUND.find((round) => round >= wanted / base) ?? 1024);
  return { step, min: least ?? step * Math.floor(low / step), max: step * Math.ceil(high / step) };
}
