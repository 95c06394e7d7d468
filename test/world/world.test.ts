import fc from "fast-check";
import { HEALTHY } from "../../components/healthy";
import type { Scrape } from "../../lib/metrics/scrape";
import { counter, declareSeries, gauge, histogram, seriesOf } from "../../lib/series";
import { loadSite } from "../../lib/site/load";
import { type Site, SiteSchema } from "../../lib/site/schema";
import { counts, still, taking } from "../../lib/world/course";
import { absent, by, type HealthyValues, healthy } from "../../lib/world/healthy";
import { keyOf, missingValues, type World, worldOf } from "../../lib/world/world";
import { ELSEWHERE_FILE, exampleSite, fullPlatform, platformOf, UPSES } from "../example";
import { SAMPLE_SOURCE } from "../metrics/sample-scrape";
import { anySite } from "../site/any-site";
import { isWide, wideTest } from "../wide";

const MOMENTS = isWide ? [-86_400, -300, 0, 30, 3600, 3630, 21_600] : [-300, 0, 30, 21_600];

/** What no healthy world may be, whatever the site. */
function problemsOf(world: World, kinds: ReadonlyMap<string, string>): string[] {
  const buckets = new Map<string, { readonly bound: number; readonly counts: readonly number[] }[]>();
  const totals = new Map<string, readonly number[]>();
  const seen = new Set<string>();
  const problems: string[] = [];
  for (const series of world.series()) {
    const key = keyOf(series);
    const values = MOMENTS.map((seconds) => series.at(seconds) ?? Number.NaN);
    if (seen.has(key)) problems.push(`${key} is there twice`);
    seen.add(key);
    if (values.some((value) => Number.isNaN(value))) problems.push(`${key} has a gap`);
    const { le, ...others } = series.labels;
    const base = series.name.replace(/_(?:bucket|sum|count)$/, "");
    const isCounter = kinds.get(series.name) === "counter" || (/histogram|summary/.test(kinds.get(base) ?? "") && series.name !== base);
    if (isCounter && values.some((value, index) => value < (values[index - 1] ?? 0))) problems.push(`${key} falls: ${values}`);
    if (kinds.get(base) !== "histogram" || series.name === base) continue;
    const one = keyOf({ name: base, labels: others });
    if (series.name.endsWith("_count")) totals.set(one, values);
    if (le !== undefined) buckets.set(one, [...(buckets.get(one) ?? []), { bound: le === "+Inf" ? Infinity : Number(le), counts: values }]);
  }
  for (const [one, list] of buckets) {
    const sorted = list.toSorted((a, b) => a.bound - b.bound);
    for (const at of MOMENTS.keys()) {
      const row = sorted.map((bucket) => bucket.counts[at] ?? Number.NaN);
      if (row.some((value, index) => value < (row[index - 1] ?? 0))) problems.push(`${one} does not add up: ${row}`);
      if (row.at(-1) !== totals.get(one)?.[at]) problems.push(`${one}: ${row.at(-1)} in all buckets, and ${totals.get(one)?.[at]} counted`);
    }
  }
  // a handful tells as much as thousands, which take minutes to print
  return problems.slice(0, 5);
}

const kindsOf = (scrapes: readonly Scrape[]) =>
  new Map(scrapes.flatMap(({ series }) => series.map(({ name, kind }) => [name, kind] as const)));

const bytesOf = (world: World) =>
  JSON.stringify([...world.series()].map((series) => [keyOf(series), [0, 21_600].map((seconds) => series.at(seconds))]));

const INSTALLATIONS: [string, Site][] = [
  // every key of a site, and so every exporter, is in this one
  ["another installation", loadSite(ELSEWHERE_FILE)],
  ["the example, scale: single", exampleSite({ scale: "single", ups: UPSES })],
  ["the example, scale: cluster", exampleSite({ scale: "cluster", ups: UPSES })],
];

describe.each(INSTALLATIONS.slice(0, isWide ? undefined : 1))("the healthy world of %s", (_, site) => {
  const platform = platformOf(site);

  test("has a healthy value for every series of every scrape", () => {
    expect(missingValues(platform.scrapes, HEALTHY)).toEqual([]);
  });

  test("counts up, adds up, and tells its series apart", () => {
    expect(problemsOf(worldOf(platform, HEALTHY, 1), kindsOf(platform.scrapes))).toEqual([]);
  });

  test("names its targets as the catalogue has them", () => {
    const { targets } = worldOf(platform, HEALTHY, 1);
    const jobs = platform.scrapes.flatMap(({ job, series }) => (job !== undefined && series.length > 0 ? [job] : []));
    expect(jobs.filter((job) => !targets.some(({ labels }) => labels.job === job))).toEqual([]);
  });
});

