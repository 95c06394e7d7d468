// Prevents a rule that the evaluator refuses as a whole because an annotation calls a function it does not have.
import { placedRules, textsOf } from "../alerts/rule";
import { EVALUATOR_FUNCTIONS, OWN_FUNCTIONS, templateProblems } from "../alerts/template";
import { type Check, type Finding, rulePlace } from "./check";

export const templates: Check = {
  name: "templates",
  run: ({ rules }) => {
    const findings: Finding[] = [];
    for (const { area, group, rule } of placedRules(rules)) {
      const own = rule.kind === "alert";
      for (const [place, text] of Object.entries(textsOf(rule))) {
        for (const problem of templateProblems(text, own ? OWN_FUNCTIONS : EVALUATOR_FUNCTIONS)) {
          findings.push({ where: `${rulePlace({ area, group, rule })} ${place}`, what: problem, fix: advice(problem, own) });
        }
      }
    }
    return findings;
  },
};

function advice(problem: string, own: boolean): string {
  const [, called = ""] = /^function "(\w+)"/.exec(problem) ?? [];
  if (called === "") return "write it as Go text/template does, with the variables $labels, $value and $expr";
  if (!own) return "the evaluator does not know it: leave the rule out or write the text anew";
  const allowed = "humanize, humanizeDuration, query, reReplaceAll, safeHtml, title and Go's built-ins";
  return EVALUATOR_FUNCTIONS.has(called)
    ? `the evaluator knows it, our own rules do without it; use ${allowed}`
    : `the evaluator refuses the whole rule; use ${allowed}`;
}
