import type { OutputFile } from "../gitops/manifest";
import type { Series } from "../series";
import { catalogueOf } from "./catalogue";
import type { Platform } from "./platform";

type Row = readonly [series: string, kind: Series["kind"], source: string, labels: string, check: string];

type Told = Pick<Platform, "scrapes" | "rules" | "absentExporters">;

/**
 * `series.tsv`, what can be asked, for people and programs: a series or a histogram by its base name, its kind, the `job` of its samples
 * (where that comes with them or is not known yet, the name of the scrape; of what the evaluator makes nothing), its own labels. Of a
 * recorded series all labels but `job` are its own. `check` says `unconfirmed` of a name that was read somewhere and not seen on a
 * running exporter, and `not asked` where the site has not said yet where the exporter is.
 */
export function seriesTable(platform: Told): OutputFile {
  const rows = rowsOf(platform).map((row) => row.join("\t"));
  return { file: "series.tsv", text: `${["series\tkind\tsource\tlabels\tcheck", ...new Set(rows.sort())].join("\n")}\n` };
}

function rowsOf(platform: Told): Row[] {
  const catalogue = catalogueOf({ scrapes: platform.scrapes, rules: platform.rules, absentExporters: [] });
  const exported = catalogue.exported.map(({ series, job, scrape = "" }): Row => rowOf(series, job ?? scrape));
  const notAsked = platform.absentExporters.flatMap(({ name, series, isOff }) =>
    isOff ? [] : series.map((one): Row => rowOf(one, name, "not asked")),
  );
  const recorded = catalogue.recordings.flatMap((recording) =>
    catalogue.labelsRecorded(recording).map(({ labels }): Row => {
      const own = [...labels.keys()].filter((label) => label !== "job");
      return [recording.name, "recorded", labels.get("job")?.value ?? "", own.sort().join(","), ""];
    }),
  );
  return [...exported, ...notAsked, ...recorded];
}

function rowOf({ name, kind, labels, sometimes, isUnconfirmed }: Series, source: string, ...checks: readonly string[]): Row {
  return [
    name,
    kind,
    source,
    [...labels, ...sometimes].sort().join(","),
    [...(isUnconfirmed ? ["unconfirmed"] : []), ...checks].join(", "),
  ];
}
