import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { parse } from "yaml";
import { observedExporters } from "../../components/observed";
import type { Scrape } from "../../lib/metrics/scrape";
import type { Platform } from "../../lib/platform/platform";
import { seriesTable } from "../../lib/platform/series-table";
import { counter, declareSeries, gauge, histogram, info, seriesOf, summary, unconfirmed } from "../../lib/series";
import { SiteSchema } from "../../lib/site/schema";
import { EXPORTERS, keyOf } from "../../lib/site/sections/scrapes";
import { addRules, EXAMPLE, sampleRecord } from "../checks/example";
import { fullPlatform, platformOf, ROOT } from "../example";
import { SAMPLE_SOURCE } from "../metrics/sample-scrape";
import { anySite, type RawSite } from "../site/any-site";
import { runs } from "../wide";

const fans = declareSeries({
  fan_speed: gauge("count", "Speed.", "fan", "rack?"),
  fan_turns_total: counter("count", "Turns.", "fan"),
  fan_info: info("Fan.", "model"),
  fan_wait_seconds: histogram("seconds", "Wait."),
  fan_stop_seconds: summary("seconds", "Stop.", "fan"),
});

const scrape = (name: string, job?: string): Scrape => ({
  name,
  ...(job !== undefined && { job }),
  series: seriesOf(fans),
  from: SAMPLE_SOURCE,
});

const NOTHING = { scrapes: [], rules: [], absentExporters: [], curated: [] };

const linesOf = (platform: Parameters<typeof seriesTable>[0], series: RegExp) =>
  seriesTable(platform)
    .text.split("\n")
    .filter((line) => series.test(line));

test("is a table with tabs, a header, each row once, in order", () => {
  const { file, text } = seriesTable(EXAMPLE);
  const [header, ...rows] = text.slice(0, -1).split("\n");
  expect([file, header]).toEqual(["series.tsv", "series\tkind\tsource\tlabels\tcheck\tasked\tcurated"]);
  expect(rows).toEqual([...new Set(rows)].sort());
  expect(rows.filter((row) => row.split("\t").length !== 7)).toEqual([]);
});

test("a histogram and a summary stand by their base names, labels with commas, the source is the job", () => {
  expect(linesOf({ ...NOTHING, scrapes: [scrape("fans", "fan-exporter")] }, /^fan_/)).toEqual([
    "fan_info\tinfo\tfan-exporter\tmodel\t\t\t",
    "fan_speed\tgauge\tfan-exporter\tfan,rack\t\t\t",
    "fan_stop_seconds\tsummary\tfan-exporter\tfan\t\t\t",
    "fan_turns_total\tcounter\tfan-exporter\tfan\t\t\t",
    "fan_wait_seconds\thistogram\tfan-exporter\t\t\t\t",
  ]);
});

test("a series of two jobs has a row for each, and so has what the scraper makes", () => {
  const scrapes = [scrape("a", "one"), scrape("b", "two")];
  expect(linesOf({ ...NOTHING, scrapes }, /^(fan_turns_total|up)\t/)).toEqual([
    "fan_turns_total\tcounter\tone\tfan\t\t\t",
    "fan_turns_total\tcounter\ttwo\tfan\t\t\t",
    "up\tgauge\tone\t\t\t\t",
    "up\tgauge\ttwo\t\t\t\t",
  ]);
});

test("a series that no running exporter has confirmed is marked", () => {
  const series = seriesOf(declareSeries({ fan_dust: unconfirmed(gauge("count", "Dust.")), fan_noise: gauge("count", "Noise.") }));
  expect(linesOf({ ...NOTHING, scrapes: [{ ...scrape("fans", "one"), series }] }, /^fan_/)).toEqual([
    "fan_dust\tgauge\tone\t\tunconfirmed\t\t",
    "fan_noise\tgauge\tone\t\t\t\t",
  ]);
});

test("where nobody knows the job yet, or it comes with the samples, the source is the scrape", () => {
  expect(linesOf({ ...NOTHING, scrapes: [scrape("pushed")] }, /^(fan_turns_total|up)\t/)).toEqual([
    "fan_turns_total\tcounter\tpushed\tfan\t\t\t",
  ]);
});

