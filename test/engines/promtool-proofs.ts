/** The proofs of the rules, judged by promtool. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Yaml } from "cdk8s";
import { TEAM } from "../../lib/alerts/labels";
import { componentLabel } from "../../lib/alerts/owner";
import { type AlertRule, type RecordingRule, recordingsOf } from "../../lib/alerts/rule";
import { type Duration, hours, seconds, toPrometheus } from "../../lib/duration";
import type { Manifest } from "../../lib/gitops/manifest";
import { select } from "../../lib/series";
import { FALLBACK_COMPONENT } from "../../lib/site/component";
import { temporaryFolder } from "./engine";
import { inParallel } from "./in-parallel";
import { testRules } from "./promtool";
import { type AlertScenario, isOfAlert, type Judgement, type RecordingScenario, type Scenario, unasked } from "./proof-scenarios";

/** One process judges one file after the other: few enough that the cores end together, enough that starts don't count. */
const FILES_PER_PROCESS = 20;

/** Minute by minute, a proof over so long takes seconds. */
const LONG = hours(6);

/**
 * The failures are what promtool says of those that don't hold; of a file that fails none is taken to hold.
 *
 * @param long of an alert that is looked at after so long the last evaluations are judged, of others one at every minute
 */
export async function judgedByPromtool(scenarios: readonly Scenario[], manifests: readonly Manifest[], long = LONG): Promise<Judgement> {
  const files = writeTests(scenarios, manifests, long);
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

/**
 * Test files for each rule, beside a rule file with it and the recordings it asks: promtool evaluates every rule of a file in every test.
 * Rules of one proof, such as an alert's mutants, share them: what a case costs most is its series and what is recorded from them.
 */
function writeTests(scenarios: readonly Scenario[], manifests: readonly Manifest[], afterThat: Duration): TestFile[] {
  const isLong = (scenario: Scenario): scenario is AlertScenario => isOfAlert(scenario) && scenario.after.seconds >= afterThat.seconds;
  const folder = temporaryFolder();
  const rendered = renderedRules(manifests);
  const write = (file: string, content: unknown): string => {
    const path = join(folder, file);
    writeFileSync(path, Yaml.stringify(content));
    return path;
  };
  return ofOneProof(scenarios).flatMap((cases, index) => {
    const judged = cases[0]?.map(({ rule }) => rule) ?? [];
    const renderedOf = (one: AlertRule | RecordingRule) => rendered.get(keyOf(one)) ?? missing(one);
    const recordings = [...new Set(judged.flatMap(recordingsOf))].map(renderedOf);
    const rules = [...recordings, ...judged.map(renderedOf)];
    const long = cases.filter((one): one is AlertScenario[] => one.every(isLong));
    const short = cases.filter((one) => !one.every(isLong));
    const suite = { evaluation_interval: "1m" };
    const files: TestFile[] = [];
    if (short.length > 0) {
      write(`rules-${index}.yml`, { groups: [{ name: "proof", rules }] });
      const tests = short.map((one) => promtoolTest(one, one.flatMap(expectationsOf)));
      files.push({ path: write(`proofs-${index}.yml`, { ...suite, rule_files: [`rules-${index}.yml`], tests }), proofs: short.flat() });
    }
    if (long.length > 0) {
      if (recordings.length > 0) write(`recordings-${index}.yml`, { groups: [{ name: "proof", rules: recordings }] });
      const rule_files = recordings.length > 0 ? [`recordings-${index}.yml`] : [];
      const expect = (scenario: AlertScenario) => longExpectation(scenario, renderedOf(scenario.rule).expr);
      const tests = long.map((one) => promtoolTest(one, one.map(expect)));
      files.push({ path: write(`long-proofs-${index}.yml`, { ...suite, rule_files, tests }), proofs: long.flat() });
    }
    return files;
  });
}

/** Of each proof its cases, and of each case the look at every rule that the proof is of. Rules of one name have files of their own. */
function ofOneProof(scenarios: readonly Scenario[]): Scenario[][][] {
  const byRule = new Map<Scenario["rule"], Scenario[]>();
  for (const scenario of scenarios) byRule.set(scenario.rule, [...(byRule.get(scenario.rule) ?? []), scenario]);
  const names = [...byRule.keys()].map(({ name }) => name);
  const twins = new Set(names.filter((name, index) => names.indexOf(name) < index));
  const together = new Map<unknown, Scenario[][]>();
  for (const [rule, looks] of byRule) {
    const key = twins.has(rule.name) ? rule : rule.proof;
    together.set(key, [...(together.get(key) ?? []), looks]);
  }
  return [...together.values()].map((rules) => (rules[0] ?? []).map((_, index) => rules.flatMap((looks) => looks[index] ?? [])));
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

/** A case of one rule or of several, which differ in no series and are looked at at one time. */
function promtoolTest([first, ...others]: readonly Scenario[], expectations: readonly Expectation[]) {
  if (first === undefined) throw new Error("a case of no rule");
  const { title, series, after } = first;
  return {
    name: others.length === 0 ? title : `${title}, and ${others.length} of the same proof`,
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
 * promtool reads an expression anew and evaluates it at every minute from the first sample on; the last evaluations say as much. Recordings
 * are small. An alert fires when its expression has given the same labels at each evaluation, `for` long, the first and the last among them; and where
 * it is kept, when that was so at one of the evaluations before. A proof that comes and goes within what it is kept for would need all.
 */
function longExpectation({ title, rule, fires, after }: AlertScenario, expr: string): Expectation {
  const waits = Math.ceil((rule.for?.seconds ?? 0) / 60);
  // half a minute more: releases differ in whether a range has its beginning. Before the samples begin nothing is evaluated
  const holds = `count_over_time((\n${expr}\n)[${waits * 60 + 30}s:1m]) == ${waits + 1} and on () vector(time()) >= ${waits * 60}`;
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