test("a world is the same for the same seed, to the last digit, and another for another", () => {
  const { scrapes, ...others } = fullPlatform();
  const platform = { ...others, scrapes: scrapes.filter(({ series }) => series.length > 0).slice(0, 5) };
  const first = bytesOf(worldOf(platform, HEALTHY, 7));
  expect(bytesOf(worldOf(platform, HEALTHY, 7)) === first).toBe(true);
  expect(bytesOf(worldOf(platform, HEALTHY, 8)) === first).toBe(false);
});

wideTest("the healthy world of any site counts up, adds up, and tells its series apart", () => {
  fc.assert(
    fc.property(anySite, fc.nat({ max: 1000 }), (raw, seed) => {
      const platform = platformOf(SiteSchema.parse(raw));
      expect(problemsOf(worldOf(platform, HEALTHY, seed), kindsOf(platform.scrapes))).toEqual([]);
    }),
    // each smaller site costs a platform
    { numRuns: 10, endOnFailure: true },
  );
});

describe("an exporter's healthy values", () => {
  const catalogue = declareSeries({
    cups_total: counter("count", "Cups.", "size"),
    pot_litres: gauge("count", "Litres."),
    brew_seconds: histogram("seconds", "Time of a brew."),
  });
  const scrape: Scrape = { name: "tea", job: "tea", series: seriesOf(catalogue), from: SAMPLE_SOURCE };
  const { manifests } = fullPlatform();
  const values: HealthyValues<typeof catalogue> = {
    cups_total: by("size", { small: counts(1) }),
    pot_litres: still(2),
    brew_seconds: taking(1, 0.2, { bounds: [0.1, 0.5] }),
  };
  const made = (given: object, scrapes = [scrape]) => [
    // what the compiler would refuse
    ...worldOf({ site: exampleSite(), scrapes, manifests }, [healthy(catalogue, () => given as typeof values)], 1).series(),
  ];

  test("become its series, with what its target adds", () => {
    const found = made(values).map((series) => `${keyOf(series)} ${series.at(0)}`);
    expect(found).toContain('pot_litres{instance="192.168.10.21:9100",job="tea"} 2');
    expect(found.filter((one) => one.startsWith("brew_seconds")).map((one) => one.split("{")[0])).toEqual([
      "brew_seconds_bucket",
      "brew_seconds_bucket",
      "brew_seconds_bucket",
      "brew_seconds_sum",
      "brew_seconds_count",
    ]);
    expect(found).toContain('up{instance="192.168.10.21:9100",job="tea"} 1');
  });

  test("are refused where a catalogue has none", () => {
    expect(() => worldOf({ site: exampleSite(), scrapes: [scrape], manifests }, [], 1)).toThrow(
      'no healthy values for cups_total of "tea", pot_litres of "tea", brew_seconds of "tea"; declare them in a healthy.ts beside the catalogue, and list it in components/healthy.ts',
    );
  });

  test("are refused where a name has no sample, and nobody says why", () => {
    const { pot_litres: _, ...others } = values;
    expect(() => made(others)).toThrow('pot_litres: no target gives a sample; say why with absent("...")');
    expect(() => made({ ...values, cups_total: [] })).toThrow("cups_total: no target gives a sample");
    expect(made({ ...values, pot_litres: absent("nobody is thirsty") }).some(({ name }) => name === "pot_litres")).toBe(false);
  });

  test("are refused with a name that is not declared", () => {
    expect(() => made({ ...values, saucers: still(1) })).toThrow('"saucers" has healthy values and is not declared');
  });

  test("are refused with labels that are not declared, or without one that is", () => {
    expect(() => made({ ...values, cups_total: by("colour", { red: counts(1) }) })).toThrow(
      'the healthy values of "cups_total" (tea): label "colour" is not declared, label "size" is missing; its labels are size',
    );
  });

  test("are refused where two samples have the same labels", () => {
    const twice = [...(values.cups_total as []), ...(values.cups_total as [])];
    expect(() => made({ ...values, cups_total: twice })).toThrow(
      'is there twice; tell its samples apart by a label, in the healthy values of "tea"',
    );
  });

  test("are refused by the compiler where a name is missing, or a counter may fall", () => {
    // @ts-expect-error pot_litres and brew_seconds are missing
    healthy(catalogue, () => ({ cups_total: by("size", { small: counts(1) }) }));
    // @ts-expect-error a counter counts
    healthy(catalogue, () => ({ ...values, cups_total: by("size", { small: still(1) }) }));
  });
});
