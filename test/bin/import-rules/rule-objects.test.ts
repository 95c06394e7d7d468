import { readRules } from "../../../bin/import-rules/rule-objects";

const rulesIn = (text: string) =>
  readRules(text, "a.yml").sources.flatMap(({ groups }) => groups.flatMap(({ rules }) => rules.map(({ rule }) => rule)));
const refusedIn = (text: string, file = "a.yml") =>
  readRules(text, file).refused.map(({ at, what, fix, rules }) => ({ at: `${at.line}:${at.column}`, what, fix, rules }));
const group = (...rules: string[]) => `groups:\n- name: g\n  rules:\n${rules.map((rule) => `  - ${rule}\n`).join("")}`;
const UP = { alert: "Down", expr: "up == 0" };

describe("rules are found in", () => {
  test.each([
    ["a rule file", group("{alert: Down, expr: up == 0}")],
    [
      "a PrometheusRule",
      `kind: PrometheusRule\nmetadata: {name: a}\nspec:\n  ${group("{alert: Down, expr: up == 0}").replaceAll("\n", "\n  ")}`,
    ],
    ["the second document", `kind: Service\n---\n${group("{alert: Down, expr: up == 0}")}`],
    ["a list of objects", "kind: List\nitems:\n- kind: VMRule\n  spec: {groups: [{name: g, rules: [{alert: Down, expr: up == 0}]}]}"],
    ["JSON", '{"groups": [{"name": "g", "rules": [{"alert": "Down", "expr": "up == 0"}]}]}'],
    ["a file with a byte order mark's line ends", group("alert: Down\n    expr: up == 0").replaceAll("\n", "\r\n")],
    ["anchors and merge keys", `x: &x {expr: up == 0}\n${group("{<<: *x, alert: Down}")}`],
    ["a document beside one that is no YAML", `a: [\n---\n${group("{alert: Down, expr: up == 0}")}`],
  ])("%s", (_, text) => {
    expect(rulesIn(text)).toEqual([UP]);
  });
});

test("a scalar is the text that stands there: no number, no boolean", () => {
  expect(rulesIn(group("{alert: A, expr: 1, labels: {a: 1.0, b: yes, c: 0x10, d: '', e: ~}}"))).toEqual([
    { alert: "A", expr: "1", labels: { a: "1.0", b: "yes", c: "0x10", d: "", e: "" } },
  ]);
});

test("a quoted text goes on where its key begins, as Go's parser takes it", () => {
  const text = group('alert: A\n    expr: up\n    annotations:\n      summary: "one\n      two"');
  expect(rulesIn(text)).toEqual([{ alert: "A", expr: "up", annotations: { summary: "one two" } }]);
});

test("an interval that is none is lost, which is said, and its rules are not", () => {
  const text = `${group("{alert: Down, expr: up == 0}")}  interval: 500ms`;
  expect(rulesIn(text)).toEqual([UP]);
  const [{ groups: [found] = [] } = {}] = readRules(text, "a.yml").sources;
  expect(found).not.toHaveProperty("interval");
  expect(readRules(text, "a.yml").changed.map(({ what, at }) => [what, at.line])).toEqual([
    ['interval "500ms" is no duration of whole seconds, left out', 5],
  ]);
});

test("a ConfigMap without rules is passed over, and its file says which of its keys has some", () => {
  const map = (text: string) => `kind: ConfigMap\nmetadata: {name: old}\ndata:\n  a.txt: groups of people\n  b.yml: |\n${text}`;
  expect(refusedIn(map("    log: {level: info}"))).toEqual([]);
  expect(refusedIn(map("    groups: []"))).toEqual([
    {
      at: "5:3",
      what: "a ConfigMap holds a rule file",
      fix: 'write "b.yml" into a file of its own, with groups: at the top',
      rules: 0,
    },
  ]);
});

test("labels of a group are its rules' own, and the label team is lost, which is said", () => {
  const text =
    "groups:\n- name: g\n  labels: {a: g, b: g, team: x}\n  limit: 3\n  rules: [{record: 'a:b', expr: up, labels: {a: r}, debug: true}]";
  expect(rulesIn(text)).toEqual([{ record: "a:b", expr: "up", labels: { a: "r", b: "g" } }]);
  expect(readRules(text, "a.yml").changed.map(({ what }) => what)).toEqual([
    '"limit" of the group left out',
    '"debug" left out',
    'label "team" left out',
  ]);
});

test("an empty mapping is nothing: our own output comes through", () => {
  expect(rulesIn(group("{record: a, expr: up, labels: {}, annotations: {}}"))).toEqual([{ record: "a", expr: "up" }]);
});

