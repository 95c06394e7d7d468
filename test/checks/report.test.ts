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
  expect(text).toMatch(/^\d+ bundles, \d+ objects, \d+ rules, \d+ alerts, \d+ dashboards, \d+ checks passed, 1\.23 s -> out\/$/);
  expect(text).toContain(` ${CHECKS.length} checks`);
  expect(text).toContain(`${EXAMPLE.manifests.length} objects`);
});

test("a check alone says nothing of an output", () => {
  expect(summary(EXAMPLE, undefined, 1.234)).toMatch(/ checks passed, 1\.23 s$/);
});
