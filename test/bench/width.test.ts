import { madeUp, NARROW } from "../../bench/width";
import { PARTS, platform } from "../../charts/platform";
import { runChecks } from "../../lib/checks/all";
import { EXAMPLE, SITE } from "../checks/example";
import { wideTest } from "../wide";

wideTest("what the benchmarks make up has no mistake, so that they measure what a synth does", () => {
  const { part, runbooks } = madeUp(NARROW);
  const wide = platform(SITE, new Map([...EXAMPLE.runbooks, ...runbooks]), [...PARTS, part]);
  expect(runChecks(wide)).toEqual([]);
});