describe("what can't come through is refused with its place, and the rest comes through", () => {
  test.each([
    ["{alert: A, expr: 'sum('}", "4:22 the expression is not PromQL"],
    ["{alert: A, expr: 'rate(a)'}", "the expression is not PromQL"],
    ["{alert: A, expr: 'sum(rollup_rate(up[5m])) > 0'}", "the expression is not PromQL: it has no function rollup_rate()"],
    ["{alert: A, expr: 'a default 0'}", "the expression is not PromQL"],
    ["{expr: up}", "4:5 it has no name"],
    ["{alert: A, record: b, expr: up}", "4:5 it has both alert and record"],
    ["{alert: A}", "4:5 it has no expr"],
    ["{alert: A, expr: [up]}", "4:22 its expr is no text"],
    ["{alert: A, expr: up, for: 5 minutes}", '4:31 for: "5 minutes" is no duration'],
    ["{alert: A, expr: up, for: 1m1h}", "is no duration"],
    ["{alert: A, expr: up, labels: {a-b: c}}", '4:35 "a-b" is no name of a label that a rule can set'],
    ["{alert: A, expr: up, labels: {__name__: c}}", '"__name__" is no name of a label'],
    ["{alert: A, expr: up, labels: [a]}", "labels is no mapping"],
    ["{alert: A, expr: up, labels: {a: [b]}}", 'the label "a" is no text'],
    ["{alert: A, expr: up, annotations: {a: '{{ default $value }}'}}", 'annotation "a": function "default" not defined'],
    ["{alert: A, expr: up, annotations: {a: '{{`{{`}} $value }}'}}", 'the annotation "a" hides its template from Helm'],
    ["{alert: A, expr: up, expr: up}", '4:26 the key "expr" is given twice'],
    ["{alert: A, expr: up, labels: {a: b, a: c}}", 'the label "a" is given twice'],
    ["{alert: A, exrp: up}", '4:16 "exrp" is no key of a rule; did you mean "expr"?'],
    ["{record: a-b, expr: up}", '"a-b" is no name of a series'],
    ["{record: a, expr: up, for: 5m}", "a recording has no for"],
    ["{record: a, expr: up, annotations: {a: b}}", "a recording has no annotations"],
    ["text", "it is no mapping"],
    ["{alert: Other, expr: up == 0}", "the group has this rule already, on line 4"],
  ])("%s: %s", (rule, message) => {
    const others = rule.includes("Other") ? [rule] : [];
    const text = group(rule, ...others);
    const [refused] = refusedIn(text);
    expect(`${refused?.at} ${refused?.what}`).toContain(message);
    expect(refused?.fix).not.toBe("");
    expect(rulesIn(group(rule, ...others, "{alert: Down, expr: up == 0}"))).toContainEqual(UP);
  });

  test.each([
    ["groups:\n- rules: [{alert: A, expr: up}]", "a group has no name", 1],
    ["groups:\n- {name: a, type: vlogs, rules: [{alert: A, expr: up}, {alert: B, expr: up}]}", 'of type "vlogs"', 2],
    ["groups:\n- {name: a, tenant: '1:2', rules: [{alert: A, expr: up}]}", "it asks another store", 1],
    [
      "kind: ConfigMap\nmetadata: {name: old}\ndata:\n  a.yml: |\n    groups:\n    - name: g\n      rules:\n      - alert: A\n        expr: up",
      "a ConfigMap holds a rule file",
      1,
    ],
    ["groups:\n- {name: a, ruels: []}", 'did you mean "rules"?', 0],
    ["groups:\n- {name: a, rules: []}\n- {name: a, rules: [{alert: A, expr: up}]}", "the group is there already, on line 2", 1],
    ["groups: 5", "rule file has no list of groups", 0],
    ["groups: []\ngroups: []", '"groups" is given twice', 0],
    ["groups:\n- name: a\n\trules: []", "a tab indents this line", 0],
    [`${"[".repeat(20_000)}`, "", 0],
    ["values:\n  more:\n  - alert: A\n    expr: up", "it holds rules, but is no PrometheusRule", 1],
  ])("%j: %s", (text, message, rules) => {
    const [refused] = refusedIn(text);
    expect(refused?.what).toContain(message);
    expect(refused?.rules).toBe(rules);
  });

  test("templates of Helm and sources of jsonnet say how to render them, with the rules that they would hold", () => {
    const helm = "{{- if .Values.a }}\ngroups:\n- name: {{ .Values.n }}\n  rules:\n  - alert: A\n    expr: up\n{{- end }}";
    expect(refusedIn(helm)).toEqual([expect.objectContaining({ fix: expect.stringContaining("helm template"), rules: 1 })]);
    const jsonnet = "local a = import 'b.libsonnet';\n{ prometheusAlerts+:: { groups: [] } }";
    expect(refusedIn(jsonnet, "a.libsonnet")).toEqual([expect.objectContaining({ fix: expect.stringContaining("jsonnet source") })]);
  });

  test("aliases of aliases are not written out", () => {
    const lists = Array.from({ length: 12 }, (_, index) => `a${index + 1}: &a${index + 1} [${`*a${index},`.repeat(12)}]`).join("\n");
    expect(refusedIn(`a0: &a0 [{alert: A, expr: up}]\n${lists}\ngroups: *a12`).length).toBeGreaterThan(0);
  });
});
