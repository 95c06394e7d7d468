// Prevents a rule that the evaluator refuses as a whole because an annotation calls a function it does not have.
import { placedRules, textsOf } from "../alerts/rule";
import { EVALUATOR_FUNCTIONS, OWN_FUNCTIONS, templateProblems } from "../alerts/template";
import { type Check, type Finding, rulePlace } from "./check";

export const templates: Check = {
  name: "templates",
  run: ({ rules }) => {
    const findings: Finding[] = [];
    for (const placed of placedRules(rules)) {
      const { rule } = placed;
      const own = rule.kind === "alert";
      for (const [place, text] of Object.entries(textsOf(rule))) {
        for (const problem of templateProblems(text, own ? OWN_FUNCTIONS : EVALUATOR_FUNCTIONS)) {
          findings.push({ where: `${rulePlace(placed)} ${place}`, what: problem, fix: advice(problem, own) });
        }
      }
    }
    return findings;
  },
};

const OF_RESULTS = 'walk through the results: {{ range query "..." }}{{ .Labels.job }} {{ .Value | humanize }}{{ end }}';

/** What our own rules write in place of what only the evaluator knows. */
const REMEDIES: ReadonlyMap<string, string> = new Map([
  ["humanizePercentage", "multiply by 100 in the expression, its threshold too, and write {{ $value | humanize }} %"],
  ["humanize1024", "use humanize, whose k is a thousand"],
  ["humanizeTimestamp", "let the expression give the time since then, time() - ..., and use humanizeDuration"],
  ["first", OF_RESULTS],
  ["value", OF_RESULTS],
  ["label", OF_RESULTS],
  ["strvalue", OF_RESULTS],
  ["htmlEscape", "use html"],
  ["queryEscape", "use urlquery"],
  ["quotesEscape", 'use printf "%q", which puts quotes around it too'],
  ["jsonEscape", 'use printf "%q", which puts quotes around it too'],
  ["stripPort", 'use reReplaceAll ":[0-9]+$" "" $labels.instance'],
  ["stripDomain", 'use reReplaceAll "[.].*" "" $labels.instance'],
]);

function advice(problem: string, own: boolean): string {
  const [, called = ""] = /^function "(\w+)"/.exec(problem) ?? [];
  if (called === "") return "write it as Go text/template does, with the variables $labels, $value and $expr";
  if (!own) return "the evaluator does not know it: leave the rule out or write the text anew";
  const remedy = REMEDIES.get(called);
  if (remedy !== undefined) return `the evaluator knows it, our own rules do without it: ${remedy}`;
  const allowed = "humanize, humanizeDuration, query, reReplaceAll, safeHtml, title and Go's built-ins";
  return EVALUATOR_FUNCTIONS.has(called)
    ? `the evaluator knows it, our own rules do without it; use ${allowed}`
    : `the evaluator refuses the whole rule; use ${allowed}`;
}
