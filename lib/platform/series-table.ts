import type { OutputFile } from "../gitops/manifest";
import type { Series } from "../series";
import { catalogueOf } from "./catalogue";
import type { Platform } from "./platform";

type Row = readonly [series: string, kind: Series["kind"], source: string, labels: string, check: string];

/**
 * `series.tsv`, what can be asked, for people and programs: a series or a histogram by its base name, its kind, the `job` of
 * its samples (empty where that comes with them), its own labels. Of a recorded series all labels but `job` are its own. `check` says
 * `unconfirmed` of a name that was read somewhere and not seen on a running exporter.
 */
export function seriesTable(platform: Pick<Platform, "scrapes" | "rules">): OutputFile {
  const rows = rowsOf(platform).map((row) => row.join("\t"));
  return { file: "series.tsv", text: `${["series\tkind\tsource\tlabels\tcheck", ...new Set(rows.sort())].join("\n")}\n` };
}

function rowsOf(platform: Pick<Platform, "scrapes" | "rules">): Row[] {
  const catalogue = catalogueOf(platform);
  const exported = catalogue.exported.map(
    ({ series: { name, kind, labels, sometimes, isUnconfirmed }, job = "" }): Row => [
      name,
      kind,
      job,
      [...labels, ...sometimes].sort().join(","),
      isUnconfirmed ? "unconfirmed" : "",
    ],
  );
  const recorded = catalogue.recordings.flatMap((recording) =>
    catalogue.labelsRecorded(recording).map(({ labels }): Row => {
      const own = [...labels.keys()].filter((label) => label !== "job");
      return [recording.name, "recorded", labels.get("job")?.value ?? "", own.sort().join(","), ""];
    }),
  );
  return [...exported, ...recorded];
}
