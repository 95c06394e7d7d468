import { componentCoverage } from "../../lib/checks/component-coverage";
import { COMPONENTS } from "../../lib/site/component";
import type { Site } from "../../lib/site/schema";
import { addRules, SMALL, sampleAlert, smallPlatform } from "./small-platform";

const nothingWatched = { ...SMALL, rules: [] };

/** The example with other probes. */
const probing = (probes: Site["probes"]) => componentCoverage.run(smallPlatform({ probes }));
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
  const reasons = { component: "Sign-in (SSO)", not_probed: [{ name: "directory", because: "it is asked through the pages" }] } as const;
  expect(probing([{ component: "Mail", http: PAGE }, reasons, ...others])).toEqual([]);
  expect(probing([reasons, ...others])).toEqual([
    {
      where: 'site.yaml component "Mail"',
      what: "nothing probes it as its users would",
      fix: "name a target of it in probes of site.yaml, or say in not_probed why there is none",
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
  const reasons = COMPONENTS.slice(1).map((component) => ({ component, not_probed: [{ name: "all", because: "nobody asks" }] }));
  const platform = smallPlatform({ probes: [{ component: "Mail", http: PAGE }, ...reasons] });
  expect(componentCoverage.run(platform)).toEqual([]);
  expect(platform.cautions.at(-1)).toMatch(/^components: no rule says when .*DNS.* fail; name what their users ask of them in probes$/);
  expect(componentCoverage.run({ ...platform, rules: [] }).map(({ where }) => where)).toEqual(['site.yaml component "Mail"']);
});
