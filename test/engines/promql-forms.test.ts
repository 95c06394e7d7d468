/** What is said of an expression before any engine sees it, said by the engines. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { READ, REFUSED } from "../metrics/promql-forms";
import { describeEngines, temporaryFolder } from "./engine";
import { checkRules } from "./promtool";
import { startVictoriaMetrics } from "./victoria-metrics";
import { dryRun } from "./vmalert";

function ruleFile(expressions: readonly string[]): string {
  const path = join(temporaryFolder(), "rules.yml");
  const rules = expressions.map((expr, index) => ({ record: `forms:${index}`, expr }));
  writeFileSync(path, stringify({ groups: [{ name: "forms", rules }] }));
  return path;
}

describeEngines(["promtool", "vmalert", "vmalert-1.150"], "forms of PromQL", () => {
  test("that a rule may have are read by all tools", async () => {
    const path = ruleFile(READ);
    expect(await checkRules(path)).toMatchObject({ code: 0 });
    expect(await dryRun(path)).toMatchObject({ code: 0 });
    expect(await dryRun(path, "vmalert-1.150")).toMatchObject({ code: 0 });
  });
});

/** promtool reads them, and the store has no such function. */
const OF_THE_STORE = ["histogram_count(up)", "day_of_year(up)"];

describeEngines(["promtool"], "forms of PromQL that a rule may not have", () => {
  test.each(REFUSED.map(([expr]) => expr).filter((expr) => !OF_THE_STORE.includes(expr)))("promtool refuses %s", async (expr) => {
    expect(await checkRules(ruleFile([expr]))).not.toMatchObject({ code: 0 });
  });
});

describeEngines(["victoria-metrics"], "forms of PromQL in the store", () => {
  test("are evaluated where a rule may have them, and unknown to it where only promtool has them", async () => {
    const store = await startVictoriaMetrics();
    try {
      for (const expr of READ) await store.query(expr, 1_000_000);
      for (const expr of OF_THE_STORE) await expect(store.query(expr, 1_000_000)).rejects.toThrow("unknown func");
    } finally {
      await store.stop();
    }
  });
});
