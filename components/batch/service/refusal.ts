/** An answer, or a setting, that a run can do nothing with: its message says what, where and how to mend it. */
export class Refusal extends Error {}

/** The list, unless nothing is in it: what is empty tells of nothing, and mostly of a wrong address or missing rights. */
export function notEmpty<T>(list: readonly T[], what: string, mend: string): readonly T[] {
  if (list.length === 0) throw new Refusal(`${what} is empty; ${mend}`);
  return list;
}

/** Text that came from outside, short enough for a line of the log. */
export function excerpt(text: string): string {
  const LONGEST = 300;
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}...` : line;
}
