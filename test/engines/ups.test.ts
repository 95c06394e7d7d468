import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Yaml } from "cdk8s";
import { exampleSite, fullPlatform, UPSES } from "../example";
import { captured } from "../ups/exposition";
import { type ScrapeAgent, startScrapeAgent, type Target } from "./discovery";
import { describeEngines, temporaryFolder, waitUntil } from "./engine";
import { tokenOf } from "./operator";
import { OPERATOR_ENGINES, type OperatorRendered, operatorRendered } from "./operator-rendered";
import { scrapeConfiguration } from "./rendered-configuration";
import { startVictoriaMetrics, type VictoriaMetrics } from "./victoria-metrics";
import { replay } from "./vmalert";

// The exporter itself is no engine: the Go module proxy refuses every version of it. What it answered lies in test/ups.

const { manifests } = fullPlatform();
const spec = manifests.find(({ file }) => file === "monitoring-rules/ups.yml")?.object.spec;

function ruleFile(folder = temporaryFolder()): string {
  const path = join(folder, "ups.yml");
  writeFileSync(path, Yaml.stringify(spec));
  return path;
}

describeEngines(["victoria-metrics", "vmalert"], "what the real exporter answered, in the real store", () => {
  const START = 86_400;
  const MINUTES = 10;
  let store: VictoriaMetrics;

  beforeAll(async () => {
    store = await startVictoriaMetrics();
    const states = { "rack@a": captured("on-mains"), "desk@a": captured("on-battery") };
    const lines = Object.entries(states).flatMap(([ups, { samples }]) =>
      samples.flatMap(({ name, labels, value }) => {
        const all = Object.entries({ ...labels, job: "nut-exporter", instance: "10.42.1.7:9199", ups }).map(
          ([label, text]) => `${label}="${text}"`,
        );
        return Array.from({ length: 2 * MINUTES }, (_, half) => `${name}{${all}} ${value} ${(START + half * 30) * 1000}`);
      }),
    );
    await store.importPrometheus([
      ...lines,
      ...Array.from(
        { length: 2 * MINUTES },
        (_, half) => `up{job="nut-exporter",instance="10.42.1.7:9199"} 1 ${(START + half * 30) * 1000}`,
      ),
    ]);
    const at = (minutes: number) => new Date((START + minutes * 60) * 1000);
    const { code, output } = await replay({
      ruleFiles: [ruleFile()],
      storageUrl: store.url,
      from: at(0),
      to: at(MINUTES),
      interval: "30s",
    });
    if (code !== 0) throw new Error(output.slice(-2000));
    await store.flush();
  });
  afterAll(() => store?.stop());

  const end = START + MINUTES * 60 - 60;

  test("fires for the UPS on battery what is about that, and nothing for the one on mains", async () => {
    const firing = await store.query(`count_over_time(ALERTS{alertstate="firing"}[30s])`, end);
    expect(firing.map(({ labels }) => `${labels.alertname} ${labels.ups}`).sort()).toEqual([
      "UpsBatteryLow desk@a",
      "UpsOnBattery desk@a",
      "UpsRuntimeShort desk@a",
    ]);
  });

  test("records the time left and the power of both", async () => {
    const recorded = async (name: string) =>
      (await store.query(`last_over_time(${name}[1m])`, end)).map(({ labels, samples }) => [labels.ups, samples[0]?.[1]]).sort();
    expect(await recorded("ups:battery_runtime_seconds:above_low")).toEqual([
      ["desk@a", 0],
      ["rack@a", 2205],
    ]);
    expect(await recorded("ups:power_watts:measured_or_load")).toEqual([
      ["desk@a", 131],
      ["rack@a", 131],
    ]);
  });
});

describeEngines([...OPERATOR_ENGINES, "vmagent-1.150"], "the agent, as the operator configures it", () => {
  let rendered: OperatorRendered;
  let agent: ScrapeAgent;
  let targets: readonly Target[] = [];

  beforeAll(async () => {
    rendered = await operatorRendered(exampleSite({ ups: UPSES }));
    const { server, objects } = rendered;
    const account = objects.find(({ kind, metadata: { name } }) => kind === "ServiceAccount" && name.startsWith("vmagent-"));
    const { name = "", namespace = "" } = account?.metadata ?? {};
    agent = await startScrapeAgent(server, scrapeConfiguration(objects).text, await tokenOf(server, namespace, name));
    await waitUntil(
      async () => {
        targets = (await agent.targets()).filter(({ labels }) => labels.job === "nut-exporter");
        return targets.length >= 4;
      },
      () => `${targets.length} targets of the exporter:\n${agent.output().split("\n").slice(-10).join("\n")}`,
      60_000,
    );
  });
  afterAll(async () => {
    await agent?.stop();
    await rendered?.stop();
  });

  test("finds its pod, which the API server admits under the restricted profile", () => {
    expect(rendered.refusals).toEqual([]);
    expect(new Set(targets.map(({ labels }) => labels.namespace))).toEqual(new Set(["monitoring"]));
    expect(targets.every(({ labels }) => labels.pod?.startsWith("nut-exporter"))).toBe(true);
  });

  test("asks the exporter for itself and for each UPS, and labels what it gets by the UPS", () => {
    const asked = targets.map(({ labels, scrapeUrl }) => {
      const { pathname, port, searchParams } = new URL(scrapeUrl);
      return [labels.ups, port, pathname, searchParams.get("server"), searchParams.get("ups")];
    });
    const path = "/ups_metrics";
    expect(asked.sort((a, b) => String(a[0]).localeCompare(String(b[0])))).toEqual([
      ["[fd00::5]", "9199", path, "[fd00::5]", null],
      ["desk@192.168.10.40", "9199", path, "192.168.10.40", "desk"],
      ["rack@192.168.10.40", "9199", path, "192.168.10.40", "rack"],
      [undefined, "9199", "/metrics", null, null],
    ]);
  });
});
