import { newestAge } from "../../service/age";
import { gaugeOf } from "../../service/gauge";
import { timesIn } from "../../service/listing/listing";
import { runScript } from "../../service/run";
import type { Found, Run, Script } from "../../service/script";
import { ofEach } from "../../service/targets";
import { backupOffsiteSeries } from "./series";
import { backupOffsiteSettings } from "./settings";

/** Each run of restic leaves one file there, whose name is its hash (restic, "Repository Format"). */
const SNAPSHOTS = "snapshots/";

/** The age of each source's newest copy, by the time of the file that stands for it. */
export function findCopies(run: Run<typeof backupOffsiteSettings>): Promise<Found> {
  const { configuration, now } = run;
  const find = async ({ source, repository }: (typeof configuration.SOURCES)[number]) => {
    const address = `${repository.replace(/\/*$/, "/")}${SNAPSHOTS}`;
    const times = await timesIn({ address, hasTimesInNames: false }, configuration, run);
    const age = newestAge(times, now(), `the copy of source ${source}`);
    return { gauges: [gaugeOf(backupOffsiteSeries.offsite_copy_age_days, { source }, age)] };
  };
  return ofEach(configuration.SOURCES, ({ source }) => `source ${source}`, find, run);
}

export const backupOffsite: Script<typeof backupOffsiteSettings> = {
  name: "backup-offsite",
  purpose: "tells how old the newest off-site copy of each source is, in a repository of restic's layout.",
  protocol: "a web server for its index pages (HTTP, HTML or JSON), or an object store (S3 ListObjectsV2, signature version 4).",
  settings: backupOffsiteSettings,
  series: backupOffsiteSeries,
  run: findCopies,
};

if (require.main === module) void runScript(backupOffsite);
