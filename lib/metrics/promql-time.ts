const UNITS: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3600, d: 86_400, w: 604_800, y: 31_536_000 };

/** Of a time as PromQL has it, such as 1h30m. */
export const secondsOf = (text: string): number =>
  [...text.matchAll(/(\d+)(ms|[smhdwy])/g)].reduce((sum, [, number, unit = "s"]) => sum + Number(number) * (UNITS[unit] ?? 0), 0);
