import { type AlertRule, area, nameOf, type RecordingRule, type RuleBundle, record } from "../../lib/alerts/rule";
import type { AbsentExporter } from "../../lib/metrics/observed";
import type { Scrape } from "../../lib/metrics/scrape";
import { rulesAtSite, waitingLine } from "../../lib/platform/rules-at-site";
import { declareSeries, gauge, histogram, seriesOf } from "../../lib/series";
import { SAMPLE_RECORDING, sampleAlert } from "../alerts/sample-rules";
import { SAMPLE_SOURCE } from "../metrics/sample-scrape";

const fans = seriesOf(declareSeries({ fan_speed: gauge("count", "Speed."), fan_wait_seconds: histogram("seconds", "Wait.") }));
const pumps = seriesOf(declareSeries({ pump_speed: gauge("count", "Speed."), fan_speed: gauge("count", "Speed.") }));

const fanExporter: AbsentExporter = { name: "mysql", series: fans, until: "scrapes.off names it" };
const scrape = (name: string, series: Scrape["series"]): Scrape => ({ name, job: name, series, from: SAMPLE_SOURCE });

const asking = (expr: string, name = "FanStopped", description = "Look at it.") => sampleAlert({ expr, description }, name);
const bundle = (...rules: (AlertRule | RecordingRule)[]): RuleBundle => area("fans", {}, rules);
const namesOf = (bundles: readonly RuleBundle[]) => bundles.flatMap(({ groups }) => groups.flatMap(({ rules }) => rules.map(nameOf)));
const leftOut = (bundles: readonly RuleBundle[], scrapes: readonly Scrape[] = []) => {
  const at = rulesAtSite(bundles, scrapes, [fanExporter]);
  return { stay: namesOf(at.rules), go: at.leftOut.flatMap(({ rules }) => rules.map(nameOf)) };
};

test("a rule on a series that only an absent exporter gives is left out, and told with what it waits for", () => {
  const at = rulesAtSite([bundle(asking("fan_speed == 0"), asking("up == 0", "PumpDown"))], [], [fanExporter]);
  expect(namesOf(at.rules)).toEqual(["PumpDown"]);
  expect(at.leftOut.map(waitingLine)).toEqual(["1 rule waits for mysql (scrapes.off names it)"]);
});

test.each([
  ["a part of a histogram", "rate(fan_wait_seconds_bucket[5m]) > 1"],
  ["one side of a join", "up == 0 and on (instance) fan_speed == 0"],
  ["a pattern of the name", '{__name__=~"fan_.+"} == 0'],
])("it reads it as %s", (_, expr) => {
  expect(leftOut([bundle(asking(expr))])).toEqual({ stay: [], go: ["FanStopped"] });
});

test("it reads it in a text only", () => {
  const text = '{{ range query "fan_speed" }}{{ .Value }}{{ end }}';
  expect(leftOut([bundle(asking("up == 0", "FanStopped", text))]).go).toEqual(["FanStopped"]);
});

test("it reads what a rule recorded from it, however many steps away and in whatever order", () => {
  const speed = record("fan:speed:max", { ...SAMPLE_RECORDING, expr: "max(fan_speed)" });
  const twice = record("fan:speed:twice", { ...SAMPLE_RECORDING, expr: "2 * fan:speed:max" });
  expect(leftOut([bundle(asking("fan:speed:twice > 1")), bundle(twice, speed)])).toEqual({
    stay: [],
    go: ["FanStopped", "fan:speed:twice", "fan:speed:max"],
  });
});

test("a series that another scrape gives too is not missing, nor one that a pattern finds elsewhere", () => {
  const rules = [bundle(asking("fan_speed == 0"), asking('{__name__=~".+_speed"} == 0', "AnyStopped"))];
  expect(leftOut(rules, [scrape("pumps", pumps)])).toEqual({ stay: ["FanStopped", "AnyStopped"], go: [] });
});

test.each([
  ["that others give too", 'fan_speed{job="mysql"} == 0'],
  ["of the agent's own", 'absent(up{job="mysql"})'],
])("a series %s is missing where the absent exporter's job is asked", (_, expr) => {
  const pumpsOnly = [scrape("pumps", pumps)];
  expect(leftOut([bundle(asking(expr))], pumpsOnly)).toEqual({ stay: [], go: ["FanStopped"] });
  expect(leftOut([bundle(asking(expr.replace("mysql", "pumps")))], pumpsOnly)).toEqual({ stay: ["FanStopped"], go: [] });
});

describe("with an exporter of two", () => {
  const stays = (expr: string) => leftOut([bundle(asking(expr))], [scrape("pumps", pumps.slice(0, 1))]).stay.length === 1;

  test.each([
    "fan_speed == 0 or pump_speed == 0",
    "max(fan_speed or pump_speed) > 1",
    "fan_wait_seconds_count > 9 or fan_speed > 1 or pump_speed > 1",
  ])("one side of an `or` is enough: %s", (expr) => {
    expect(stays(expr)).toBe(true);
  });

  test.each(["fan_speed == 0 and pump_speed == 0", "pump_speed unless fan_speed > 1", "pump_speed / on (instance) fan_speed > 2"])(
    "anything else needs both: %s",
    (expr) => {
      expect(stays(expr)).toBe(false);
    },
  );

  test.each([
    "pump_speed == 0 or absent(fan_speed)",
    'pump_speed == 0 or absent(up{job="mysql"})',
    "pump_speed > 9 or (sum(fan_speed) or vector(0)) == 0",
  ])("what would fire for ever goes: %s", (expr) => {
    expect(stays(expr)).toBe(false);
  });
});

test("a group and an area of which nothing stays are gone", () => {
  expect(rulesAtSite([bundle(asking("fan_speed == 0"))], [], [fanExporter]).rules).toEqual([]);
});
