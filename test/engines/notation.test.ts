import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Yaml } from "cdk8s";
import { readSamples } from "../../lib/alerts/notation";
import { samplesOf } from "../../lib/alerts/proof-samples";
import { describeEngines, temporaryFolder } from "./engine";
import { testRules } from "./promtool";

const READ = [
  "1 2 3",
  " 1\t-2   +3.5 ",
  "7x3 7x0",
  "1+2x3 1-2x2 -1-2x1",
  "0+0.1x9",
  ".5 1. 1e3 1E-2 1e+1x1 0+1e1x1",
  "_ 1 _x2 1 _x0 2",
  "1 stale 1",
  "Inf -inf +Inf",
  "0x2 0+3.6x20",
  "1+0.7x50",
];

const REFUSED = [
  "one",
  "1+2",
  "x3",
  "1x",
  "1x2x3",
  "1x1.5",
  "1x-1",
  "stalex3",
  "Stale",
  "NaNx3",
  "1+Infx3",
  "Infinity",
  "1ex3",
  "1,2",
  "1e400",
];

describeEngines(["promtool"], "the notation of samples means to promtool what it means to the checks", () => {
  test.each(READ)("%s", async (values) => {
    const looks = samplesOf(values).map((sample, minute) => ({
      // a range of a minute holds the sample of its end alone
      expr: "last_over_time(x[30s])",
      eval_time: `${minute}m`,
      exp_samples: typeof sample === "number" ? [{ labels: "x", value: sample }] : [],
    }));
    expect(await judge(values, looks)).toMatchObject({ code: 0 });
  });

  test.each(REFUSED)("%s is refused by both", async (values) => {
    expect(readSamples(values)).toEqual({ problem: expect.any(String) });
    expect(await judge(values, [])).not.toMatchObject({ code: 0 });
  });

  test("an octal number is what the checks refuse and promtool misreads", async () => {
    expect(readSamples("010")).toEqual({ problem: expect.stringContaining("leading zero") });
    expect(await judge("010", [{ expr: "x", eval_time: "0m", exp_samples: [{ labels: "x", value: 8 }] }])).toMatchObject({ code: 0 });
  });

  function judge(values: string, promql_expr_test: readonly unknown[]) {
    const path = join(temporaryFolder(), "notation.yml");
    const tests = [{ interval: "1m", input_series: [{ series: "x", values }], promql_expr_test }];
    writeFileSync(path, Yaml.stringify({ evaluation_interval: "1m", tests }));
    return testRules(path);
  }
});
