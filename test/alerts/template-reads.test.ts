import fc from "fast-check";
import { expressionsOf } from "../../lib/alerts/rule";
import { readsOf } from "../../lib/alerts/template-reads";
import { runs } from "../wide";
import { sampleAlert } from "./sample-rules";

describe("what a text asks the store", () => {
  test.each<[string, string, string[]]>([
    ["as it is written", '{{ range query "sum(up)" }}{{ .Value }}{{ end }}', ["sum(up)"]],
    ["in back quotes", '{{ query `up{job="a"}` | len }}', ['up{job="a"}']],
    ["with escaped quotes", '{{ query "up{job=\\"a\\"}" | len }}', ['up{job="a"}']],
    ["from the left", '{{ "up" | query | len }}', ["up"]],
    ["by a variable", '{{ $q := "up" }}{{ query $q | len }}', ["up"]],
    ["in a template of its own", '{{ define "x" }}{{ query "up" | len }}{{ end }}', ["up"]],
    ["behind else", '{{ if $value }}{{ else if query "up" }}{{ else }}{{ query "down" | len }}{{ end }}', ["up", "down"]],
    ["even where it does not parse", '{{ query "sum by (" | len }}', ["sum by ("]],
    ["not in a comment", '{{/* query "up" */}}', []],
    ["not by an expression that only the alert brings", "{{ query $labels.expr | len }}", []],
  ])("%s", (_, text, queries) => {
    expect(readsOf(text).queries).toEqual(queries);
  });

  test.each<[string, string, string[]]>([
    ["any value meets a condition on what the alert brings", '"up{job=%q,a=\\"b\\"}" $labels.job', ['up{job=~".+",a="b"}']],
    ["in quotes of the expression", "`up{job=\"%s\",pod='%v'}` $labels.job $labels.pod", ['up{job=~".+",pod=~".+"}']],
    ["within a pattern", '`up{job=~"%s-.*"}` $labels.job', ['up{job=~".+"}']],
    ["what it must not be stays open", '`up{job!="%s",pod!~"%s"}` $labels.job $labels.pod', ['up{job!="x",pod!~"x"}']],
    ["a number is one", '"up > %.2f or up > %d or up > %v" $value $value $value', ["up > 1 or up > 1 or up > 1"]],
    ["what is known stands", '"%s{job=%q}" "up" "a"', ['up{job="a"}']],
    ["a percent sign is no verb", '`up{job="%%"} %s`', []],
    ["a percent sign alone makes no stand-in", '`up{job="%%"}`', ['up{job="%"}']],
    ["a name that only the alert brings can't be judged", '"%s > 1" $labels.series', []],
    ["nor can what does not parse without it", '"up %s 1" $labels.sign', []],
    ["without a verb it is what it is", '"sum by ("', ["sum by ("]],
  ])("built: %s", (_, built, queries) => {
    expect(readsOf(`{{ range query (printf ${built}) }}{{ .Value }}{{ end }}`).queries).toEqual(queries);
    expect(readsOf(`{{ $q := printf ${built} }}{{ range $q | query }}{{ .Value }}{{ end }}`).queries).toEqual(queries);
  });

  test("is judged with the expression of the rule", () => {
    const description = '{{ range query (printf "nosuch{instance=%q}" $labels.instance) }}{{ .Value }}{{ end }}';
    expect(expressionsOf(sampleAlert({ description }))).toEqual(["up == 0", 'nosuch{instance=~".+"}']);
  });
});

describe("a label that a text reads", () => {
  test.each<[string, string, object[]]>([
    ["of the alert", "{{ $labels.pod }}", [{ labels: ["pod"], isAsked: false }]],
    ["of a sample", '{{ range query "up" }}{{ .Labels.pod }}{{ end }}', [{ labels: ["pod"], query: "up", isAsked: false }]],
    ["of a sample of who knows what", "{{ range query $expr }}{{ .Labels.pod }}{{ end }}", []],
    ["of another's dot", "{{ with $value }}{{ .Labels.pod }}{{ end }}", []],
    ["of a variable that ends with its block", "{{ if $value }}{{ $l := $labels }}{{ end }}{{ $l.pod }}", []],
    ["inside a call", '{{ reReplaceAll "a" (print $labels.pod) "b" }}', [{ labels: ["pod"], isAsked: false }]],
  ])("%s", (_, text, labels) => {
    expect(readsOf(text).labels).toEqual(labels);
  });
});

test("any text gives an answer: it never throws and never hangs", () => {
  const pieces = ["{{", "}}", '"up"', "`", "(", ")", "|", " ", ".", ".Labels", "$", "$labels", "$x", ":=", "=", ",", "/*", "*/"];
  const words = ["if ", "else ", "end", "range ", "with ", "define ", "block ", "template ", "query ", "printf ", "index ", "or ", "not "];
  const text = fc.array(fc.constantFrom(...pieces, ...words), { maxLength: 40 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(fc.oneof(fc.string(), text), (one) => Array.isArray(readsOf(one).labels)),
    { numRuns: runs(500) },
  );
});
