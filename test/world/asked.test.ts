import { HEALTHY } from "../../components/healthy";
import { expressionsOf, nameOf, placedRules } from "../../lib/alerts/rule";
import { parseExpression, type Selector } from "../../lib/metrics/promql";
import { isPicked } from "../../lib/world/picked";
import { worldOf } from "../../lib/world/world";
import { fullPlatform } from "../example";

const platform = fullPlatform();
/** Two, because some exporters have two forms and each world has one of them. */
const worlds = [1, 2].map((seed) => worldOf(platform, HEALTHY, seed));
const series = worlds.flatMap((world) => [...world.series()]);

const absent = new Set(
  worlds.flatMap(({ cluster, targets }) =>
    HEALTHY.flatMap(({ values }) => {
      const [target] = targets;
      if (target === undefined) throw new Error("a world has targets");
      return Object.entries(values(cluster, target)).flatMap(([name, value]) => ("absent" in value ? [name] : []));
    }),
  ),
);
const recorded = new Set(placedRules(platform.rules).map(({ rule }) => nameOf(rule)));

// upstream's recordings tell of every kind of owner that there is anywhere
const asked = placedRules(platform.rules).flatMap(({ rule }) =>
  rule.kind === "record" && rule.name.endsWith(":relabel")
    ? []
    : expressionsOf(rule).flatMap((expr) => parseExpression(expr).selectors.map((selector) => [nameOf(rule), selector] as const)),
);

test("whatever a rule asks is there in a healthy installation, or is said to be absent: a rule that sees nothing would be silent for nothing", () => {
  const isKnown = (selector: Selector) => "name" in selector && (absent.has(selector.name) || recorded.has(selector.name));
  const unanswered = asked.filter(([, selector]) => !isKnown(selector) && !series.some((one) => isPicked(selector, one)));
  expect(unanswered.map(([name, selector]) => `${name}: ${JSON.stringify(selector)}`)).toEqual([]);
});

test("what is said to be absent is a thing of trouble: few names", () => {
  expect(asked.length).toBeGreaterThan(150);
  const declared = new Set(platform.scrapes.flatMap((scrape) => scrape.series.map(({ name }) => name)));
  expect(absent.size / declared.size).toBeLessThan(0.07);
});
