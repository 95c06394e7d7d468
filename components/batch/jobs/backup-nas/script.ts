import { newestAge } from "../../service/age";
import { gaugeOf } from "../../service/gauge";
import { timesIn } from "../../service/listing/listing";
import { Refusal } from "../../service/refusal";
import { runScript } from "../../service/run";
import type { Found, Run, Script } from "../../service/script";
import { ofEach } from "../../service/targets";
import { backupNasSeries } from "./series";
import { backupNasSettings } from "./settings";

/** The age of each share's newest snapshot: by its name where that has a time, else by the listing. */
export function findSnapshots(run: Run<typeof backupNasSettings>): Promise<Found> {
  const { configuration, now } = run;
  const find = async ({ share, listing, pattern }: (typeof configuration.SHARES)[number]) => {
    const counts = patternOf(pattern);
    const times = await timesIn({ address: listing, hasTimesInNames: true, counts }, configuration, run);
    const age = newestAge(times, now(), `the snapshot of share ${share}`);
    return { gauges: [gaugeOf(backupNasSeries.nas_snapshot_age_days, { share }, age)] };
  };
  return ofEach(configuration.SHARES, ({ share }) => `share ${share}`, find, run);
}

function patternOf(pattern: string | undefined): (name: string) => boolean {
  if (pattern === undefined) return () => true;
  try {
    const expression = new RegExp(pattern);
    return (name) => expression.test(name);
  } catch {
    throw new Refusal(`SHARES: pattern "${pattern}" is no regular expression; escape what is meant as it stands`);
  }
}

export const backupNas: Script<typeof backupNasSettings> = {
  name: "backup-nas",
  purpose: "tells how old the newest snapshot of each share of the NAS is.",
  protocol: "a web server for its index pages (HTTP, HTML or JSON), or an object store (S3 ListObjectsV2, signature version 4).",
  settings: backupNasSettings,
  series: backupNasSeries,
  run: findSnapshots,
};

if (require.main === module) void runScript(backupNas);
