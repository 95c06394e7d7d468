/** The proofs, judged: of an alert with one thing wrong at least one has to fail. */
import { PARTS, platform } from "../../charts/platform";
import { type AlertRule, area, ownAlerts } from "../../lib/alerts/rule";
import { minutes, seconds } from "../../lib/duration";
import type { Site } from "../../lib/site/schema";
import { fullSite, platformOf } from "../example";
import { describeEngines } from "./engine";
import { mutantsOf } from "./mutants";
import { judgedByPromtool } from "./promtool-proofs";
import { scenariosOf } from "./proof-scenarios";

// some thousand mutants
jest.setTimeout(20 * 60_000);

/** Mutants that no proof can tell from the alert, with the reason. */
const EQUIVALENT: Readonly<Record<string, string>> = {
  "WatchdogOps: number 1 is 0, not 1": "the heartbeat fires whatever its value",
  "WatchdogOps: number 1 is 2, not 1": "the heartbeat fires whatever its value",
  "NodePressureMissing: number 1 is -1, not 0": "where no node reports, that is fewer than there are",
  "NodePressureMissing: number 1 is 1, not 0": "where no node reports, one is still fewer than there are",
};

const SITE = fullSite();
const CLUSTERED = fullSite({ scale: "cluster" });

/** `ALERTS=ProbeSlow,ProbeFailed` for these alone. @default - all */
const asked = process.env.ALERTS?.split(",");
const isAsked = (name = ""): boolean => asked?.includes(name) ?? true;

/** One of each name: the alerts of the other components are made alike. */
const alertsAt = (site: Site): AlertRule[] => [...new Map(ownAlerts(platformOf(site).rules).map(({ rule }) => [rule.name, rule])).values()];
const alerts = alertsAt(SITE);
/** What is asked otherwise of a clustered store, or there alone. */
const clustered = alertsAt(CLUSTERED).filter(({ expr }) => !alerts.some((one) => one.expr === expr));

/** Of each proof the last evaluations are enough, and a tenth of the work: rules.test.ts has judged the alerts at every minute. */
const LAST_ALONE = seconds(0);

/** Those all of whose proofs hold, each judged under a name of its own. */
async function unnoticed(rules: readonly AlertRule[], site: Site): Promise<AlertRule[]> {
  const named = rules.map((rule, index) => ({ ...rule, name: `Mutant${index}` }));
  const bundle = area("mutants", {}, named);
  const part = { name: "mutants", at: () => ({ declares: { rules: [bundle] } }) };
  const { manifests, scrapes } = platform(site, new Map(), [...PARTS, part]);
  const output = (await judgedByPromtool(scenariosOf([bundle], scrapes), manifests, LAST_ALONE)).failures.join("\n");
  return rules.filter((_, index) => !output.includes(`"Mutant${index} (`));
}

test("one thing is wrong with a mutant", () => {
  const [rule] = alerts.filter(({ name }) => name === "NodeMemoryStallPSI");
  if (rule === undefined) throw new Error("the alert has another name now");
  const mutants = mutantsOf({ ...rule, expr: "rate(x[5m] offset 1h) > 0.5 or y == 2", for: minutes(5) });
  expect(mutants.map(({ title, rule: { expr, for: wait } }) => [title, expr, wait?.seconds])).toEqual([
    ["NodeMemoryStallPSI: `for` is 0s, not 5m", "rate(x[5m] offset 1h) > 0.5 or y == 2", 0],
    ["NodeMemoryStallPSI: `for` is 4m, not 5m", "rate(x[5m] offset 1h) > 0.5 or y == 2", 240],
    ["NodeMemoryStallPSI: `for` is 6m, not 5m", "rate(x[5m] offset 1h) > 0.5 or y == 2", 360],
    ["NodeMemoryStallPSI: number 1 is 0.45, not 0.5", "rate(x[5m] offset 1h) > 0.45 or y == 2", 300],
    ["NodeMemoryStallPSI: number 1 is 0.55, not 0.5", "rate(x[5m] offset 1h) > 0.55 or y == 2", 300],
    ["NodeMemoryStallPSI: number 2 is 1, not 2", "rate(x[5m] offset 1h) > 0.5 or y == 1", 300],
    ["NodeMemoryStallPSI: number 2 is 3, not 2", "rate(x[5m] offset 1h) > 0.5 or y == 3", 300],
    ["NodeMemoryStallPSI: range 1 is 2m30s, not 5m", "rate(x[2m30s] offset 1h) > 0.5 or y == 2", 300],
    ["NodeMemoryStallPSI: range 1 is 10m, not 5m", "rate(x[10m] offset 1h) > 0.5 or y == 2", 300],
    ["NodeMemoryStallPSI: range 2 is 30m, not 1h", "rate(x[5m] offset 30m) > 0.5 or y == 2", 300],
    ["NodeMemoryStallPSI: range 2 is 2h, not 1h", "rate(x[5m] offset 2h) > 0.5 or y == 2", 300],
  ]);
});

describeEngines(["promtool"], "the proofs", () => {
  describe.each([
    { scale: "single", all: alerts, site: SITE },
    { scale: "cluster", all: clustered, site: CLUSTERED },
  ])("scale: $scale", ({ all, site }) => {
    const judged = all.filter(({ name }) => isAsked(name));

    test("hold for the alerts as they are", async () => {
      expect((await unnoticed(judged, site)).map(({ name }) => name)).toEqual(judged.map(({ name }) => name));
    });

    test("notice another `for`, another number and another range", async () => {
      const mutants = judged.flatMap(mutantsOf);
      const survivors = new Set(
        await unnoticed(
          mutants.map(({ rule }) => rule),
          site,
        ),
      );
      const titles = mutants.flatMap(({ title, rule }) => (survivors.has(rule) ? [title] : []));
      const isThere = (title: string) => judged.some(({ name }) => title.startsWith(`${name}:`));
      expect(titles).toEqual(Object.keys(EQUIVALENT).filter(isThere));
    });
  });
});