test("what comes from the evaluator has no source", () => {
  expect(linesOf(NOTHING, /^ALERTS\t/)).toEqual(["ALERTS\tgauge\t\talertgroup,alertname,alertstate,component,severity\t\t\t"]);
});

test("the names of an exporter that the site neither names nor puts off are told, and that nobody asks it", () => {
  const series = seriesOf(declareSeries({ fan_dust: unconfirmed(gauge("count", "Dust.")), fan_noise: gauge("count", "Noise.", "fan") }));
  const absentExporters = [
    { name: "etcd", series, until: "name it" },
    { name: "mysql", series: seriesOf(fans), until: "scrapes.off names it", isOff: true },
  ] as const;
  expect(linesOf({ ...NOTHING, absentExporters }, /^fan_/)).toEqual([
    "fan_dust\tgauge\tetcd\t\tunconfirmed\tno\t",
    "fan_noise\tgauge\tetcd\tfan\t\tno\t",
  ]);
});

test("of the example every exporter's names stand in it", () => {
  const names = new Set(linesOf(EXAMPLE, /./).map((line) => line.split("\t")[0]));
  const declared = observedExporters.flatMap(({ series }) => seriesOf(series).map(({ name }) => name));
  expect(declared.filter((name) => !names.has(name))).toEqual([]);
});

test("a recorded series has the labels that its expression leaves, and the jobs", () => {
  const { rules } = addRules(
    sampleRecord("fan:turns:rate5m", "sum by (job, fan) (rate(fan_turns_total[5m]))"),
    sampleRecord("instance:fans:count", "count by (instance) (fan_speed)"),
  );
  expect(linesOf({ ...NOTHING, scrapes: [scrape("a", "one"), scrape("b", "two")], rules }, /recorded/)).toEqual([
    "fan:turns:rate5m\trecorded\tone\tfan\t\t\t",
    "fan:turns:rate5m\trecorded\ttwo\tfan\t\t\t",
    "instance:fans:count\trecorded\t\tinstance\t\t\t",
  ]);
});

test("every series that a rule may read stands in it", () => {
  const names = new Set(linesOf(EXAMPLE, /./).map((line) => line.split("\t")[0]));
  const declared = EXAMPLE.scrapes.flatMap(({ series }) => series.map(({ name }) => name));
  expect(declared.filter((name) => !names.has(name))).toEqual([]);
});

test("what a second store gets too is marked, whoever gives it", () => {
  const curated = [fans.fan_speed.series];
  expect(linesOf({ ...NOTHING, scrapes: [scrape("a", "one"), scrape("b", "two")], curated }, /^fan_(speed|info)\t/)).toEqual([
    "fan_info\tinfo\tone\tmodel\t\t\t",
    "fan_info\tinfo\ttwo\tmodel\t\t\t",
    "fan_speed\tgauge\tone\tfan,rack\t\t\tyes",
    "fan_speed\tgauge\ttwo\tfan,rack\t\t\tyes",
  ]);
});

describe("of the names that rules and dashboards may ask, less than 15 % were only read somewhere", () => {
  const shareOf = (platform: Platform) => {
    const [, ...rows] = seriesTable(platform).text.trimEnd().split("\n");
    const checks = rows.map((row) => row.split("\t")[4]);
    expect(new Set(checks)).toEqual(new Set(["", "unconfirmed"]));
    return checks.filter((check) => check !== "").length / rows.length;
  };
  const raw = parse(/```yaml\n([^`]*)```/.exec(readFileSync(join(ROOT, "docs/least-site.md"), "utf8"))?.[1] ?? "") as RawSite;

  test.each<[string, Platform]>([
    ["the example", EXAMPLE],
    ["a site that says the least", platformOf(SiteSchema.parse(raw))],
    ["the least site with every exporter off", platformOf(SiteSchema.parse({ ...raw, scrapes: { off: EXPORTERS.map(keyOf) } }))],
    ["a site that has everything", fullPlatform()],
  ])("at %s", (_, platform) => {
    expect(shareOf(platform)).toBeLessThan(0.15);
  });

  test("at any site", () => {
    fc.assert(
      fc.property(anySite, (site) => {
        expect(shareOf(platformOf(SiteSchema.parse(site)))).toBeLessThan(0.15);
      }),
      { numRuns: runs(30), endOnFailure: true },
    );
  });
});
