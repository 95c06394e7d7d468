import { Testing } from "cdk8s";
import { importedFrom, type Rule, type RuleGroup } from "../../lib/alerts/rule";
import { vmRule } from "../../lib/alerts/vmrule";
import { minutes, seconds } from "../../lib/duration";
import { sampleAlert, sampleRecord } from "./sample-rules";

function render(...groups: RuleGroup[]) {
  const chart = Testing.chart();
  vmRule(chart, { bundle: { area: "storage", groups }, namespace: "monitoring", runbooksUrl: "https://git.example.org/runbooks" });
  return Testing.synth(chart)[0];
}

const renderRule = (rule: Rule) => render({ name: "g", rules: [rule] }).spec.groups[0].rules[0];

test("an area is a VMRule of its name", () => {
  expect(render({ name: "storage", rules: [] })).toMatchObject({
    apiVersion: "operator.victoriametrics.com/v1beta1",
    kind: "VMRule",
    metadata: { name: "storage", namespace: "monitoring", labels: { "app.kubernetes.io/component": "rules" } },
  });
});

test("an alert gets its labels, its `for` and the link to its runbook", () => {
  expect(renderRule(sampleAlert({ for: minutes(5), severity: "critical", component: "Sign-in (SSO)" }))).toEqual({
    alert: "SampleDown",
    expr: "up == 0",
    for: "5m",
    labels: { severity: "critical", component: "Sign-in (SSO)", team: "ops" },
    annotations: {
      summary: "{{ $labels.instance }} is down",
      description: "Look at it.",
      runbook_url: "https://git.example.org/runbooks/SampleDown.md",
    },
  });
});

test("an alert that goes on firing says so as the evaluator reads it", () => {
  expect(renderRule(sampleAlert({ keepFiringFor: minutes(10) }))).toMatchObject({ keep_firing_for: "10m" });
});

test("an alert without `for` has none, and no proof reaches the manifest", () => {
  expect(Object.keys(renderRule(sampleAlert())).sort()).toEqual(["alert", "annotations", "expr", "labels"]);
});

test("a recording rule has the labels that it puts on its samples, and no others", () => {
  const rule = sampleRecord("job:up:sum", "up", { labels: { quantile: "0.9" }, namedBy: "mixin" });
  expect(renderRule(rule)).toEqual({ record: "job:up:sum", expr: "up", labels: { quantile: "0.9" } });
});

test("a recording rule is its name and its expression", () => {
  expect(renderRule(sampleRecord("job:up:sum", "sum by (job) (up)"))).toEqual({ record: "job:up:sum", expr: "sum by (job) (up)" });
});

test("an imported rule goes in as it is, without a team", () => {
  const rule = { alert: "Upstream", expr: "up", for: "15m", labels: { severity: "page" }, annotations: { message: "{{ $value }}" } };
  const [given] = importedFrom({ source: "kubernetes-mixin 1.0" }, [rule]);
  expect(renderRule(given as Rule)).toEqual(rule);
});

test("groups and their rules keep their order and interval", () => {
  const { groups } = render(
    { name: "b", interval: seconds(30), rules: [sampleRecord("x:b", "up"), sampleRecord("x:a", "x:b")] },
    { name: "a", rules: [sampleRecord("x:c", "up")] },
  ).spec;
  expect(
    groups.map(({ name, interval, rules }: { name: string; interval?: string; rules: { record: string }[] }) => [
      name,
      interval,
      rules.map((rule) => rule.record),
    ]),
  ).toEqual([
    ["b", "30s", ["x:b", "x:a"]],
    ["a", undefined, ["x:c"]],
  ]);
});
