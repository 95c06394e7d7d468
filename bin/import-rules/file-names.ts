/** What the files of ours are called, and what they export. */
import { basename, dirname } from "node:path";
import type { FoundSource } from "./found";

export interface Named {
  readonly source: FoundSource;
  /** File without its ending, and area: the rule object's name in the cluster. */
  readonly area: string;
  /** The function that makes the area. */
  readonly maker: string;
}

/** The names of objects in Kubernetes are no longer where they are labels too. */
const LONGEST = 50;

/** One name for each source; none that is `taken`, because the manifests of two areas with one name would be one file. */
export function named(sources: readonly FoundSource[], taken: ReadonlySet<string>): Named[] {
  // the list of them is a file too
  const given = new Set(["all"]);
  return sources.map((source) => {
    const base = slug(source.name);
    // packs call their files alike, and the folders of them not
    const inFolder = slug(`${basename(dirname(source.file))}-${source.name}`);
    const candidates = [
      base,
      ...(taken.has(base) ? [] : [inFolder]),
      `imported-${base}`,
      ...Array.from({ length: sources.length + 1 }, (_, index) => `${base}-${index + 2}`),
    ];
    const area = candidates.find((name) => !given.has(name) && !taken.has(name)) ?? base;
    given.add(area);
    return { source, area, maker: makerOf(area) };
  });
}

function slug(name: string): string {
  const words = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, LONGEST)
    .replace(/^-+|-+$/g, "");
  return words === "" ? "rules" : words;
}

/** `kubePrometheusArea`: no word of the language, no digit in front, and another one for each area. */
const makerOf = (area: string): string =>
  `${/^\d/.test(area) ? "from" : ""}${area.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()).replaceAll("-", "_")}Area`;
