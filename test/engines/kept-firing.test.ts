import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describeEngines, temporaryFolder } from "./engine";
import { keptFiring, type States } from "./kept-firing";
import { startVictoriaMetrics } from "./victoria-metrics";
import { replay, startVmalert } from "./vmalert";

const RULE = { wait: 2, keep: 4 };
/** By the second: the condition holds for five, flaps twice for one, and is gone from the thirteenth on. */
const VALUES = [2, 2, 2, 2, 2, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0];

describeEngines(["victoria-metrics-1.150", "vmalert-1.150"], "an alert with keep_firing_for, made out of a replay", () => {
  test("fires when it does in a running vmalert", async () => {
    const store = await startVictoriaMetrics([], "victoria-metrics-1.150");
    const ruleFile = join(temporaryFolder(), "rules.yml");
    const rule = (name: string) => `{ alert: ${name}, expr: made > 1, for: ${RULE.wait}s, keep_firing_for: ${RULE.keep}s }`;
    const write = (name: string) => writeFileSync(ruleFile, `groups: [{ name: made, interval: 1s, rules: [${rule(name)}] }]`);

    write("Running");
    const vmalert = await startVmalert({
      program: "vmalert-1.150",
      ruleFiles: [ruleFile],
      datasourceUrl: store.url,
      // by default it looks half a minute back, and at samples of five minutes
      args: ["-rule.evalDelay=0s", "-datasource.queryStep=1s"],
    });
    const start = Math.ceil(Date.now() / 1000) + 2;
    const samples = VALUES.map((value, second) => [start + second, value] as const);
    await store.importSeries([{ labels: { __name__: "made" }, samples }]);
    const end = start + VALUES.length - 1;
    await new Promise((resolve) => setTimeout(resolve, (end + 1) * 1000 - Date.now()));
    await vmalert.stop();

    write("Replayed");
    const [from, to] = [new Date(start * 1000), new Date(end * 1000)];
    await replay({ program: "vmalert-1.150", ruleFiles: [ruleFile], storageUrl: store.url, from, to, interval: "1s", rulesDelay: "0s" });
    await store.flush();

    const statesOf = async (name: string): Promise<States> => {
      const found = await store.query(`ALERTS{alertname="${name}"}[${VALUES.length}s]`, end);
      // a staleness marker is a sample that is no number
      const states = found.flatMap(({ labels, samples: of }) =>
        of.flatMap(([time, value]) =>
          value === 1 ? [[time - start, labels.alertstate === "firing" ? "firing" : "pending"] as const] : [],
        ),
      );
      return new Map(states);
    };
    const replayed = await statesOf("Replayed");
    expect(keptFiring(replayed, { at: VALUES.length - 1, interval: 1, keep: RULE.keep })).toEqual([
      2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16,
    ]);

    const ran = [...(await statesOf("Running"))].flatMap(([at, state]) => (state === "firing" ? [at] : [])).sort((a, b) => a - b);
    // a busy machine skips an evaluation now and then, which may move each end by as much
    const slack = 1;
    expect(Math.abs((ran[0] ?? 0) - 2)).toBeLessThanOrEqual(slack);
    expect(Math.abs((ran.at(-1) ?? 0) - 16)).toBeLessThanOrEqual(slack);
    expect(Math.max(...ran.map((at, index) => at - (ran[index - 1] ?? at)))).toBeLessThanOrEqual(1 + slack);
  });
});
