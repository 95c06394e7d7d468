/**
 * Real exporters, asked by the real agent as our scrape objects say, against the catalogue: names and labels as they come to the store,
 * types as the exporter says. A label that the target's would push aside (`exported_namespace`) is not the declared one.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { observedExporters } from "../../components/observed";
import type { Scrape } from "../../lib/metrics/scrape";
import { sampleNames } from "../../lib/series";
import { keyOf } from "../../lib/site/sections/scrapes";
import { exampleSite, fullPlatform, ROOT } from "../example";
import { differences, type Exposition, parseExposition } from "../exposition";
import { freePort } from "../free-port";
import { storedName } from "../observed/captured";
import { describeEngines, ENGINES, startProcess, temporaryFolder } from "./engine";
import type { RealExporter } from "./exporters/real-exporter";
import { lastingDifferences } from "./lasting-differences";
import { scrapeJob, TARGET } from "./scrape-configuration";
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

const NO_PACKAGE = "no registry carries the exporter";
/** The exporters that others install and that nothing here runs, with the reason; docs/observed-exporters.md lists them. */
const NOT_RUN: Readonly<Record<string, string>> = {
  directory: NO_PACKAGE,
  ci: NO_PACKAGE,
  "mail-smtp": NO_PACKAGE,
  "dns-recursive": NO_PACKAGE,
  chrony: NO_PACKAGE,
  mqtt: NO_PACKAGE,
  nextcloud: NO_PACKAGE,
  n8n: "registries lack some of its packages; its collectors were seen over events of ours",
  frigate: "it is a program for a graphics card and cameras, in no registry; its collector was seen over numbers of ours",
  "volume-storage": "it needs a cluster with disks; its collectors were seen over objects of ours",
};

test("every exporter that others install is run here, or it is said why not", () => {
  const run = new Set(EXPORTERS.map(({ scrape }) => scrape));
  const names = observedExporters.map(({ name }) => name);
  expect(names.filter((name) => !run.has(name) && !(name in NOT_RUN))).toEqual([]);
  expect(Object.keys(NOT_RUN).filter((name) => run.has(name) || !names.some((one) => one === name))).toEqual([]);
});

test("those that are not run are the ones that the page on them lists", () => {
  const [, paragraph = ""] = readFileSync(join(ROOT, "docs/observed-exporters.md"), "utf8").split("`test/observed/` keeps");
  const listed = observedExporters.filter(({ name }) => paragraph.includes(`\`${keyOf(name)}\``));
  expect(listed.map(({ name }) => name).sort()).toEqual(Object.keys(NOT_RUN).sort());
});

describeEngines([...ENGINES], "exporters give what the catalogue says", () => {
  let store: VictoriaMetrics;
  beforeAll(async () => {
    store = await startVictoriaMetrics([], "victoria-metrics-1.150");
  });
  afterAll(() => store?.stop());

  test("each of them is of a scrape", () => {
    const names = scrapes.map(({ name }) => name);
    expect(EXPORTERS.map(({ scrape }) => scrape).filter((name) => !names.includes(name))).toEqual([]);
  });

  test.each(EXPORTERS.map((one) => [one.scrape, one] as const))("%s", async (name, { start, known }) => {
    const scrape = scrapes.find((one) => one.name === name);
    if (scrape === undefined) throw new Error(`no scrape has the name "${name}"`);
    const running = await start();
    const folder = temporaryFolder();
    // here all answer in plain HTTP; what is asked over TLS tells scraped-over-tls.test.ts
    const configuration = { scrape_configs: [{ ...scrapeJob(scrape, running), scheme: undefined, tls_config: undefined }] as const };
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
      const look = async () => {
        texts.push(await (await fetch(`http://127.0.0.1:${running.port}${path}`)).text());
        await store.flush();
        const exposition = await stored(scrape, added, store, texts);
        const differing = differences(declared, exposition, known);
        const names = new Set(exposition.samples.map(({ name }) => name));
        const seen = scrape.series.filter((one) => one.isUnconfirmed && sampleNames(one).every(({ name }) => names.has(name)));
        return [...differing, ...seen.map(({ name }) => `${name}: is marked unconfirmed, and here it is: take the mark away`)];
      };
      expect(await lastingDifferences(look)).toEqual([]);
    } finally {
      await agent.stop();
      await running.stop();
    }
  });
});
