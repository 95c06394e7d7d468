import fc from "fast-check";
import { nameOf, placedRules } from "../../lib/alerts/rule";
import type { Platform } from "../../lib/platform/platform";
import { type Site, SiteSchema } from "../../lib/site/schema";
import { fullSite, platformOf, withoutStatusPage } from "../example";
import { anySite } from "../site/any-site";
import { runs } from "../wide";

const { status_page_url } = fullSite().urls;

/** A site with everything that it does without, and with all exporters. */
function grown(site: Site): Site {
  const full = fullSite();
  return {
    ...full,
    ...site,
    urls: { ...site.urls, status_page_url: site.urls.status_page_url ?? status_page_url },
    batch: { ...full.batch, ...site.batch },
    scrapes: full.scrapes,
  };
}

const rulesOf = ({ rules }: Platform) => placedRules(rules).map(({ rule }) => nameOf(rule));
const leftOutOf = ({ waiting }: Platform) => waiting.leftOut.flatMap(({ rules }) => rules.map(nameOf));
/** What is there and what is told, each as often as it stands. One alert stands for each component that has exporters at addresses. */
const toldOf = (platform: Platform) =>
  [...rulesOf(platform), ...leftOutOf(platform)].filter((name) => name !== "ExporterInstanceDown").sort();

const SECTIONS = ["autoscaling", "batch", "boiler", "database_statistics", "probes", "scrapes", "snmp", "stale_mounts", "ups"] as const;

test("a site that lacks nothing has every rule", () => {
  expect(platformOf(fullSite({ scale: "cluster" })).waiting.leftOut).toEqual([]);
  expect(platformOf(fullSite()).waiting.leftOut.map(({ exporter }) => exporter)).toEqual(["a distributed log store", "a clustered store"]);
});

test.each(SECTIONS)("each rule that goes with the section %s is told", (section) => {
  const { [section]: _, ...rest } = fullSite();
  const platform = platformOf(rest);
  expect(toldOf(platform)).toEqual(toldOf(platformOf(fullSite())));
  expect(leftOutOf(platform).length).toBeGreaterThan(0);
});

test("and so are those of the status page", () => {
  const platform = platformOf(withoutStatusPage());
  expect(toldOf(platform)).toEqual(toldOf(platformOf(grown(withoutStatusPage()))));
  expect(platform.waiting.leftOut).toContainEqual({
    exporter: "status-page",
    until: "write the section status_page",
    rules: ["StatusPageAdapterDown", "StatusPageStuck", "StatusPageComponentMissing"].map((name) => expect.objectContaining({ name })),
  });
});

test("an exporter that is the only one of its component takes the alert on its absence along", () => {
  const { waiting } = platformOf(
    fullSite({ scale: "cluster", scrapes: { ...fullSite().scrapes, directory: undefined, off: ["directory"] } }),
  );
  expect(waiting.leftOut.map(({ exporter, rules }) => [exporter, rules.map(nameOf).sort()])).toEqual([
    ["directory", ["DirectoryConnectionsShort", "DirectoryDown", "DirectoryReplicationLate", "ExporterGone", "ExporterInstanceDown"]],
  ]);
});

test("a job that would be the only one of its component and severity takes its rules along, and they are told with what it pushes", () => {
  const { ntp_clients: _, ...batch } = fullSite().batch ?? {};
  const { waiting } = platformOf(fullSite({ scale: "cluster", batch }));
  expect(waiting.leftOut.map(({ exporter, until }) => [exporter, until])).toEqual([["ntp-clients", "name batch.ntp_clients"]]);
  expect(leftOutOf(platformOf(fullSite({ batch })))).toContain("BatchJobStale");
});

test("of any site what is there and what is told are all rules", () => {
  fc.assert(
    fc.property(anySite, (raw) => {
      const site = SiteSchema.parse(raw);
      expect(toldOf(platformOf(site))).toEqual(toldOf(platformOf(grown(site))));
    }),
    { numRuns: runs(30), endOnFailure: true },
  );
});
