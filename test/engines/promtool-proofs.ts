/** The proofs of the rules, judged by promtool. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Yaml } from "cdk8s";
import type { AlertRule, RecordingRule } from "../../lib/alerts/rule";
import { toPrometheus } from "../../lib/duration";
import type { Manifest } from "../../lib/gitops/manifest";
import { select } from "../../lib/series";
import { temporaryFolder } from "./engine";
import { inParallel } from "./in-parallel";
import { testRules } from "./promtool";
import { type AlertScenario, isOfAlert, type RecordingScenario, recordingsOf, type Scenario } from "./proof-scenarios";

/** promtool evaluates one file after the other in one process: with more processes than cores the longest proof is not waited for. */
const FILES_PER_PROCESS = 20;

/** What promtool says of those that don't hold. */
export async function promtoolFailures(scenarios: readonly Scenario[], manifests: readonly Manifest[]): Promise<string[]> {
  const files = writeTests(scenarios, manifests);
  const runs = Array.from({ length: Math.ceil(files.length / FILES_PER_PROCESS) }, (_, run) => async () => {
    const { code, output } = await testRules(files.slice(run * FILES_PER_PROCESS, (run + 1) * FILES_PER_PROCESS));
    return code === 0 ? [] : [output];
  });
  return (await inParallel(runs)).flat();
}

/** A test file for each rule, beside a rule file with it and the recordings it asks: promtool evaluates every rule of a file in every test. */
function writeTests(scenarios: readonly Scenario[], manifests: readonly Manifest[]): string[] {
  const folder = temporaryFolder();
  const rendered = renderedRules(manifests);
  return [...new Set(scenarios.map(({ rule }) => rule))].map((rule, index) => {
    const rules = [...recordingsOf(rule), rule].map((one) => rendered.get(keyOf(one)) ?? missing(one));
    writeFileSync(join(folder, `rules-${index}.yml`), Yaml.stringify({ groups: [{ name: "proof", rules }] }));
    const tests = scenarios.filter((scenario) => scenario.rule === rule).map(promtoolTest);
    const path = join(folder, `proofs-${index}.yml`);
    writeFileSync(path, Yaml.stringify({ rule_files: [`rules-${index}.yml`], evaluation_interval: "1m", tests }));
    return path;
  });
}

interface WireRule {
  readonly alert?: string;
  readonly record?: string;
  readonly expr: string;
  readonly labels?: { readonly component?: string };
}

/** The rules as they are rendered: the proof of a declaration would not see what the projection loses. */
function renderedRules(manifests: readonly Manifest[]): ReadonlyMap<string, WireRule> {
  const groups = manifests
    .filter(({ object }) => object.kind === "VMRule")
    .flatMap(({ object }) => (object.spec as { readonly groups: readonly { readonly rules: readonly WireRule[] }[] }).groups);
  return new Map(
    groups
      .flatMap(({ rules }) => rules)
      .map((rule) => [rule.alert === undefined ? `${rule.record} ${rule.expr}` : `${rule.alert} ${rule.labels?.component}`, rule]),
  );
}

/** An alert of one name may stand in several components, a recording of one name in several rules. */
function keyOf(rule: AlertRule | RecordingRule): string {
  return rule.kind === "alert" ? `${rule.name} ${rule.component}` : `${rule.name} ${rule.expr}`;
}

function missing({ kind, name }: AlertRule | RecordingRule): never {
  throw new Error(`${kind} "${name}" is proven or read, and in no VMRule of dist/; list it in an area that a part declares`);
}

function promtoolTest(scenario: Scenario) {
  const { title, series, after } = scenario;
  return {
    name: title,
    interval: "1m",
    input_series: series.map(({ name, labels, values }) => ({ series: select(name)(labels), values })),
    promql_expr_test: (isOfAlert(scenario) ? alertExpectations(scenario) : recordingExpectations(scenario)).map((expectation) => ({
      eval_time: toPrometheus(after),
      ...expectation,
    })),
  };
}

interface Expectation {
  readonly expr: string;
  readonly exp_samples: readonly { readonly labels: string; readonly value: number }[];
}

/** promtool tells what it expected of which expression, not in which test: the title goes along as a label. */
function expectation(title: string, expr: string, samples: RecordingScenario["gives"]): Expectation {
  return {
    expr: `label_replace(${expr}, "proof", ${JSON.stringify(title)}, "", "")`,
    exp_samples: samples.map(([labels, value]) => ({ labels: select("")({ ...labels, proof: title }), value })),
  };
}

function alertExpectations({ title, rule, fires }: AlertScenario): Expectation[] {
  const expr = `(count(ALERTS{alertname="${rule.name}",alertstate="firing"}) > bool 0) or vector(0)`;
  return [expectation(title, expr, [[{}, fires ? 1 : 0]])];
}

/** The number of samples beside their labels and values: what differs in unwritten labels alone would else count as one. */
function recordingExpectations(scenario: RecordingScenario): Expectation[] {
  const { title, rule, gives } = scenario;
  return [
    expectation(title, `max without (${unasked(scenario).join(", ")}) (${rule.name})`, gives),
    expectation(title, `count(${rule.name}) or vector(0)`, [[{}, gives.length]]),
  ];
}

/** Labels that no author wrote, nor asked for: a proof need not know what a target is called. */
export function unasked({ added, gives }: RecordingScenario): string[] {
  return [...added].filter((label) => !gives.some(([labels]) => label in labels));
}
