import { writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { z } from "zod";
import { DEDUPLICATION, SCRAPE_INTERVAL } from "../../components/metrics/deduplication";
import { exampleSite, platformOf } from "../example";
import { startAlertmanager } from "./alertmanager";
import { describeEngines, freePort, type RunningEngine, startProcess, temporaryFolder, waitUntil } from "./engine";
import { startVictoriaMetrics, type VictoriaMetrics } from "./victoria-metrics";
import { startVmalert } from "./vmalert";

/*
 * Under `scale: cluster` the agent is in shards of two replicas, and there are two evaluators: what one of them does the other does as
 * well. The storage nodes of a cluster can't be had here; a single store with their deduplication stands for them.
 */

const agentSpec = z.object({ shardCount: z.number(), replicaCount: z.number() });

const { manifests } = platformOf(exampleSite({ scale: "cluster" }));
const specOf = (kind: string) => manifests.find(({ object }) => object.kind === kind)?.object.spec;
const { shardCount, replicaCount } = agentSpec.parse(specOf("VMAgent"));
const { replicaCount: evaluators } = z.object({ replicaCount: z.number() }).parse(specOf("VMAlert"));

const TARGETS = 24;
/** The site's thirty seconds, in a hurry. */
const INTERVAL = "1s";
const FRESH_SECONDS = 4;

/** A target at each of these addresses of loopback. */
async function startTargets(): Promise<{ readonly addresses: readonly string[]; readonly server: Server }> {
  const server = createServer((_, response) => response.end("fan_speed 1\n"));
  await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
  const { port } = server.address() as AddressInfo;
  return { server, addresses: Array.from({ length: TARGETS }, (_, index) => `127.0.1.${index + 1}:${port}`) };
}

interface Agent extends RunningEngine {
  readonly shard: number;
  readonly targets: () => Promise<readonly string[]>;
}

const targetsReply = z.object({ data: z.object({ activeTargets: z.array(z.object({ labels: z.object({ instance: z.string() }) })) }) });

async function startAgent(shard: number, configuration: string, store: string): Promise<Agent> {
  const address = `127.0.0.1:${await freePort()}`;
  const engine = await startProcess(
    "vmagent-1.150",
    [
      `-httpListenAddr=${address}`,
      `-promscrape.config=${configuration}`,
      `-promscrape.cluster.membersCount=${shardCount}`,
      `-promscrape.cluster.memberNum=${shard}`,
      `-remoteWrite.url=${store}/api/v1/write`,
      `-remoteWrite.tmpDataPath=${temporaryFolder()}`,
      "-remoteWrite.flushInterval=200ms",
    ],
    { ready: `http://${address}/health` },
  );
  const targets = async () => {
    const reply = targetsReply.parse(await (await fetch(`http://${address}/api/v1/targets?state=active`)).json());
    return reply.data.activeTargets.map(({ labels }) => labels.instance);
  };
  return { ...engine, shard, targets };
}

const now = () => Date.now() / 1000;

describeEngines(["victoria-metrics-1.150", "vmagent-1.150", "vmalert-1.150", "alertmanager"], "scale: cluster", () => {
  let store: VictoriaMetrics;
  beforeEach(async () => {
    expect(DEDUPLICATION).toEqual({ "dedup.minScrapeInterval": SCRAPE_INTERVAL });
    store = await startVictoriaMetrics([`-dedup.minScrapeInterval=${INTERVAL}`, "-search.latencyOffset=0s"], "victoria-metrics-1.150");
  });
  afterEach(() => store.stop());

  /** Of each series of the targets how many samples its last seconds have. */
  const freshSamples = async (): Promise<ReadonlyMap<string, number>> => {
    await store.flush();
    const found = await store.query(`fan_speed[${FRESH_SECONDS}s]`, now());
    expect(new Set(found.map(({ labels }) => labels.instance)).size).toBe(found.length);
    return new Map(found.map(({ labels, samples }) => [labels.instance ?? "", samples.length]));
  };
  const allFresh = () =>
    waitUntil(
      async () => (await freshSamples()).size === TARGETS,
      () => "some targets have no fresh samples",
    );

  test("no target goes into a series twice, and none is lost when an agent goes", async () => {
    const { server, addresses } = await startTargets();
    const configuration = join(temporaryFolder(), "scrape.yml");
    const config = {
      global: { scrape_interval: INTERVAL },
      scrape_configs: [{ job_name: "fans", static_configs: [{ targets: addresses }] }],
    };
    writeFileSync(configuration, JSON.stringify(config));
    const shards = Array.from({ length: shardCount * replicaCount }, (_, index) => index % shardCount);
    const agents: Agent[] = [];
    try {
      for (const shard of shards) agents.push(await startAgent(shard, configuration, store.url));
      await allFresh();
      const asked = await Promise.all(agents.map(async ({ shard, targets }) => (await targets()).map((target) => ({ shard, target }))));
      for (const address of addresses) {
        const by = asked.flat().filter(({ target }) => target === address);
        expect(by).toHaveLength(replicaCount);
        expect(new Set(by.map(({ shard }) => shard)).size).toBe(1);
      }
      expect(asked.every((one) => one.length > 0)).toBe(true);

      // both replicas have written for that long: without deduplication there would be twice as many
      await new Promise((resolve) => setTimeout(resolve, (FRESH_SECONDS + 1) * 1000));
      expect(Math.max(...(await freshSamples()).values())).toBeLessThanOrEqual(FRESH_SECONDS + 1);

      for (const gone of agents.slice(0, shardCount)) await gone.stop();
      await new Promise((resolve) => setTimeout(resolve, (FRESH_SECONDS + 1) * 1000));
      expect((await freshSamples()).size).toBe(TARGETS);
    } finally {
      for (const agent of agents) await agent.stop();
      server.close();
    }
  });

  test("what two evaluators record is one series, and what they fire is one alert", async () => {
    expect(evaluators).toBe(2);
    const configuration = join(temporaryFolder(), "alertmanager.yml");
    writeFileSync(configuration, JSON.stringify({ route: { receiver: "nobody" }, receivers: [{ name: "nobody" }] }));
    const alertmanager = await startAlertmanager(configuration);
    const rules = join(temporaryFolder(), "rules.yml");
    writeFileSync(
      rules,
      JSON.stringify({
        groups: [
          {
            name: "fans",
            interval: INTERVAL,
            rules: [
              { record: "fan:always:one", expr: "vector(1)" },
              { alert: "FanAlways", expr: "fan:always:one == 1", labels: { severity: "info" } },
            ],
          },
        ],
      }),
    );
    const running: RunningEngine[] = [alertmanager];
    try {
      for (let index = 0; index < evaluators; index++) {
        running.push(
          await startVmalert({
            ruleFiles: [rules],
            datasourceUrl: store.url,
            notifierUrl: alertmanager.url,
            program: "vmalert-1.150",
            args: ["-remoteWrite.flushInterval=200ms", "-rule.evalDelay=0s"],
          }),
        );
      }
      await waitUntil(
        async () => (await alertmanager.alerts()).length > 0,
        () => "no alert has come",
      );
      await new Promise((resolve) => setTimeout(resolve, (FRESH_SECONDS + 1) * 1000));
      await store.flush();
      for (const name of ["fan:always:one", 'ALERTS{alertname="FanAlways"}']) {
        const found = await store.query(`${name}[${FRESH_SECONDS}s]`, now());
        expect(found).toHaveLength(1);
        expect(found[0]?.samples.length).toBeLessThanOrEqual(FRESH_SECONDS + 1);
        expect(found[0]?.samples.length).toBeGreaterThan(1);
      }
      const alerts = await alertmanager.alerts();
      expect(alerts.map(({ labels }) => labels.alertname)).toEqual(["FanAlways"]);
    } finally {
      for (const engine of running) await engine.stop();
    }
  });
});
