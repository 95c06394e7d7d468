import { nextcloudSeries as nextcloud } from "../../../components/file-sync/series";
import { minutes } from "../../../lib/duration";
import { becomes, goes, passing, targetFails, targets, together } from "../../../lib/world/fault";
import { expectedFor, type Faults } from "./fault";

const of = expectedFor("Files & Documents");
const { nextcloud_up: up, nextcloud_scrape_errors_total: _, ...told } = nextcloud;
const silent = together(becomes(up(), 0), ...Object.values(told).map((one) => goes(one())));

/** The file sync. */
export const fileSyncFaults: Faults = () => [
  { title: "an update of the file sync does not end", change: silent, expect: of("FileSyncDown", "critical", 12) },
  {
    title: "the file sync is in maintenance for some minutes",
    change: passing(minutes(6), silent),
    expect: { nothingFor: minutes(40) },
  },
  {
    title: "somebody syncs a disk full of films",
    change: becomes(nextcloud.nextcloud_free_space_bytes(), 2e9),
    expect: of("FileSyncSpaceShort", "warning", 17),
  },
  {
    title: "the exporter of the file sync was stopped",
    change: targetFails(targets({ job: "nextcloud" })),
    expect: of("FileSyncExporterDown", "warning", 6),
  },
];
