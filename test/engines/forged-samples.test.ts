/**
 * Whoever labels a Service or a pod as an exporter is labelled is asked. What it then says is taken for its own word: the real agent, asking
 * as our scrape objects say, keeps its samples from passing for those of another job or target, and stops listening where they are too many.
 */

import { writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { exampleSite, fullPlatform } from "../example";
import { freePort } from "../free-port";
import { describeEngines, ENGINES, type RunningEngine, startProcess, temporaryFolder, waitUntil } from "./engine";
import { scrapeJob, TARGET } from "./scrape-configuration";
import { startVictoriaMetrics, type VictoriaMetrics } from "./victoria-metrics";

const observed = fullPlatform({ scrapes: undefined }).scrapes.filter(({ from }) => from.kind === "observed");
const named = fullPlatform().scrapes.filter(({ from }) => from.kind === "observed");
// databases of ours are asked under the job of others'
const SCRAPES = [...new Map([...observed, ...named].map((scrape) => [scrape.job, scrape])).values()];
const CLUSTER = exampleSite().cluster.name;

/** Whose labels are honoured, all but the job: `cluster` of CloudNativePG is the agent's own label too. */
const HONOURED = ["cloudnative-pg"];

const FORGED = [
  'up{job="node-exporter",instance="192.168.10.31:9100"} 0',
  'forged{job="node-exporter",instance="192.168.10.31:9100",namespace="other",service="other",pod="other",container="other",node="other"} 1',
].join("\n");
const FLOOD = Array.from({ length: 100_000 }, (_, index) => `flood{index="${index}"} 1`).join("\n");

const forging = createServer((_, response) => response.end(`${FORGED}\n`));
const flooding = createServer((_, response) => response.end(`${FLOOD}\n`));
const listening = async (server: Server) => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
};

describeEngines([...ENGINES], "an exporter tells of itself alone", () => {
  let store: VictoriaMetrics;
  let agent: RunningEngine;
  let port: number;

  beforeAll(async () => {
    store = await startVictoriaMetrics([], "victoria-metrics-1.150");
    port = await listening(forging);
    const floodPort = await listening(flooding);
    const [one] = SCRAPES;
    if (one === undefined) throw new Error("the example asks no exporter that others install");
    const jobs = [
      // who forges speaks no TLS here; what is taken for whose does not depend on it
      ...SCRAPES.map((scrape) => ({ ...scrapeJob(scrape, { port }), scheme: "http", tls_config: undefined })),
      { ...scrapeJob(one, { port: floodPort }), job_name: "flood", relabel_configs: [] },
    ];
    const file = join(temporaryFolder(), "scrape.yml");
    writeFileSync(file, JSON.stringify({ global: { external_labels: { cluster: CLUSTER } }, scrape_configs: jobs }));
    const address = `127.0.0.1:${await freePort()}`;
    agent = await startProcess(
      "vmagent-1.150",
      [
        `-httpListenAddr=${address}`,
        `-promscrape.config=${file}`,
        "-promscrape.config.strictParse",
        `-remoteWrite.url=${store.url}/api/v1/write`,
        `-remoteWrite.tmpDataPath=${temporaryFolder()}`,
        "-remoteWrite.flushInterval=200ms",
      ],
      { ready: `http://${address}/health` },
    );
    const asked = async () => {
      await store.flush();
      return (await store.query("scrape_duration_seconds", Date.now() / 1000)).length;
    };
    await waitUntil(
      async () => (await asked()) === SCRAPES.length + 1,
      () => "not every target was asked",
    );
    await new Promise((resolve) => setTimeout(resolve, 2000));
    await store.flush();
  });
  afterAll(async () => {
    await agent?.stop();
    await store?.stop();
    forging.close();
    flooding.close();
  });

  test("no sample has another's job, nor another's instance", async () => {
    expect(await store.query('{job="node-exporter"}', Date.now() / 1000)).toEqual([]);
    const forged = await store.query("forged", Date.now() / 1000);
    expect(forged.map(({ labels }) => [labels.exporter, labels.job]).sort()).toEqual(SCRAPES.map(({ name, job }) => [name, job]).sort());
    const stolen = forged.filter(({ labels }) => labels.instance === "192.168.10.31:9100").map(({ labels }) => labels.exporter);
    expect(stolen).toEqual(HONOURED);
  });

  test("of its target's labels a sample sets those that its catalogue declares, and no other", async () => {
    const forged = await store.query("forged", Date.now() / 1000);
    const found = forged.filter(({ labels }) => !HONOURED.includes(labels.exporter ?? ""));
    for (const { labels } of found) {
      const { name, series } = SCRAPES.find((one) => one.name === labels.exporter) ?? { name: "nobody", series: [] };
      const declared = new Set(series.flatMap((one) => [...one.labels, ...one.sometimes]));
      const expected = Object.entries(TARGET).map(([label, own]) => [label, declared.has(label) ? "other" : own]);
      expect([name, Object.keys(TARGET).map((label) => [label, labels[label]])]).toEqual([name, expected]);
    }
    expect(found.length).toBeGreaterThan(10);
  });

  test("one that says far more than its exporter would is not listened to, and is down", async () => {
    expect((await store.query("flood", Date.now() / 1000)).length).toBe(0);
    const up = await store.query('up{job="flood"} == 0', Date.now() / 1000);
    expect(up).toHaveLength(1);
  });
});
