import { dashboardQueries } from "../../lib/checks/dashboard-queries";
import { listedCatalogueOf } from "../../lib/platform/catalogue";
import type { Platform } from "../../lib/platform/platform";
import { seriesTable } from "../../lib/platform/series-table";
import { CHART_EXPORTERS, EXPORTERS, keyOf } from "../../lib/site/sections/scrapes";
import { fullSite, platformOf } from "../example";
import { whats } from "../platform-changes";
import { telling } from "../wide";

/** The first is one that pages ask beside others, in one expression. */
const EACH = ["volume-storage" as const, ...EXPORTERS.filter((name) => name !== "volume-storage"), ...CHART_EXPORTERS];

function without(name: (typeof EACH)[number]): Platform {
  const { [keyOf(name)]: _, ...scrapes }: Record<string, unknown> = { ...fullSite().scrapes };
  return platformOf(fullSite({ scrapes: { ...scrapes, off: [name] } }));
}

/** As people read it: base names, and those of what rules record. */
const listed = (platform: Platform) =>
  new Set(
    seriesTable(platform)
      .text.split("\n")
      .slice(1)
      .flatMap((line) => line.split("\t")[0] || []),
  );

test.each(telling(EACH))("without %s no page asks what series.tsv does not list", (name) => {
  const platform = without(name);
  expect(whats(dashboardQueries, platform)).toEqual([]);
  const { exported, recordings } = listedCatalogueOf(platform);
  expect(new Set([...exported.map(({ series }) => series.name), ...recordings.map((one) => one.name)])).toEqual(listed(platform));
});
