import { dashboardFiles } from "../dashboards/files";
import { placedDashboards } from "../dashboards/placed";
import type { OutputFile } from "../gitops/manifest";
import { alertIndex } from "../platform/alert-index";
import type { Platform } from "../platform/platform";
import { runbookPages } from "../platform/runbook-pages";
import { seriesTable } from "../platform/series-table";
import { exportersPage } from "./exporters";
import { installPage } from "./page";
import { DEFAULT_LOCK, fileName } from "./site-file";

/** Every file of the output that is no object: what parts declare, and what is told of the whole. Where the site and the lock were read, its commands read them. */
export function outputFiles(platform: Platform, siteFile: string, lockFile: string = DEFAULT_LOCK): OutputFile[] {
  return [
    installPage(platform, fileName(siteFile), fileName(lockFile)),
    alertIndex(platform),
    exportersPage(platform),
    ...runbookPages(platform),
    seriesTable(platform),
    ...dashboardFiles(placedDashboards(platform)),
    ...platform.files,
  ];
}
