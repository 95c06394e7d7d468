import { componentCoverage } from "../../lib/checks/component-coverage";
import { COMPONENTS } from "../../lib/site/component";
import { addRules, SMALL, sampleAlert } from "./small-platform";

const nothingWatched = { ...SMALL, rules: [] };

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
