import { nextcloudSeries } from "../components/file-sync/series";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { minutes } from "../lib/duration";
import type { Scraped } from "../lib/metrics/scrape";
import { COMES_AND_GOES } from "./comes-and-goes";
import { exporterDown } from "./exporter-down";

const { nextcloud_free_space_bytes: free, nextcloud_up: answers } = nextcloudSeries;

/** A video or two. */
const LEAST_BYTES = 5e9;

/** The file sync, by what it says of itself; what its users meet is told of its ingress, its pods and its claims. */
export function fileSync({ job }: Scraped): RuleBundle {
  const asked = { job };

  // proofs
  const at = { ...asked, instance: "10.42.0.17:9205" };

  return area("file-sync", { component: "Files & Documents", severity: "warning", ...COMES_AND_GOES }, [
    exporterDown("FileSyncExporterDown", asked, {
      severity: "warning",
      summary: "The exporter of the file sync is down",
      description:
        "Files may be well, and nobody would see that they are not. Look at nextcloud-exporter where the site says that it runs.",
    }),
    alert("FileSyncDown", {
      expr: `max by (job, instance) (${answers(asked)}) == 0`,
      for: minutes(10),
      severity: "critical",
      summary: "The file sync does not tell of itself",
      description:
        "It is down, in maintenance, or refuses the exporter's login: nobody can sync in the first two. The exporter's log says which.",
      fires: { [answers(at)]: "0x60" },
      silent: { [answers(at)]: "1x60" },
    }),
    alert("FileSyncSpaceShort", {
      // below zero it does not know
      expr: `min by (job, instance) (${free(asked)} >= 0) < ${LEAST_BYTES}`,
      for: minutes(15),
      summary: "The file sync has little room left",
      description: "{{ $value | humanize }}B are free where its files lie. Uploads fail once they are used.",
      fires: [{ [free(at)]: "4.8e9x60" }, { [free(at)]: "0x60" }],
      silent: [{ [free(at)]: "5.2e9x60" }, { [free(at)]: "-1x60" }],
    }),
  ]);
}
