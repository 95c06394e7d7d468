import type { OutputFile } from "../gitops/manifest";
import type { SeenProgram } from "../metrics/scrape";
import type { Platform } from "../platform/platform";
import type { Series } from "../series";
import { blocks, code, codes, table } from "./markdown";

interface Seen {
  readonly name: string;
  readonly release: SeenProgram;
  readonly isAsked: boolean;
  readonly series: readonly Series[];
}

/** `exporters.md`: of each exporter that others run the release that was seen answering, and which names nobody has seen of any scrape. */
export function exportersPage({ scrapes, absentExporters }: Pick<Platform, "scrapes" | "absentExporters">): OutputFile {
  const seen: Seen[] = [
    ...scrapes.flatMap(({ name, from, series }) =>
      from.kind === "observed" ? [{ name, release: from.release, isAsked: true, series }] : [],
    ),
    ...absentExporters.flatMap(({ name, release, series }) => (release === undefined ? [] : [{ name, release, isAsked: false, series }])),
  ];
  const others = scrapes.filter(({ from, series }) => from.kind !== "observed" && unseenIn(series).length > 0);
  const text = blocks(
    "# Exporters",
    "What others run, with the program and its release that answered when its names were written down: an older or newer one may lack some. Names that were read somewhere and not seen on a running one are `unconfirmed` in `series.tsv`, and no page rests on one alone.",
    table(
      ["Exporter", "Seen on", "Asked here", "Names not seen"],
      seen.map(({ name, release: { program, release }, isAsked, series }) => [
        code(name),
        `${program} ${release}`,
        isAsked ? "yes" : "no",
        namesOf(series),
      ]),
    ),
    ...(others.length === 0
      ? []
      : [
          "Of the other scrapes:",
          table(
            ["Scrape", "Names not seen"],
            others.map(({ name, series }) => [code(name), namesOf(series)]),
          ),
        ]),
  );
  return { file: "exporters.md", text: `${text}\n` };
}

const unseenIn = (series: readonly Series[]): string[] => series.flatMap((one) => (one.isUnconfirmed ? [one.name] : [])).sort();

function namesOf(series: readonly Series[]): string {
  const names = unseenIn(series);
  return names.length === 0 ? "none" : codes(names);
}
