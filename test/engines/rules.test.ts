import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Yaml } from "cdk8s";
import { WATCHDOG } from "../../lib/alerts/labels";
import { type AlertRule, ownAlerts } from "../../lib/alerts/rule";
import { fullPlatform } from "../example";
import { describeEngines, temporaryFolder } from "./engine";
import { checkRules } from "./promtool";
import { judgedByPromtool } from "./promtool-proofs";
import { proofCoverage } from "./proof-coverage";
import { isOfAlert, type Scenario, scenariosOf } from "./proof-scenarios";
import { judgedByReplay } from "./replay-proofs";
import { dryRun, withoutKeepFiring } from "./vmalert";

const { rules, scrapes, manifests } = fullPlatform();
const files = manifests.filter(({ object }) => object.kind === "VMRule").map(({ file, object }) => ({ file, spec: object.spec }));

describeEngines(["promtool", "vmalert", "vmalert-1.150"], "every rule file is read by all tools", () => {
  test.each(files)("$file", async ({ spec }) => {
    const path = join(temporaryFolder(), "rules.yml");
    writeFileSync(path, Yaml.stringify(spec));
    expect(await checkRules(path)).toMatchObject({ code: 0 });
    expect(await dryRun(path, "vmalert-1.150")).toMatchObject({ code: 0 });
    writeFileSync(path, withoutKeepFiring(Yaml.stringify(spec)));
    expect(await dryRun(path)).toMatchObject({ code: 0 });
  });
});

describe("the proofs", () => {
  test("are of both kinds for every alert but the one that always fires", () => {
    const lacking = (kind: "fires" | "silent") =>
      ownAlerts(rules).flatMap(({ rule }) => (rule.proof[kind].length === 0 ? [rule.name] : []));
    expect(lacking("fires")).toEqual([]);
    expect(lacking("silent")).toEqual([WATCHDOG]);
  });

  test("are written in series that the scrapes bring", () => {
    expect(() => scenariosOf(rules, scrapes)).not.toThrow();
  });
});

const PROMTOOL = ["promtool"] as const;
const EVALUATOR = ["victoria-metrics-1.150", "vmalert-1.150"] as const;
const proofs = once(() => scenariosOf(rules, scrapes));
/** Each judges once, for whoever asks first. */
const [byPromtool, byEvaluator] = [once(() => judgedByPromtool(proofs(), manifests)), once(() => judgedByReplay(proofs(), scrapes))];

describeEngines(PROMTOOL, "every rule does as its proof says, judged by promtool", () => {
  test("all of them hold", async () => {
    expect((await byPromtool()).failures).toEqual([]);
  });
});

describeEngines(EVALUATOR, "every rule does as its proof says, judged by the evaluator itself", () => {
  test("all of them hold in a replay", async () => {
    expect((await byEvaluator()).failures).toEqual([]);
  });
});

describeEngines([...PROMTOOL, ...EVALUATOR], "what was judged", () => {
  const judged = async () => ({ promtool: await byPromtool(), vmalert: await byEvaluator() });

  test("is every rule, by both", async () => {
    const { line, lacking } = proofCoverage(rules, proofs(), await judged());
    process.stdout.write(`${line}\n`);
    expect(lacking).toEqual([]);
  });
});

describeEngines([...PROMTOOL, ...EVALUATOR], "what is asked otherwise of a clustered store, or there alone", () => {
  const clustered = fullPlatform({ scale: "cluster" });
  const otherwise = clustered.rules.filter((bundle) => !rules.some((one) => JSON.stringify(one) === JSON.stringify(bundle)));

  test("does as its proof says, judged by both", async () => {
    expect(otherwise.map(({ area }) => area)).toEqual(expect.arrayContaining(["metrics-store", "metrics-store-parts"]));
    const scenarios = scenariosOf(otherwise, clustered.scrapes);
    const promtool = await judgedByPromtool(scenarios, clustered.manifests);
    const vmalert = await judgedByReplay(scenarios, clustered.scrapes);
    expect([...promtool.failures, ...vmalert.failures]).toEqual([]);
    expect(proofCoverage(otherwise, scenarios, { promtool, vmalert }).lacking).toEqual([]);
  });
});

describe("the coverage", () => {
  test("is less where a judge does not say so, and where a proof is missing", () => {
    const scenarios = proofs();
    const all = { failures: [], held: scenarios };
    expect(proofCoverage(rules, scenarios, { promtool: all, vmalert: all }).lacking).toEqual([]);
    const [unsaid, unproven] = ownAlerts(rules).flatMap(({ rule }) => (rule.proof.silent.length === 1 ? [rule] : []));
    const isSilent = (scenario: Scenario, rule: AlertRule | undefined) => scenario.rule === rule && isOfAlert(scenario) && !scenario.fires;
    const { lacking, line } = proofCoverage(
      rules,
      scenarios.filter((one) => !isSilent(one, unproven)),
      { promtool: all, vmalert: { failures: [], held: scenarios.filter((one) => !isSilent(one, unsaid)) } },
    );
    expect(lacking).toEqual([
      `${scenarios.find((one) => isSilent(one, unsaid))?.title}: vmalert does not say so`,
      `${unproven?.name}: no proof that it is silent`,
    ]);
    const count = ownAlerts(rules).length - 1;
    expect(line).toContain(`${count - 2} of ${count} alerts fire and stay silent (promtool and vmalert), 1 of 1 always fires`);
  });
});

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
