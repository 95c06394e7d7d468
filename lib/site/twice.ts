import type { Contradiction } from "./draft";
import { quote } from "./quote";

/** The entries of a list whose name another had before. */
export function twice<Key extends string>(
  list: readonly ({ readonly [K in Key]?: string | undefined } | undefined)[] | undefined,
  key: Key,
  path: Contradiction["path"],
): Contradiction[] {
  const seen = new Set<string>();
  return (list ?? []).flatMap((one, index) => {
    const name = one?.[key];
    if (name === undefined) return [];
    const isAgain = seen.has(name);
    seen.add(name);
    return isAgain ? [{ path: [...path, index, key], message: `${quote(name)} is listed twice; give each its own` }] : [];
  });
}
