import { posix } from "node:path";
import type { Pack } from "../../lib/alerts/rule";
import type { Duration } from "../../lib/duration";
import { REPOSITORY } from "../../lib/images/entry";
import type { Named } from "./file-names";
import type { FoundGroup } from "./found";
import { Code, commentText, type Printable, printed, quoted } from "./literal";

/** By it a file of ours is told from one that people wrote. */
export const MARK = "belfry import-rules";

export interface Where {
  /** The folder of the file, from the repository's root; `/` between its parts. */
  readonly folder: string;
  readonly file: string;
}

/** The import of a module of the repository, by its path from the root. */
export function importLine(names: readonly string[], module: string, { folder }: Pick<Where, "folder">): string {
  // relative() alone would take both to begin where somebody stands
  const path = posix.relative(posix.resolve(REPOSITORY, folder), posix.resolve(REPOSITORY, module));
  const from = quoted(path.startsWith(".") ? path : `./${path}`);
  const areTypes = names.every((name) => name.startsWith("type "));
  const listed = [...names].sort(byName).map((name) => (areTypes ? bare(name) : name));
  return `import ${areTypes ? "type " : ""}{ ${listed.join(", ")} } from ${from};`;
}

/** Types stand among values, a capital in front of its small letter, as the formatter sorts them. */
const byName = (a: string, b: string): number => (sortKey(a) < sortKey(b) ? -1 : 1);
const sortKey = (name: string): string => bare(name).replace(/[a-zA-Z]/g, (letter) => letter.toLowerCase() + (letter < "a" ? "0" : "1"));
const bare = (name: string): string => name.replace(/^type /, "");

/** `minutes(5)`, and the function that it takes. */
export function durationCode({ seconds: total }: Duration): { readonly code: Code; readonly unit: string } {
  const [unit = "seconds", size = 1] = UNITS.find(([, each]) => total > 0 && total % each === 0) ?? [];
  return { code: new Code(`${unit}(${total / size})`), unit };
}
const UNITS = [
  ["days", 86_400],
  ["hours", 3600],
  ["minutes", 60],
] as const;

/** A file of imported rules: as they are, recorded, and paging nobody. */
export function importedFile({ source, area, maker }: Named, pack: Pack, where: Where): string {
  const intervals = source.groups.flatMap(({ interval }) => (interval ? [durationCode(interval).unit] : []));
  const units = [...new Set(intervals)];
  const group = ({ name, interval, rules }: FoundGroup): Printable => ({
    name,
    interval: interval && durationCode(interval).code,
    rules: new Code(`importedFrom(PACK, ${printed(rules.map(({ rule }) => rule))})`),
  });
  return [
    importLine(["importedFrom", "type Pack", "type RuleBundle"], "lib/alerts/rule", where),
    ...(units.length > 0 ? [importLine(units, "lib/duration", where)] : []),
    "",
    `const PACK: Pack = ${printed({ source: pack.source, absent: pack.absent })};`,
    "",
    `/** Made by ${MARK} of ${commentText(`${source.told}, ${source.file}`)}. No \`team\`: recorded, and paging nobody. */`,
    `export function ${maker}(): RuleBundle {`,
    `  return ${printed({ area, file: where.file, groups: source.groups.map(group) })};`,
    "}",
    "",
  ].join("\n");
}

/** The list of a folder's files, which a part declares. */
export function listFile(all: readonly { readonly area: string; readonly maker: string }[], where: Pick<Where, "folder">): string {
  return [
    importLine(["type RuleBundle"], "lib/alerts/rule", where),
    ...all.map(({ area, maker }) => `import { ${maker} } from "./${area}";`),
    "",
    `/** Every area of this folder, listed by ${MARK}. */`,
    `export const importedRules: readonly RuleBundle[] = [${all.map(({ maker }) => `${maker}()`).join(", ")}];`,
    "",
  ].join("\n");
}
