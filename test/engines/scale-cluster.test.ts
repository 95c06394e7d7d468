import { writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { z } from "zod";
import { DEDUPLICATION } from "../../components/metrics/deduplication";
import { toPrometheus } from "../../lib/duration";
import { SCRAPE_INTERVAL } from "../../lib/metrics/intervals";
import { exampleSite, platformOf } from "../example";
import { freePort } from "../free-port";
import { startAlertmanager } from "./alertmanager";
import { describeEngines, type RunningEngine, startProcess, temporaryFolder, waitUntil } from "./engine";
import { startVictoriaMetrics, type VictoriaMetrics } from "./victoria-metrics";
import { startVmalert } from "./vmalert";

/*
 * Under `scale: cluster` two of the agent's members scrape each target, and there are two evaluators: what one of them does the other
 * does as well. The storage nodes of a cluster can't be had here; a single store with their deduplication stands for them.
 */

const agentSpec = z.object({ shardCount: z.number(), replicaCount: z.literal(1), extraArgs: z.record(z.string(), z.string()) });

const { manifests } = platformOf(exampleSite({ scale: "cluster" }));
const specOf = (kind: string) => manifests.find(({ object }) => object.kind === kind)?.object.spec;
const { shardCount: members, extraArgs } = agentSpec.parse(specOf("VMAgent"));
const { replicaCount: evaluators } = z.object({ replicaCount: z.number() }).parse(specOf("VMAlert"));

const TARGETS = 24;
/** The site's thirty seconds, in a hurry. */
const INTERVAL = "1s";
const FRESH_SECONDS = 4;
/** When a member goes whose samples the store kept, those of the other follow within an interval; and a busy machine is late. */
const LONGEST_GAP_SECONDS = 3;

/** A target at each of these addresses of loopback. */
async function startTargets(): Promise<{ readonly addresses: readonly string[]; readonly server: Server }> {
  const server = createServer((_, response) => response.end("fan_speed 1\n"));
  await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
  const { port } = server.address() as AddressInfo;
  return { server, addresses: Array.from({ length: TARGETS }, (_, index) => `127.0.1.${index + 1}:${port}`) };
}

interface Member extends RunningEngine {
  readonly targets: () => Promise<readonly string[]>;
}

const targetsReply = z.object({ data: z.object({ activeTargets: z.array(z.object({ labels: z.object({ instance: z.string() }) })) }) });

async function startMember(member: number, configuration: string, store: string): Promise<Member> {
  const address = `127.0.0.1:${await freePort()}`;
  const engine = await startProcess(
    "vmagent-1.150",
    [
      `-httpListenAddr=${address}`,
      `-promscrape.config=${configuration}`,
      ...Object.entries(extraArgs).map(([name, value]) => `-${name}=${value}`),
      // as the operator says it (test/engines/operator.test.ts)
      `-promscrape.cluster.membersCount=${members}`,
      `-promscrape.cluster.memberNum=${member}`,
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
  return { ...engine, targets };
}

const now = () => Date.now() / 1000;
const pass = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

describeEngines(["victoria-metrics-1.150", "vmagent-1.150", "vmalert-1.150", "alertmanager"], "scale: cluster", () => {
  let store: VictoriaMetrics;
  beforeEach(async () => {
    expect(DEDUPLICATION).toEqual({ "dedup.minScrapeInterval": toPrometheus(SCRAPE_INTERVAL) });
    store = await startVictoriaMetrics([`-dedup.minScrapeInterval=${INTERVAL}`, "-search.latencyOffset=0s"], "victoria-metrics-1.150");
  });
  afterEach(() => store.stop());

  /** The moments of each target's samples in the last seconds. Each target is one series. */
  const freshMoments = async (seconds = FRESH_SECONDS): Promise<ReadonlyMap<string, readonly number[]>> => {
    await store.flush();
    const found = await store.query(`fan_speed[${seconds}s]`, now());
    expect(new Set(found.map(({ labels }) => labels.instance)).size).toBe(found.length);
    return new Map(found.map(({ labels, samples }) => [labels.instance ?? "", samples.map(([time]) => time)]));
  };
  const allFresh = () =>
    waitUntil(
      async () => (await freshMoments()).size === TARGETS,
      () => "some targets have no fresh samples",
    );

  test.each(Array.from({ length: members }, (_, index) => index))(
    "no target is twice in a series, and none is lost when member %i goes",
    async (gone) => {
      const { server, addresses } = await startTargets();
      const configuration = join(temporaryFolder(), "scrape.yml");
      const config = {
        global: { scrape_interval: INTERVAL },
        scrape_configs: [{ job_name: "fans", static_configs: [{ targets: addresses }] }],
      };
      writeFileSync(configuration, JSON.stringify(config));
      const agents: Member[] = [];
      try {
        for (let member = 0; member < members; member++) agents.push(await startMember(member, configuration, store.url));
        await allFresh();
        const asked = await Promise.all(agents.map(({ targets }) => targets()));
        const scrapers = addresses.map((address) => asked.filter((one) => one.includes(address)).length);
        expect(new Set(scrapers)).toEqual(new Set([2]));
        expect(Math.max(...asked.map(({ length }) => length))).toBeLessThan(TARGETS);

        // both have written for that long: without deduplication there would be twice as many
        await pass(FRESH_SECONDS + 1);
        const most = Math.max(...Array.from((await freshMoments()).values(), ({ length }) => length));
        expect(most).toBeLessThanOrEqual(FRESH_SECONDS + 1);

        await agents[gone]?.stop();
        await pass(FRESH_SECONDS + 1);
        const moments = await freshMoments(2 * FRESH_SECONDS);
        expect(moments.size).toBe(TARGETS);
        const lost: string[] = [];
        for (const [target, of] of moments) {
          const gaps = [...of, now()].slice(1).map((moment, index) => moment - (of[index] ?? 0));
          if (Math.max(...gaps) > LONGEST_GAP_SECONDS) lost.push(`${target}: ${of.join(" ")}`);
        }
        expect(lost).toEqual([]);
      } finally {
        for (const agent of agents) await agent.stop();
        server.close();
      }
    },
  );

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
      await pass(FRESH_SECONDS + 1);
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
