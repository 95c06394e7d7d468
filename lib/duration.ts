/** A span of time in whole seconds. Made by {@link seconds}, {@link minutes}, {@link hours} and {@link days}. */
export type Duration = { readonly seconds: number };

/** @throws for what the notations of our tools can't say: a negative span, or a fraction of a second */
export function seconds(n: number): Duration {
  if (!Number.isSafeInteger(n) || n < 0) throw new Error(`a duration is a whole number of seconds, not ${n}`);
  return { seconds: n };
}

export const minutes = (n: number): Duration => seconds(n * 60);
export const hours = (n: number): Duration => seconds(n * 3600);
export const days = (n: number): Duration => seconds(n * 86400);

const UNITS = [
  ["d", 86400],
  ["h", 3600],
  ["m", 60],
  ["s", 1],
] as const;

/**
 * Prometheus notation, e.g. `5m`, `3m30s`, `14d`; `0s` for nothing. vmalert, promtool and
 * Alertmanager all read it. Fluentd does not (it stops at the first unit): use {@link toFluentd} there.
 */
export function toPrometheus(duration: Duration): string {
  let rest = secondsOf(duration);
  let text = "";
  for (const [unit, size] of UNITS) {
    const n = Math.floor(rest / size);
    if (n > 0) text += `${n}${unit}`;
    rest -= n * size;
  }
  return text === "" ? "0s" : text;
}

const WORDS = { d: "day", h: "hour", m: "minute", s: "second" } as const;

/** For people: `4 minutes`, `1 minute 30 seconds`. */
export function inWords(duration: Duration): string {
  return toPrometheus(duration)
    .replace(/(\d+)([dhms])/g, (_, n: string, unit: keyof typeof WORDS) => `${n} ${WORDS[unit]}${n === "1" ? "" : "s"} `)
    .trim();
}

/** Fluentd notation: whole seconds, because fluentd reads `1m30s` as 30 seconds (fluentd, Config.time_value). */
export function toFluentd(duration: Duration): string {
  return `${secondsOf(duration)}s`;
}

/** A text that got past the compiler would be written as no time at all. */
function secondsOf(duration: Duration): number {
  if (typeof duration?.seconds === "number") return duration.seconds;
  throw new Error(`${JSON.stringify(duration)} is no duration; make it with seconds, minutes, hours or days (lib/duration.ts)`);
}
