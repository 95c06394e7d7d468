/** The proofs of the rules, judged by promtool. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Yaml } from "cdk8s";
import { TEAM } from "../../lib/alerts/labels";
import { componentLabel } from "../../lib/alerts/owner";
import type { AlertRule, RecordingRule } from "../../lib/alerts/rule";
import { hours, seconds, toPrometheus } from "../../lib/duration";
import type { Manifest } from "../../lib/gitops/manifest";
import { select } from "../../lib/series";
import { FALLBACK_COMPONENT } from "../../lib/site/component";
import { temporaryFolder } from "./engine";
import { inParallel } from "./in-parallel";
import { testRules } from "./promtool";
import {
  type AlertScenario,
  isOfAlert,
  type Judgement,
  type RecordingScenario,
  recordingsOf,
  type Scenario,
  unasked,
} from "./proof-scenarios";

/** One process judges one file after the other: few enough that the cores end together, enough that starts don't count. */
const FILES_PER_PROCESS = 20;

/** The failures are what promtool says of those that don't hold; of a file that fails none is taken to hold. */
export async function judgedByPromtool(scenarios: readonly Scenario[], manifests: readonly Manifest[]): Promise<Judgement> {
  const files = writeTests(scenarios, manifests);
  const runs = Array.from({ length: Math.ceil(files.length / FILES_PER_PROCESS) }, (_, run) => async (): Promise<Judgement> => {
    const ofRun = files.slice(run * FILES_PER_PROCESS, (run + 1) * FILES_PER_PROCESS);
    const { code, output } = await testRules(ofRun.map(({ path }) => path));
    const passed = new Set(Array.from(output.matchAll(HELD), ([, path]) => path));
    return {
      failures: code === 0 ? [] : [output.replace(PASSED, "")],
      held: ofRun.flatMap(({ path, proofs }) => (passed.has(path) ? proofs : [])),
    };
  });
  const all = await inParallel(runs);
  return { failures: all.flatMap(({ failures }) => failures), held: all.flatMap(({ held }) => held) };
}

interface TestFile {
  readonly path: string;
  readonly proofs: readonly Scenario[];
}

/** What it says of each file, and of those that hold. */
const HELD = /^Unit Testing: +(.+)\n\s*SUCCESS$/gm;
const PASSED = /^(?:Unit Testing: .*|\s*SUCCESS|\s*FAILED:)?\n/gm;

/** Test files for each rule, beside a rule file with it and the recordings it asks: promtool evaluates every rule of a file in every test. */
function writeTests(scenarios: readonly Scenario[], manifests: readonly Manifest[]): TestFile[] {
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
    const files: TestFile[] = [];
    if (short.length > 0) {
      write(`rules-${index}.yml`, { groups: [{ name: "proof", rules }] });
      const tests = short.map((scenario) => promtoolTest(scenario, expectationsOf(scenario)));
      files.push({ path: write(`proofs-${index}.yml`, { ...suite, rule_files: [`rules-${index}.yml`], tests }), proofs: short });
    }
    if (long.length > 0) {
      const recordings = rules.slice(0, -1);
      if (recordings.length > 0) write(`recordings-${index}.yml`, { groups: [{ name: "proof", rules: recordings }] });
      const rule_files = recordings.length > 0 ? [`recordings-${index}.yml`] : [];
      const tests = long.map((scenario) => promtoolTest(scenario, [longExpectation(scenario, rules.at(-1)?.expr ?? "")]));
      files.push({ path: write(`long-proofs-${index}.yml`, { ...suite, rule_files, tests }), proofs: long });
    }
    return files;
  });
}

/**
 * promtool evaluates its rules at every minute from the first sample on; over days and with ranges of hours that takes seconds
 * a proof. Of an alert, the last evaluations say as much: those of its `for`, and of what it is kept for. Recordings are small.
 */
function isLong(scenario: Scenario): scenario is AlertScenario {
  const { rule, after } = scenario;
  return rule.kind === "alert" && after.seconds > hours(6).seconds;
}

interface WireRule {
  readonly alert?: string;
  readonly record?: string;
  readonly expr: string;
  readonly labels?: { readonly component?: string; readonly severity?: string };
}

/** The rules as they are rendered: the proof of a declaration would not see what the projection loses. */
function renderedRules(manifests: readonly Manifest[]): ReadonlyMap<string, WireRule> {
  const groups = manifests
    .filter(({ object }) => object.kind === "VMRule")
    .flatMap(({ object }) => (object.spec as { readonly groups: readonly { readonly rules: readonly WireRule[] }[] }).groups);
  return new Map(
    groups
      .flatMap(({ rules }) => rules)
      .map((rule) => [
        rule.alert === undefined ? `${rule.record} ${rule.expr}` : `${rule.alert} ${rule.labels?.component} ${rule.labels?.severity}`,
        rule,
      ]),
  );
}

/** An alert of one name may stand in several components, and for several severities, a recording of one name in several rules. */
function keyOf(rule: AlertRule | RecordingRule): string {
  return rule.kind === "alert" ? `${rule.name} ${componentLabel(rule.component)} ${rule.severity}` : `${rule.name} ${rule.expr}`;
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
  isOfAlert(scenario) ? alertExpectations(scenario) : recordingExpectations(scenario);

/** Whether it fires, and that nothing of it fires with labels that it should not have. */
function alertExpectations({ title, rule, fires }: AlertScenario): Expectation[] {
  const all = firing(rule);
  return [
    expectation(title, `(count(${all}) > bool 0) or vector(0)`, [[{}, fires ? 1 : 0]]),
    expectation(title, `count(${all} unless (${promised(rule)})) or vector(0)`, [[{}, 0]]),
  ];
}

const firing = ({ name }: AlertRule, labels = ""): string => `ALERTS{alertname="${name}",alertstate="firing"${labels}}`;

/** Those that carry what is declared. */
function promised(rule: AlertRule): string {
  const of = (component: string, more = "") => firing(rule, `,severity="${rule.severity}",team="${TEAM}",component="${component}"${more}`);
  if (typeof rule.component === "string") return of(rule.component);
  if ("byTarget" in rule.component) return rule.component.byTarget.map((component) => of(component)).join(" or ");
  const owned = Object.entries(rule.component.byNamespace);
  const others = owned.map(([namespace]) => `,namespace!="${namespace}"`).join("");
  return [of(FALLBACK_COMPONENT, others), ...owned.map(([namespace, component]) => of(component, `,namespace="${namespace}"`))].join(
    " or ",
  );
}

/**
 * An alert fires when its expression has given the same labels at each evaluation, `for` long, the first and the last among them; and where
 * it is kept, when that was so at one of the evaluations before. No proof over days comes and goes within what it is kept for.
 */
function longExpectation({ title, rule, fires, after }: AlertScenario, expr: string): Expectation {
  const waits = Math.ceil((rule.for?.seconds ?? 0) / 60);
  // half a minute more: releases differ in whether a range has its beginning
  const holds = `count_over_time((\n${expr}\n)[${waits * 60 + 30}s:1m]) == ${waits + 1}`;
  const held = rule.keepFiringFor === undefined ? holds : `count_over_time((${holds})[${rule.keepFiringFor.seconds + 30}s:1m])`;
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
