/**
 * Real exporters, asked by the real agent as our scrape objects say, against the catalogue: names and labels as they come to the store,
 * types as the exporter says. A label that the target's would push aside (`exported_namespace`) is not the declared one.
 */
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Scrape } from "../../lib/metrics/scrape";
import { scrapeSpec } from "../../lib/metrics/scrape-object";
import { sampleNames } from "../../lib/series";
import { exampleSite, fullPlatform } from "../example";
import { differences, type Exposition, parseExposition } from "../exposition";
import { storedName } from "../observed/captured";
import { describeEngines, ENGINES, freePort, startProcess, temporaryFolder } from "./engine";
import type { RealExporter } from "./exporters/real-exporter";
import { startVictoriaMetrics, type VictoriaMetrics } from "./victoria-metrics";

const FOLDER = join(__dirname, "exporters");

const isExporter = (value: unknown): value is RealExporter =>
  typeof value === "object" && value !== null && "scrape" in value && "start" in value;

const EXPORTERS = readdirSync(FOLDER)
  .filter((file) => file.endsWith(".ts"))
  .flatMap((file) => Object.values(require(join(FOLDER, file)) as Record<string, unknown>).filter(isExporter));

// somewhere, where the site has to say it
const targets = ["192.168.10.31"];
const { scrapes: places } = exampleSite();
const { scrapes } = fullPlatform({
  scrapes: { ...places, etcd: { targets }, kube_scheduler: { targets }, kube_controller_manager: { targets } },
});

/** What the operator gives a target, each with a value by which it is known again. */
const TARGET = Object.fromEntries(
  ["namespace", "service", "pod", "container", "endpoint", "node"].map((label) => [label, `target-${label}`]),
);

const relabelling = z
  .array(
    z
      .object({ sourceLabels: z.array(z.string()), regex: z.string(), targetLabel: z.string(), replacement: z.string() })
      .partial()
      .transform(({ sourceLabels, targetLabel, ...rest }) => ({ source_labels: sourceLabels, target_label: targetLabel, ...rest })),
  )
  .default([]);
const endpoint = z.object({
  path: z.string().optional(),
  params: z.record(z.string(), z.array(z.string())).optional(),
  honorLabels: z.boolean().optional(),
  relabelConfigs: relabelling,
  metricRelabelConfigs: relabelling,
});

/** The charts' own scrapes, which are not ours to see: kube-prometheus-stack, values.yaml of the pinned release. */
const HONORING_UPSTREAM = new Set(["kube-state-metrics"]);

/** The agent's configuration of a scrape, as the operator writes it of our object (test/engines/operator.test.ts). */
function configurationOf(scrape: Scrape, { port, path }: { readonly port: number; readonly path?: string }) {
  const { kind, spec } = scrapeSpec(scrape) ?? {};
  const asked =
    kind === "VMServiceScrape"
      ? spec?.endpoints[0]
      : kind === "VMPodScrape"
        ? spec?.podMetricsEndpoints[0]
        : kind === "VMStaticScrape"
          ? spec?.targetEndpoints[0]
          : spec;
  const one = endpoint.parse(asked ?? {});
  const only = {
    job_name: scrape.job ?? scrape.name,
    scrape_interval: "2s",
    metrics_path: path ?? one.path ?? "/metrics",
    params: one.params,
    honor_labels: one.honorLabels ?? HONORING_UPSTREAM.has(scrape.name),
    static_configs: [{ targets: [`127.0.0.1:${port}`], labels: { ...TARGET, exporter: scrape.name } }],
    relabel_configs: one.relabelConfigs,
    metric_relabel_configs: one.metricRelabelConfigs,
  };
  return { scrape_configs: [only] as const };
}

async function stored(scrape: Scrape, added: ReadonlySet<string>, store: VictoriaMetrics, texts: readonly string[]): Promise<Exposition> {
  const rename = storedName(scrape.from.kind === "observed" ? scrape.from.ask.rename : undefined);
  const types = texts.flatMap((text) => Array.from(parseExposition(text).types, ([name, type]) => [rename(name), type] as const));
  const found = await store.query(`{exporter="${scrape.name}"}[1m]`, Date.now() / 1000);
  return {
    types: new Map(types),
    samples: found.map(({ labels: { __name__: name = "", ...labels } }) => ({
      name,
      labels: new Set(Object.keys(labels).filter((label) => !added.has(label) && labels[label] !== TARGET[label])),
    })),
  };
}

describeEngines([...ENGINES], "exporters give what the catalogue says", () => {
  let store: VictoriaMetrics;
  beforeAll(async () => {
    store = await startVictoriaMetrics([], "victoria-metrics-1.150");
  });
  afterAll(() => store?.stop());

  test("each of them is of a scrape", () => {
    const names = scrapes.map(({ name }) => name);
    expect(EXPORTERS.map(({ scrape }) => scrape).filter((name) => !names.includes(name))).toEqual([]);
    expect(EXPORTERS.length).toBeGreaterThan(10);
  });

  test.each(EXPORTERS.map((one) => [one.scrape, one] as const))("%s", async (name, { start, known }) => {
    const scrape = scrapes.find((one) => one.name === name);
    if (scrape === undefined) throw new Error(`no scrape has the name "${name}"`);
    const running = await start();
    const folder = temporaryFolder();
    const configuration = configurationOf(scrape, running);
    writeFileSync(join(folder, "scrape.yml"), JSON.stringify(configuration));
    const address = `127.0.0.1:${await freePort()}`;
    const agent = await startProcess(
      "vmagent-1.150",
      [
        `-httpListenAddr=${address}`,
        `-promscrape.config=${join(folder, "scrape.yml")}`,
        `-remoteWrite.url=${store.url}/api/v1/write`,
        `-remoteWrite.tmpDataPath=${temporaryFolder()}`,
        "-remoteWrite.flushInterval=200ms",
        "-promscrape.maxScrapeSize=64MB",
      ],
      { ready: `http://${address}/health` },
    );
    try {
      const [{ metrics_path: path, relabel_configs }] = configuration.scrape_configs;
      const added = new Set(["exporter", "instance", ...relabel_configs.flatMap(({ target_label }) => target_label ?? []), "job"]);
      const declared = scrape.series.filter(({ isUnconfirmed }) => !isUnconfirmed);
      const texts: string[] = [];
      let found = ["nothing has come"];
      const until = Date.now() + 30_000;
      while (found.length > 0 && Date.now() < until) {
        await new Promise((resolve) => setTimeout(resolve, 1000));
        texts.push(await (await fetch(`http://127.0.0.1:${running.port}${path}`)).text());
        await store.flush();
        const exposition = await stored(scrape, added, store, texts);
        found = differences(declared, exposition, known);
        const names = new Set(exposition.samples.map(({ name }) => name));
        const seen = scrape.series.filter((one) => one.isUnconfirmed && sampleNames(one).every(({ name }) => names.has(name)));
        found.push(...seen.map(({ name }) => `${name}: is marked unconfirmed, and here it is: take the mark away`));
      }
      expect(found).toEqual([]);
    } finally {
      await agent.stop();
      await running.stop();
    }
  });
});
