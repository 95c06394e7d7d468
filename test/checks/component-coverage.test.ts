import { componentCoverage } from "../../lib/checks/component-coverage";
import { COMPONENTS, type Component } from "../../lib/site/component";
import { coveredServices } from "../../lib/site/covered";
import type { Site } from "../../lib/site/schema";
import { exampleSite } from "../example";
import { addRules, SMALL, sampleAlert, smallPlatform } from "./small-platform";

const nothingWatched = { ...SMALL, rules: [] };

/** The example with other probes. */
const probing = (probes: Site["probes"]) => componentCoverage.run(smallPlatform({ probes }));
/** A reason for each of its services. */
const excused = (component: Component) => ({
  component,
  not_probed: coveredServices(exampleSite().components.find(({ name }) => name === component)?.covers ?? "").map(({ name }) => ({
    name,
    because: "nobody asks",
  })),
});
const PAGE = [{ name: "page", url: "https://www.example.org/" }] as const;

test("the example installation passes", () => {
  expect(componentCoverage.run(SMALL)).toEqual([]);
});

test("without rules no component is watched", () => {
  expect(componentCoverage.run(nothingWatched).map(({ where }) => where)).toEqual(
    COMPONENTS.map((component) => `site.yaml component "${component}"`),
  );
});

test("one alert is enough for its component and counts for no other", () => {
  const rules = addRules(sampleAlert({ component: "NTP" })).rules.slice(-1);
  const unwatched = componentCoverage.run({ ...SMALL, rules });
  expect(unwatched).toHaveLength(COMPONENTS.length - 1);
  expect(unwatched[0]).toEqual({
    where: 'site.yaml component "Mail"',
    what: "no critical or warning alert carries this component",
    fix: "declare one in rules/",
  });
  expect(unwatched.map(({ where }) => where)).not.toContain('site.yaml component "NTP"');
});

test("an info alert never marks the page, so it watches nothing: the watchdog does not cover Platform", () => {
  const rules = SMALL.rules.filter(({ area }) => area === "watchdog");
  expect(componentCoverage.run({ ...SMALL, rules }).map(({ where }) => where)).toContain('site.yaml component "Platform"');
});

test("where some are probed, each is, or says why it is not", () => {
  const others = COMPONENTS.slice(2).map((component) => ({ component, http: PAGE }));
  const reasons = excused("Sign-in (SSO)");
  expect(probing([{ component: "Mail", http: PAGE }, reasons, ...others])).toEqual([]);
  expect(probing([reasons, ...others])).toEqual([
    {
      where: 'site.yaml component "Mail"',
      what: "nothing probes it as its users would",
      fix: "name a target of it in probes of site.yaml, or say in not_probed why there is none",
    },
  ]);
});

test("a component without a probe has a reason for each of its services: one for some is none for the others", () => {
  const others = COMPONENTS.filter((name) => name !== "Backups").map((component) => ({ component, http: PAGE }));
  const { component, not_probed: reasons } = excused("Backups");
  const found = (...left: readonly string[]) =>
    probing([{ component, not_probed: reasons.filter(({ name }) => !left.includes(name)) }, ...others]);
  expect(found()).toEqual([]);
  expect(found("off-site-backup-pipelines", "nas")).toEqual([
    {
      where: 'site.yaml component "Backups"',
      what: 'nothing probes it as its users would, and no reason says why of "Off-site backup pipelines", "NAS"',
      fix: "name a target of it in probes of site.yaml, or give the reasons in not_probed under off-site-backup-pipelines, nas",
    },
  ]);
});

test("a site that probes nothing at all is right, and is told what nothing watches", () => {
  const platform = smallPlatform({ probes: undefined });
  expect(componentCoverage.run(platform)).toEqual([]);
  const [nothing, caution = "", ...others] = platform.cautions;
  expect(nothing).toBe(
    "components: nothing is asked as its users ask it; name in probes what they ask of each of the ten, or why nothing is",
  );
  expect(caution).toMatch(/^components: no rule says when .*DNS.* fail; name what their users ask of them in probes$/);
  expect(others).toEqual([]);
});

test("one that is not probed for a reason has no rule of the probes either, which is told", () => {
  const reasons = COMPONENTS.slice(1).map(excused);
  const platform = smallPlatform({ probes: [{ component: "Mail", http: PAGE }, ...reasons] });
  expect(componentCoverage.run(platform)).toEqual([]);
  expect(platform.cautions.at(-1)).toMatch(/^components: no rule says when .*DNS.* fail; name what their users ask of them in probes$/);
  expect(componentCoverage.run({ ...platform, rules: [] }).map(({ where }) => where)).toEqual(['site.yaml component "Mail"']);
});
