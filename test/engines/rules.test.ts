import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Yaml } from "cdk8s";
import { readSamples } from "../../lib/alerts/notation";
import { toPrometheus } from "../../lib/duration";
import { examplePlatform } from "../example";
import { describeEngines, temporaryFolder } from "./engine";
import { checkRules, testRules } from "./promtool";
import { type Scenario, scenariosOf } from "./proof-scenarios";
import { startVictoriaMetrics } from "./victoria-metrics";
import { dryRun, replay } from "./vmalert";

const { rules, manifests } = examplePlatform();
const scenarios = scenariosOf(rules);
const files = manifests.filter(({ object }) => object.kind === "VMRule").map(({ file, object }) => ({ file, spec: object.spec }));

function writeRuleFiles(folder: string): string[] {
  return files.map(({ file, spec }) => {
    const path = join(folder, file.replace("/", "-"));
    writeFileSync(path, Yaml.stringify(spec));
    return path;
  });
}

describeEngines(["promtool", "vmalert"], "every rule file is read by both tools", () => {
  test.each(files.map(({ file }, index) => [file, index] as const))("%s", async (_, index) => {
    const path = writeRuleFiles(temporaryFolder())[index] ?? "";
    expect(await checkRules(path)).toMatchObject({ code: 0 });
    expect(await dryRun(path)).toMatchObject({ code: 0 });
  });
});

describeEngines(["promtool"], "every alert fires and stays silent as it declares, judged by promtool", () => {
  test("there are proofs of both kinds for every alert", () => {
    expect(scenarios.filter(({ fires }) => fires).length).toBeGreaterThanOrEqual(new Set(scenarios.map(({ alert }) => alert)).size);
    expect(scenarios.filter(({ fires }) => !fires).length).toBeGreaterThan(100);
  });

  test("all of them hold", async () => {
    const folder = temporaryFolder();
    const { code, output } = await testRules(writePromtoolTests(folder, scenarios));
    if (code !== 0) throw new Error(output.slice(0, 4000));
  });

  test("a proof turned round does not hold: the judge does judge", async () => {
    const sample = scenarios.filter(({ alert }) => alert.name === "DeploymentUnavailable").slice(0, 2);
    for (const scenario of sample) {
      const { code } = await testRules(writePromtoolTests(temporaryFolder(), [{ ...scenario, fires: !scenario.fires }]));
      expect(code).not.toBe(0);
    }
  });
});

/** A test file for each alert, beside a rule file with that alert as it is rendered: promtool evaluates every rule of a file in every test. */
function writePromtoolTests(folder: string, cases: readonly Scenario[]): string[] {
  const rendered = files.flatMap(
    ({ spec }) => (spec as { groups: { rules: { alert?: string; labels?: { component?: string } }[] }[] }).groups,
  );
  return [...new Set(cases.map(({ alert }) => alert))].map((alert, index) => {
    const isAlert = (rule: { alert?: string; labels?: { component?: string } }) =>
      rule.alert === undefined || (rule.alert === alert.name && rule.labels?.component === alert.component);
    const groups = rendered.map((group) => ({ ...group, rules: group.rules.filter(isAlert) })).filter((group) => group.rules.length > 0);
    writeFileSync(join(folder, `rules-${index}.yml`), Yaml.stringify({ groups }));
    const tests = cases.filter((scenario) => scenario.alert === alert).map(promtoolTest);
    const path = join(folder, `proofs-${index}.yml`);
    writeFileSync(path, Yaml.stringify({ rule_files: [`rules-${index}.yml`], evaluation_interval: "1m", tests }));
    return path;
  });
}

function promtoolTest({ title, alert, moment, fires }: Scenario) {
  return {
    name: title,
    interval: "1m",
    input_series: Object.entries(moment.series).map(([series, values]) => ({ series, values })),
    promql_expr_test: [
      {
        expr: `(count(ALERTS{alertname="${alert.name}",alertstate="firing"}) > bool 0) or vector(0)`,
        eval_time: toPrometheus(moment.after),
        exp_samples: [{ labels: "{}", value: fires ? 1 : 0 }],
      },
    ],
  };
}

/** Samples start a day after the epoch: nearer to it the store finds nothing. */
const START_SECONDS = 86_400;

/** Series whose values are points in time: proofs count them from the start. */
const TIME_VALUED = /(?:_timestamp|_timestamp_seconds|_cert_expiry)$/;

describeEngines(
  ["victoria-metrics", "vmalert"],
  "every alert fires and stays silent as it declares, judged by the evaluator itself",
  () => {
    test("all of them hold in a replay", async () => {
      const folder = temporaryFolder();
      const store = await startVictoriaMetrics();
      await store.importPrometheus(scenarios.flatMap(({ moment }, index) => sampleLines(moment.series, index)));

      // one group a scenario: its queries see its series alone
      const groups = scenarios.map(({ alert, moment: _, title }, index) => ({
        name: `${index} ${title}`,
        interval: "1m",
        params: { "extra_filters[]": [`{scenario="${index}"}`] },
        rules: [{ alert: alert.name, expr: alert.expr, for: alert.for && toPrometheus(alert.for), labels: { scenario: String(index) } }],
      }));
      const ruleFile = join(folder, "proofs.yml");
      writeFileSync(ruleFile, Yaml.stringify({ groups }));
      const last = Math.max(...scenarios.map(({ moment }) => moment.after.seconds));
      const { code, output } = await replay({
        ruleFiles: [ruleFile],
        storageUrl: store.url,
        from: new Date(START_SECONDS * 1000),
        to: new Date((START_SECONDS + last) * 1000),
        interval: "1m",
        rulesDelay: "0s",
      });
      if (code !== 0) throw new Error(output.slice(-2000));
      await store.flush();

      const wrong: string[] = [];
      for (const [index, { title, moment, fires }] of scenarios.entries()) {
        // a replay writes no staleness markers: only a sample of that very minute counts
        const found = await store.query(
          `count_over_time(ALERTS{scenario="${index}",alertstate="firing"}[30s])`,
          START_SECONDS + moment.after.seconds,
        );
        if (found.length > 0 !== fires) wrong.push(title);
      }
      expect(wrong).toEqual([]);
    });
  },
);

function sampleLines(series: Readonly<Record<string, string>>, scenario: number): string[] {
  return Object.entries(series).flatMap(([selector, notation]) => {
    const [, name = "", labels = ""] = /^([\w:]+)(?:\{(.*)\})?$/.exec(selector) ?? [];
    const full = `${name}{${labels === "" ? "" : `${labels},`}scenario="${scenario}"}`;
    const shift = TIME_VALUED.test(name) ? START_SECONDS : 0;
    const read = readSamples(notation);
    if ("problem" in read) throw new Error(read.problem);
    // a replay writes no staleness markers: where a series ends there are no samples any more
    return read.samples.flatMap((value, minute) =>
      typeof value === "number" ? [`${full} ${value + shift} ${(START_SECONDS + minute * 60) * 1000}`] : [],
    );
  });
}
