/** What a reading shows of a command, part by part. */
export type Shown = Readonly<Record<string, string>>;

/** Whether `whole` says of every part what `some` says. */
export function contains(whole: Readonly<Record<string, unknown>>, some: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(some).every(([name, value]) => whole[name] === value);
}

/** Whether a part is again as it was before. */
export function isBack(seen: Shown, { wanted, before }: { readonly wanted: Shown; readonly before: Shown }): boolean {
  return Object.keys(wanted).some((name) => seen[name] !== wanted[name] && seen[name] === before[name]);
}

export function shownText(shown: Shown): string {
  return Object.values(shown).join(", ");
}
