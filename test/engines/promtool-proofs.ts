/** The proofs of the rules, judged by promtool. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Yaml } from "cdk8s";
import type { AlertRule, RecordingRule } from "../../lib/alerts/rule";
import { days, seconds, toPrometheus } from "../../lib/duration";
import type { Manifest } from "../../lib/gitops/manifest";
import { select } from "../../lib/series";
import { temporaryFolder } from "./engine";
import { inParallel } from "./in-parallel";
import { testRules } from "./promtool";
import { type AlertScenario, isOfAlert, type RecordingScenario, recordingsOf, type Scenario, unasked } from "./proof-scenarios";

/** One process judges one file after the other: few enough that the cores end together, enough that starts don't count. */
const FILES_PER_PROCESS = 20;

/** What promtool says of those that don't hold. */
export async function promtoolFailures(scenarios: readonly Scenario[], manifests: readonly Manifest[]): Promise<string[]> {
  const files = writeTests(scenarios, manifests);
  const runs = Array.from({ length: Math.ceil(files.length / FILES_PER_PROCESS) }, (_, run) => async () => {
    const { code, output } = await testRules(files.slice(run * FILES_PER_PROCESS, (run + 1) * FILES_PER_PROCESS));
    return code === 0 ? [] : [output.replace(PASSED, "")];
  });
  return (await inParallel(runs)).flat();
}

/** What it says of each file, and of those that hold. */
const PASSED = /^(?:Unit Testing: .*|\s*SUCCESS|\s*FAILED:)?\n/gm;

/** Test files for each rule, beside a rule file with it and the recordings it asks: promtool evaluates every rule of a file in every test. */
function writeTests(scenarios: readonly Scenario[], manifests: readonly Manifest[]): string[] {
  const folder = temporaryFolder();
  const rendered = renderedRules(manifests);
  const write = (file: string, content: unknown): string => {
    const path = join(folder, file);
    writeFileSync(path, Yaml.stringify(content));
    return path;
  };
  return [...new Set(scenarios.map(({ rule }) => rule))].flatMap((rule, index) => {
    const rules = [...recordingsOf(rule), rule].map((one) => rendered.get(keyOf(one)) ?? missing(one));
    const all = scenarios.filter((scenario) => scenario.rule === rule);
    const [long, short] = [all.filter(isLong), all.filter((scenario) => !isLong(scenario))];
    const suite = { evaluation_interval: "1m" };
    const files: string[] = [];
    if (short.length > 0) {
      write(`rules-${index}.yml`, { groups: [{ name: "proof", rules }] });
      const tests = short.map((scenario) => promtoolTest(scenario, expectationsOf(scenario)));
      files.push(write(`proofs-${index}.yml`, { ...suite, rule_files: [`rules-${index}.yml`], tests }));
    }
    if (long.length > 0) {
      const tests = long.map((scenario) => promtoolTest(scenario, [longExpectation(scenario, rules.at(-1)?.expr ?? "")]));
      files.push(write(`long-proofs-${index}.yml`, { ...suite, tests }));
    }
    return files;
  });
}

/**
 * promtool evaluates its rules at every minute from the first sample on; over weeks and with ranges of days that takes seconds
 * a proof. Of an alert without other memory than its `for`, the last evaluations say as much.
 */
function isLong(scenario: Scenario): scenario is AlertScenario {
  const { rule, after } = scenario;
  return rule.kind === "alert" && after.seconds > days(1).seconds && rule.reads.length === 0 && rule.keepFiringFor === undefined;
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

function promtoolTest({ title, series, after }: Scenario, expectations: readonly Expectation[]) {
  return {
    name: title,
    interval: "1m",
    input_series: series.map(({ name, labels, values }) => ({ series: select(name)(labels), values })),
    promql_expr_test: expectations.map((one) => ({ eval_time: toPrometheus(after), ...one })),
  };
}

interface Expectation {
  readonly expr: string;
  readonly exp_samples: readonly { readonly labels: string; readonly value: number }[];
  /** @default - when the scenario is looked at */
  readonly eval_time?: string;
}

/** promtool tells what it expected of which expression, not in which test: the title goes along as a label. */
function expectation(title: string, expr: string, samples: RecordingScenario["gives"]): Expectation {
  return {
    expr: `label_replace(${expr}, "proof", ${JSON.stringify(title)}, "", "")`,
    exp_samples: samples.map(([labels, value]) => ({ labels: select("")({ ...labels, proof: title }), value })),
  };
}

const expectationsOf = (scenario: Scenario): Expectation[] =>
  isOfAlert(scenario) ? [alertExpectation(scenario)] : recordingExpectations(scenario);

function alertExpectation({ title, rule, fires }: AlertScenario): Expectation {
  const expr = `(count(ALERTS{alertname="${rule.name}",alertstate="firing"}) > bool 0) or vector(0)`;
  return expectation(title, expr, [[{}, fires ? 1 : 0]]);
}

/** An alert fires when its expression has given the same labels at each evaluation, `for` long, the first and the last among them. */
function longExpectation({ title, rule, fires, after }: AlertScenario, expr: string): Expectation {
  const waits = Math.ceil((rule.for?.seconds ?? 0) / 60);
  // half a minute more: releases differ in whether a range has its beginning
  const held = `count_over_time((\n${expr}\n)[${waits * 60 + 30}s:1m]) == ${waits + 1}`;
  const lastEvaluation = seconds(Math.floor(after.seconds / 60) * 60);
  return {
    ...expectation(title, `(count(${held}) > bool 0) or vector(0)`, [[{}, fires ? 1 : 0]]),
    eval_time: toPrometheus(lastEvaluation),
  };
}

/** The number of samples beside their labels and values: what differs in unwritten labels alone would else count as one. */
function recordingExpectations(scenario: RecordingScenario): Expectation[] {
  const { title, rule, gives } = scenario;
  return [
    expectation(title, `max without (${unasked(scenario).join(", ")}) (${rule.name})`, gives),
    expectation(title, `count(${rule.name}) or vector(0)`, [[{}, gives.length]]),
  ];
}
