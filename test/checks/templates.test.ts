import fc from "fast-check";
import { importedFrom } from "../../lib/alerts/rule";
import { EVALUATOR_FUNCTIONS, OWN_FUNCTIONS, templateProblems } from "../../lib/alerts/template";
import { templates } from "../../lib/checks/templates";
import { runs } from "../wide";
import { addRules, SMALL, sampleAlert, whats } from "./small-platform";

const SET = "humanize, humanizeDuration, query, reReplaceAll, safeHtml, title and Go's built-ins";
const described = (description: string) => addRules(sampleAlert({ description }));

test("the example installation passes", () => {
  expect(templates.run(SMALL)).toEqual([]);
});

test.each(["default", "lower", "quote"])("%s is refused in the evaluator's words (specification, part 7)", (called) => {
  expect(templates.run(described(`{{ $labels.pod | ${called} }}`))).toEqual([
    {
      where: 'rules/added.ts group "added" rule "SampleDown" annotation "description"',
      what: `function "${called}" not defined`,
      fix: `the evaluator refuses the whole rule; use ${SET}`,
    },
  ]);
});

describe("what only the evaluator knows is refused for our own rules, and the message says so", () => {
  test("with the way to do without it", () => {
    expect(templates.run(described("{{ $value | humanizePercentage }}"))).toMatchObject([
      {
        what: 'function "humanizePercentage" not defined',
        fix: "the evaluator knows it, our own rules do without it: multiply by 100 in the expression, its threshold too, and write {{ $value | humanize }} %",
      },
    ]);
  });

  test.each([
    ["humanize1024", /use humanize,/],
    ["humanizeTimestamp", /time\(\) - .* humanizeDuration$/],
    ["first", /\{\{ range query "\.\.\." \}\}/],
    ["stripPort", /use reReplaceAll ":\[0-9\]\+\$" "" /],
  ])("with the way to do without %s", (called, fix) => {
    expect(templates.run(described(`{{ $value | ${called} }}`))).toMatchObject([
      { what: `function "${called}" not defined`, fix: expect.stringMatching(fix) },
    ]);
  });

  test("with what there is, where there is no such way", () => {
    expect(templates.run(described("{{ $value | toTime }}"))).toMatchObject([
      { fix: `the evaluator knows it, our own rules do without it; use ${SET}` },
    ]);
  });

  test("and what is written in its place is allowed", () => {
    const fixes = [...EVALUATOR_FUNCTIONS]
      .filter((called) => !OWN_FUNCTIONS.has(called))
      .flatMap((called) => templates.run(described(`{{ ${called} }}`)).map(({ fix }) => fix));
    const written = fixes.flatMap((fix) => [
      ...fix.matchAll(/\{\{.*\}\}/g),
      ...fix.matchAll(/use ((?:printf|reReplaceAll|html|urlquery)[^,]*)/g),
    ]);
    const texts = written.map(([whole, call]) => (call === undefined ? whole : `{{ ${call} }}`));
    expect(texts.length).toBeGreaterThan(10);
    expect(texts.flatMap((text) => templateProblems(text, OWN_FUNCTIONS))).toEqual([]);
  });
});

describe("an imported rule", () => {
  const upstream = (rule: object) => addRules(...importedFrom({ source: "mixin" }, [{ alert: "Upstream", expr: "up", ...rule }]));

  test.each([
    ["may use the evaluator's whole set", { annotations: { summary: "{{ $value | humanizePercentage }}" } }, []],
    ["may not use more", { annotations: { message: "{{ $value | default 1 }}" } }, ['function "default" not defined']],
    ["templates its labels too", { labels: { severity: "{{ $value | default 1 }}" } }, ['function "default" not defined']],
  ])("%s", (_, rule, found) => {
    expect(whats(templates, upstream(rule))).toEqual(found);
  });

  test("is advised to stay out", () => {
    expect(templates.run(upstream({ annotations: { message: "{{ default 1 }}" } }))[0]).toEqual({
      where: 'rules/added.ts group "added" rule "Upstream" annotation "message"',
      what: 'function "default" not defined',
      fix: "the evaluator does not know it: leave the rule out or write the text anew",
    });
  });
});

test("what is no function gets other advice", () => {
  expect(templates.run(described("{{ $value"))[0]).toMatchObject({
    what: "the action that opens at offset 0 is never closed with }}",
    fix: "write it as Go text/template does, with the variables $labels, $value and $expr",
  });
});

