import { type Duration, seconds } from "../../lib/duration";

/** Milliseconds in each unit, largest first: Prometheus reads them in this order alone (common, model/time.go). */
const UNITS = [
  ["y", 31_536_000_000],
  ["w", 604_800_000],
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["m", 60_000],
  ["s", 1000],
  ["ms", 1],
] as const;

const SHAPE = new RegExp(`^${UNITS.map(([unit]) => `(?:(\\d{1,9})${unit})?`).join("")}$`);

/** A duration as rule files write it; undefined for what Prometheus does not read. */
export function milliseconds(text: string): number | undefined {
  if (text === "0") return 0;
  const parts = text === "" ? null : SHAPE.exec(text);
  return parts === null ? undefined : UNITS.reduce((sum, [, size], index) => sum + Number(parts[index + 1] ?? 0) * size, 0);
}

/** In whole seconds, which is as fine as our declarations are; undefined for anything finer. */
export function wholeSeconds(text: string): Duration | undefined {
  const time = milliseconds(text);
  return time === undefined || time % 1000 !== 0 ? undefined : seconds(time / 1000);
}
