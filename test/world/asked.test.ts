import { HEALTHY } from "../../components/healthy";
import { expressionsOf, nameOf, placedRules } from "../../lib/alerts/rule";
import { parseExpression, type Selector } from "../../lib/metrics/promql";
import { isPicked } from "../../lib/world/picked";
import { type WorldSeries, worldOf } from "../../lib/world/world";
import { fullPlatform } from "../example";

const platform = fullPlatform();
/** Two, because some exporters have two forms and each world has one of them. */
const worlds = [1, 2].map((seed) => worldOf(platform, HEALTHY, seed));
const series = worlds.flatMap((world) => [...world.series()]);
const named = new Map<string, WorldSeries[]>();
for (const one of series) {
  const same = named.get(one.name);
  if (same === undefined) named.set(one.name, [one]);
  else same.push(one);
}
/** All that a selector may pick. */
const candidates = (selector: Selector) => ("name" in selector ? (named.get(selector.name) ?? []) : series);

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

/** A branch for each kind of owner that there is anywhere, and each pod is of one: owners of some kinds are nowhere here. */
const OF_ANY_OWNER = "namespace_workload_pod:kube_pod_owner:relabel";

/** The site names a port by one of these, and the rule asks them one after the other. */
const NAMES_OF_PORTS = ["ifAlias", "ifName", "ifDescr", "ifIndex"];

/** What a rule asks for by a label's value that only trouble brings: the series itself has others. */
const OF_TROUBLE: Readonly<Record<string, string>> = {
  VerticalAutoscalerTargetUnusable: "condition",
  VerticalAutoscalerInPlaceUnsupported: "kubelet_version",
  VerticalAutoscalerWhereExcluded: "namespace",
  LogRouterRefusing: "status",
  RelayRefusing: "code",
};

const asked = placedRules(platform.rules).flatMap(({ rule }) =>
  expressionsOf(rule)
    .flatMap((expr) => parseExpression(expr).selectors)
    .map((selector) => [nameOf(rule), asAnswered(nameOf(rule), selector)] as const),
);

/** Without what a site can answer in one of several ways. */
function asAnswered(rule: string, selector: Selector): Selector {
  const without = (isLeftOut: (label: string) => boolean) => ({
    ...selector,
    matchers: selector.matchers.filter(({ label }) => !isLeftOut(label)),
  });
  if (rule === OF_ANY_OWNER) return without((label) => label.startsWith("owner_"));
  if (OF_TROUBLE[rule] !== undefined) return without((label) => label === OF_TROUBLE[rule]);
  return rule.startsWith("AccessPointUplink") ? without((label) => NAMES_OF_PORTS.includes(label)) : selector;
}

test("whatever a rule asks is there in a healthy installation, or is said to be absent: a rule that sees nothing would be silent for nothing", () => {
  const isKnown = (selector: Selector) => "name" in selector && (absent.has(selector.name) || recorded.has(selector.name));
  const unanswered = asked.filter(([, selector]) => !isKnown(selector) && !candidates(selector).some((one) => isPicked(selector, one)));
  expect(unanswered.map(([name, selector]) => `${name}: ${JSON.stringify(selector)}`)).toEqual([]);
});

test("what is said to be absent is a thing of trouble: few names", () => {
  expect(asked.length).toBeGreaterThan(150);
  const declared = new Set(platform.scrapes.flatMap((scrape) => scrape.series.map(({ name }) => name)));
  expect(absent.size / declared.size).toBeLessThan(0.07);
});