describe("our own template set", () => {
  test.each<[string, string]>([
    ["no action", "100 % of { and }"],
    ["variables and fields", "{{ $labels.pod }} {{ $value }} {{ $expr }} {{ .Value }} {{ . }}"],
    ["functions in a pipeline", "{{ $value | humanize | title }}"],
    ["a pipeline in a pipeline", '{{ printf "%.1f" (index $labels "pod" | len | print) | safeHtml }}'],
    ["conditions", '{{ if and (eq $labels.a "b") (gt $value 1.0) }}a{{ else if not true }}b{{ end }}'],
    ["a string that holds }}", '{{ reReplaceAll "}}" "{{" $labels.pod }}'],
    ["a raw string that holds }}", "{{ print `}} default` }}"],
    ["a string with an escaped quote", '{{ print "\\"default\\" }}" }}'],
    ["a function's name in a string", '{{ print "default" }}'],
    ["a comment", "{{/* default lower }} quote */}}"],
    ["trimmed spaces", "a {{- $value | humanize -}} b"],
    ["a variable that range declares", '{{ range query "up" }}{{ .Labels.job }}{{ end }}'],
    ["two variables that range declares", '{{ range $i, $one := query "up" }}{{ $i }} {{ $one.Labels.job }}{{ end }}'],
    ["a variable of its own", "{{ $share := $value | humanize }}{{ $share }}"],
    ["a variable set again", "{{ $a := 1 }}{{ $a = 2 }}{{ $a }}"],
    ["a block that is given the labels", '{{ block "x" $labels }}{{ .pod }}{{ end }}'],
    ["numbers", "{{ print -1 +2.5 1e3 0x1F }}"],
  ])("takes %s", (_, text) => {
    expect(templateProblems(text, OWN_FUNCTIONS)).toEqual([]);
  });

  test.each<[string, string, string[]]>([
    ["a function behind a good one", "{{ $value | humanize | quote }}", ['function "quote" not defined']],
    ["a function in brackets", '{{ print (lower "A") }}', ['function "lower" not defined']],
    ["a function in a condition", "{{ if hasPrefix $labels.a }}x{{ end }}", ['function "hasPrefix" not defined']],
    ["a second action", "{{ $value }} {{ upper $labels.a }}", ['function "upper" not defined']],
    ["the same function twice, once", "{{ lower $labels.a }}{{ lower $labels.b }}", ['function "lower" not defined']],
    ["a function right behind a string with }}", '{{ print "}}" | lower }}', ['function "lower" not defined']],
    ["a block that never ends", "{{ if $value }}x", ["{{if}} is never closed with {{end}}"]],
    ["an end without a block", "x{{ end }}", ["unexpected {{end}}"]],
    ["an else without a block", "{{ else }}", ["unexpected {{else}}"]],
    ["an empty action", "{{ }}", ["missing value in {{ }}"]],
    ["a pipeline that leads nowhere", "{{ $value | }}", ["missing value in {{ $value | }}"]],
    ["a condition without one", "{{ if }}x{{ end }}", ["missing value in {{ if }}"]],
    ["a field that the data does not have", "{{ .labels.pod }}", ['the data has no field ".labels"']],
    ["an undeclared variable", "{{ $pod }}", ['undefined variable "$pod"']],
    ["a variable that is set but never declared", "{{ $a = 1 }}", ['undefined variable "$a"']],
    [
      "the evaluator's variables in a template of its own",
      '{{ define "x" }}{{ $labels.pod }}{{ $.a }}{{ end }}{{ template "x" . }}',
      ['undefined variable "$labels"'],
    ],
    ["an unclosed action", "{{ $value }} and {{ $labels.pod", ["the action that opens at offset 17 is never closed with }}"]],
    ["an unclosed string", '{{ print "a }}', ['unexpected "\\"a " in {{ print "a }}']],
    ["a label name that is no field", "{{ $labels.foo-bar }}", ['unexpected "-bar " in {{ $labels.foo-bar }}']],
    ["an expression in PromQL", "{{ $value > 1 }}", ['unexpected "> 1 " in {{ $value > 1 }}']],
  ])("refuses %s", (_, text, problems) => {
    expect(templateProblems(text, OWN_FUNCTIONS)).toEqual(problems);
  });

  test("is part of the evaluator's", () => {
    expect([...OWN_FUNCTIONS].filter((called) => !EVALUATOR_FUNCTIONS.has(called))).toEqual([]);
  });
});

test("any text gives an answer: it never throws and never hangs", () => {
  const piece = fc.constantFrom(
    "{{",
    "}}",
    '"',
    "`",
    "'",
    "\\",
    "/*",
    "*/",
    "$",
    "$i",
    ":=",
    ",",
    "|",
    "(",
    "-",
    " ",
    "range",
    ".a",
    "1",
    "\n",
  );
  const text = fc.oneof(
    fc.string(),
    fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join("")),
  );
  fc.assert(
    fc.property(text, (one) => Array.isArray(templateProblems(one, OWN_FUNCTIONS))),
    { numRuns: runs(300) },
  );
});
