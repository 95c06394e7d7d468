import type { Forge } from "./forge";

export type Said = "added" | "changed" | "as it was" | "nothing to say";

/** Which of the comments is ours: several sites of a repository have one each. */
const markOf = (site: string): string => `<!-- belfry: ${site} -->`;

/**
 * Says it in one comment, however often: it is the same with every push. Somebody may have copied its text, mark and all, so that the
 * newest that we may change is taken.
 */
export async function comment(forge: Forge, site: string, text: (limit: number) => string, isNews: boolean): Promise<Said> {
  const mark = markOf(site);
  const body = `${mark}\n${text(forge.limit - mark.length)}`;
  const own = (await forge.comments()).filter((one) => one.body.startsWith(mark)).reverse();
  if (own[0]?.body.trimEnd() === body.trimEnd()) return "as it was";
  for (const { id } of own) if (await forge.change(id, body)) return "changed";
  if (!isNews) return "nothing to say";
  await forge.add(body);
  return "added";
}
