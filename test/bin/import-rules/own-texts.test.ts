import { ownSeverity } from "../../../bin/import-rules/own-severity";
import { ownTexts } from "../../../bin/import-rules/own-texts";
import { EVALUATOR_FUNCTIONS, templateProblems } from "../../../lib/alerts/template";

test.each([
  ["critical", "critical", false],
  ["warning", "warning", false],
  ["page", "critical", true],
  ["Error", "critical", true],
  ["none", "info", true],
  ["Critical", "critical", true],
  ["whatever", "warning", true],
  [undefined, "warning", true],
])("severity %s is our %s", (given, severity, isOther) => {
  expect(ownSeverity(given)).toEqual({ severity, isOther });
});

test("a summary stays, on one line; the description too", () => {
  expect(ownTexts("A", { summary: "a\n  b ", description: "c\nd" })).toEqual({ summary: "a b", description: "c\nd", isCut: false });
});

test("what is missing is taken from what there is, at last from the name", () => {
  expect(ownTexts("A", { message: "m" })).toEqual({ summary: "m", description: "m", isCut: false });
  expect(ownTexts("KubePodNotReady", {})).toEqual({ summary: "Kube pod not ready", description: "Kube pod not ready", isCut: false });
});

test("of exactly 120 characters nothing is cut", () => {
  expect(ownTexts("A", { summary: "x".repeat(120) }).isCut).toBe(false);
});

test.each([
  ["words", "word ".repeat(40)],
  ["one word", "x".repeat(200)],
  ["an action at the border", `${"x ".repeat(55)}{{ $labels.namespace }}/{{ $labels.pod }}`],
  ["a block over the border", `x {{ if $labels.a }}${"y ".repeat(60)}{{ end }} z`],
])("a long summary of %s is cut to a template that the evaluator reads, and stands whole in the description", (_, long) => {
  const { summary, description, isCut } = ownTexts("A", { summary: long, description: "more" });
  expect(isCut).toBe(true);
  expect(summary.length).toBeLessThanOrEqual(120);
  expect(templateProblems(summary, EVALUATOR_FUNCTIONS)).toEqual([]);
  expect(description).toBe(`${long.trim()}\nmore`);
});
