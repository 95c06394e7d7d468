import type { OutputFile } from "../gitops/manifest";
import type { Series } from "../series";
import { catalogueOf, notAskedYet } from "./catalogue";
import type { Platform } from "./platform";

const COLUMNS = ["series", "kind", "source", "labels", "check", "asked", "curated"] as const;
type Row = Readonly<Record<(typeof COLUMNS)[number], string>>;

type Told = Pick<Platform, "scrapes" | "rules" | "absentExporters" | "curated">;

/**
 * `series.tsv`, what can be asked, for people and programs: a series or a histogram by its base name, its kind, the `job` of its samples
 * (where that comes with them or is not known yet, the name of the scrape; of what the evaluator makes nothing), its own labels. Of a
 * recorded series all labels but `job` are its own. `check` says `unconfirmed` of a name that was read somewhere and not seen on a
 * running exporter, `asked` says `no` where the site has not said yet where the exporter is, and `curated` says `yes` of what a second
 * store gets too.
 */
export function seriesTable(platform: Told): OutputFile {
  const curated = new Set(platform.curated.map(({ name }) => name));
  const rows = rowsOf(platform).map((row) => ({ ...row, curated: curated.has(row.series) ? "yes" : "" }));
  const lines = rows.map((row) => COLUMNS.map((column) => row[column]).join("\t"));
  return { file: "series.tsv", text: `${[COLUMNS.join("\t"), ...new Set(lines.sort())].join("\n")}\n` };
}

function rowsOf(platform: Told): Omit<Row, "curated">[] {
  const catalogue = catalogueOf({ scrapes: platform.scrapes, rules: platform.rules, absentExporters: [] });
  const exported = catalogue.exported.map(({ series, job, scrape = "" }) => rowOf(series, job ?? scrape));
  const notAsked = notAskedYet(platform).flatMap(({ name, series }) => series.map((one) => ({ ...rowOf(one, name), asked: "no" })));
  const recorded = catalogue.recordings.flatMap((recording) =>
    catalogue.labelsRecorded(recording).map(({ labels }) => {
      const own = [...labels.keys()].filter((label) => label !== "job");
      const source = labels.get("job")?.value ?? "";
      return { series: recording.name, kind: "recorded", source, labels: own.sort().join(","), check: "", asked: "" };
    }),
  );
  return [...exported, ...notAsked, ...recorded];
}

function rowOf({ name, kind, labels, sometimes, isUnconfirmed }: Series, source: string) {
  const own = [...labels, ...sometimes].sort().join(",");
  return { series: name, kind, source, labels: own, check: isUnconfirmed ? "unconfirmed" : "", asked: "" };
}
