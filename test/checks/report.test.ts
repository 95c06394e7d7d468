import { type AlertRule, ownAlerts } from "../../lib/alerts/rule";
import { CHECKS } from "../../lib/checks/all";
import { report, summary } from "../../lib/checks/report";
import { EXAMPLE } from "../checks/example";

const finding = { check: "series", where: "rules/a.ts", what: "nobody exports it", fix: "fix the name" };

test("a mistake says where, what, how to fix it and which check found it", () => {
  expect(report([finding])).toBe("rules/a.ts: nobody exports it\n  fix: fix the name  [series]\n\n1 mistake found, nothing was written");
});

test("several are counted", () => {
  expect(report([finding, finding])).toMatch(/\n\n2 mistakes found, nothing was written$/);
});

test("a synth is summed up in one line", () => {
  const text = summary(EXAMPLE, "out", 1.234);
  expect(text).toMatch(/^\d+ bundles, \d+ objects, \d+ rules, \d+ alerts, \d+ dashboards, \d+ checks passed, 1\.23 s -> out\/$/m);
  expect(text).toContain(` ${CHECKS.length} checks`);
  expect(text).toContain(`${EXAMPLE.manifests.length} objects`);
});

test("rules that this site has nothing for, and those that wait for a later part, are told by what they wait for", () => {
  const [first, second] = ownAlerts(EXAMPLE.rules).map(({ rule }) => rule) as [AlertRule, AlertRule];
  const leftOut = [{ exporter: "mysql", until: "scrapes.off names it", rules: [first] }];
  const pending = [{ exporter: "fans", until: "the test is over", rules: [first, second] }];
  const [, ...lines] = summary({ ...EXAMPLE, waiting: { leftOut, pending } }, "out", 1).split("\n");
  expect(lines).toEqual([
    "  1 rule waits for mysql (scrapes.off names it): left out",
    "  2 rules wait for fans (the test is over): in the output, silent until then",
  ]);
});

test("a check alone says nothing of an output", () => {
  expect(summary(EXAMPLE, undefined, 1.234)).toMatch(/ checks passed, 1\.23 s$/m);
});
