import { type Labels, matchesLabels } from "../../lib/alerts/matcher";
import { ownAlerts } from "../../lib/alerts/rule";
import { parseExpression } from "../../lib/metrics/promql";
import { componentOfNamespace } from "../../lib/site/component";
import { namespaceMap } from "../../lib/site/namespace-map";
import { workloadComponents } from "../../rules/workload-components";
import { workloads } from "../../rules/workloads";
import { exampleSite } from "../example";

const SITE = exampleSite();
const map = namespaceMap(SITE);
const mapped = Object.entries(map);

function ownersOf(namespace: string, site = SITE): string[] {
  const labels: Labels = { namespace };
  return workloadComponents(site)
    .filter(({ namespaces }) => matchesLabels({ label: "namespace", ...namespaces }, labels))
    .map(({ component }) => component);
}

describe("the matchers pick every namespace exactly once", () => {
  test.each(mapped)("%s belongs to %s and nobody else", (namespace, component) => {
    expect(ownersOf(namespace)).toEqual([component]);
  });

  test.each(["default", "kube-system", "mail-2", "webmail", "a-namespace-outside-the-map", "."])(
    "%s is outside the map and belongs to Platform",
    (namespace) => {
      expect(ownersOf(namespace)).toEqual(["Platform"]);
    },
  );

  test("the relay gives a namespace to the same component as the rules", () => {
    for (const namespace of [...mapped.map(([name]) => name), "elsewhere"]) {
      expect(ownersOf(namespace)).toEqual([componentOfNamespace(map, namespace)]);
    }
  });
});

test("the component of a workload rule selects the same namespaces everywhere in its expression", () => {
  for (const { rule } of ownAlerts([workloads(SITE)])) {
    const { selectors } = parseExpression(rule.expr);
    const asked = selectors.map(({ matchers }) => matchers.find(({ label }) => label === "namespace"));
    const { namespaces } = workloadComponents(SITE).find(({ component }) => component === rule.component) ?? {};
    expect(asked).toEqual(selectors.map(() => ({ label: "namespace", ...namespaces })));
  }
});

test("every workload rule exists for every component that owns namespaces", () => {
  const owning = SITE.components.filter(({ name, namespaces }) => namespaces.length > 0 || name === "Platform").map(({ name }) => name);
  const rules = ownAlerts([workloads(SITE)]).map(({ rule }) => rule);
  expect(rules).not.toEqual([]);
  for (const name of new Set(rules.map((rule) => rule.name)))
    expect([name, ...rules.filter((rule) => rule.name === name).map(({ component }) => component)]).toEqual([name, ...owning]);
});

describe("a site whose components own other namespaces", () => {
  const withNamespaces = (namespaces: Readonly<Record<string, readonly string[]>>) => ({
    ...SITE,
    components: SITE.components.map((component) => ({ ...component, namespaces: namespaces[component.name] ?? [] })),
  });

  test("a component without namespaces has no workload rules, Platform has them all the same", () => {
    expect(workloadComponents(withNamespaces({ Mail: ["mail"] })).map(({ component }) => component)).toEqual(["Mail", "Platform"]);
  });

  test("when nobody owns any, Platform takes every workload, but not what has no namespace", () => {
    const none = withNamespaces({});
    expect(ownersOf("anything", none)).toEqual(["Platform"]);
    expect(ownersOf("", none)).toEqual([]);
  });

  test("names with a dot are matched to the letter", () => {
    const dotted = withNamespaces({ Mail: ["mail.v2"] });
    expect([ownersOf("mail.v2", dotted), ownersOf("mailxv2", dotted)]).toEqual([["Mail"], ["Platform"]]);
  });

  test("the order in the site changes no expression", () => {
    const [there, back] = [withNamespaces({ DNS: ["a", "b"] }), withNamespaces({ DNS: ["b", "a"] })];
    expect(workloadComponents(there)).toEqual(workloadComponents(back));
  });

  test("a proof's namespaces are inside and outside", () => {
    for (const { component, inside, outside } of workloadComponents(SITE)) {
      expect(ownersOf(inside)).toEqual([component]);
      expect(ownersOf(outside ?? "")).not.toEqual([component]);
    }
  });
});
