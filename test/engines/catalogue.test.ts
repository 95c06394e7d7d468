/** The catalogue of each engine that can be had, against what the engine exports after a little work. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { alertManagerSeries } from "../../components/alert-manager/series";
import { metricsStoreSeries } from "../../components/metrics/series/metrics-store";
import { vmagentSeries } from "../../components/metrics/series/vmagent";
import { vmalertSeries } from "../../components/metrics/series/vmalert";
import { type AnyCatalogue, seriesOf } from "../../lib/series";
import { differences, type Known, parseExposition } from "../exposition";
import { type Alertmanager, startAlertmanager } from "./alertmanager";
import { describeEngines, freePort, startProcess, temporaryFolder, waitUntil } from "./engine";
import { startVictoriaMetrics, type VictoriaMetrics } from "./victoria-metrics";
import { startVmalert, type Vmalert } from "./vmalert";

/** Without it the programs of VictoriaMetrics do not say what kind a series is. */
const WITH_KINDS = "-metrics.exposeMetadata";
/** Of a histogram without a sum, which is declared as the counters that there are. */
const BUCKETS = { go_sched_latencies_seconds_bucket: "its `# TYPE` stands under the name without `_bucket`" };
const WORK_MILLISECONDS = 30_000;

/** Some series come with the first scrape, evaluation or notification: the differences that are left when they had time to. */
async function lastingDifferences(catalogue: AnyCatalogue, url: string, known: Known = {}): Promise<string[]> {
  let found = ["nothing was read"];
  await waitUntil(
    async () => {
      found = differences(seriesOf(catalogue), parseExposition(await (await fetch(`${url}/metrics`)).text()), known);
      return found.length === 0;
    },
    () => "",
    WORK_MILLISECONDS,
  ).catch(() => {});
  return found;
}

function file(name: string, content: unknown): string {
  const path = join(temporaryFolder(), name);
  // YAML reads JSON
  writeFileSync(path, JSON.stringify(content));
  return path;
}

/** Scrapes the store and a target that nobody serves, into the store; the limits make their series appear. */
async function startAgent(store: VictoriaMetrics): Promise<string> {
  const address = `127.0.0.1:${await freePort()}`;
  const url = `http://${address}`;
  const targets = [new URL(store.url).host, `127.0.0.1:${await freePort()}`];
  await startProcess(
    "vmagent-1.150",
    [
      WITH_KINDS,
      `-httpListenAddr=${address}`,
      `-promscrape.config=${file("scrapes.yml", { scrape_configs: [{ job_name: "a", scrape_interval: "1s", static_configs: [{ targets }] }] })}`,
      `-remoteWrite.url=${store.url}/api/v1/write`,
      `-remoteWrite.tmpDataPath=${temporaryFolder()}`,
      `-remoteWrite.relabelConfig=${file("relabel.yml", [{ action: "labeldrop", regex: "nothing" }])}`,
      "-remoteWrite.maxHourlySeries=1000000",
      "-remoteWrite.maxDailySeries=1000000",
      `-remoteWrite.streamAggr.config=${file("aggregation.yml", [{ interval: "1s", dedup_interval: "1s", outputs: ["total"] }])}`,
    ],
    { ready: `${url}/health` },
  );
  return url;
}

/** One that is told of a peer, although it is alone, exports the series of a cluster. */
async function startManager(): Promise<Alertmanager> {
  const configuration = file("alertmanager.yml", {
    route: { receiver: "nobody", group_wait: "0s", group_interval: "1s" },
    receivers: [{ name: "nobody", webhook_configs: [{ url: `http://127.0.0.1:${await freePort()}/` }] }],
  });
  return startAlertmanager(configuration, "0.31", { port: await freePort(), peers: [] });
}

async function startEvaluator(store: VictoriaMetrics, manager: Alertmanager): Promise<Vmalert> {
  const rules = [
    { record: "a:recorded", expr: "vector(1)" },
    { alert: "Firing", expr: "vector(1)" },
  ];
  return startVmalert({
    program: "vmalert-1.150",
    ruleFiles: [file("rules.yml", { groups: [{ name: "a", rules }] })],
    datasourceUrl: store.url,
    notifierUrl: manager.url,
    args: [WITH_KINDS],
  });
}

describeEngines(
  ["victoria-metrics-1.150", "vmagent-1.150", "vmalert-1.150", "alertmanager"],
  "the programs export what the catalogue says",
  () => {
    let urls: Readonly<Record<"store" | "agent" | "evaluator" | "manager", string>>;

    beforeAll(async () => {
      const [store, manager] = await Promise.all([startVictoriaMetrics([WITH_KINDS], "victoria-metrics-1.150"), startManager()]);
      const [agent, evaluator] = await Promise.all([startAgent(store), startEvaluator(store, manager)]);
      urls = { store: store.url, agent, evaluator: evaluator.url, manager: manager.url };
    });

    test("the metrics store", async () => {
      const falls = "written as a counter, although a cache that is emptied shrinks";
      const size = "written as a counter, although it is a size";
      const mistyped = {
        ...BUCKETS,
        vm_cache_size_bytes: falls,
        vm_cache_size_max_bytes: falls,
        vm_metrics_metadata_storage_max_size_bytes: size,
        vm_metrics_metadata_storage_size_bytes: size,
      };
      expect(await lastingDifferences(metricsStoreSeries, urls.store, { mistyped })).toEqual([]);
    });

    test("the agent", async () => {
      expect(await lastingDifferences(vmagentSeries, urls.agent, { mistyped: BUCKETS })).toEqual([]);
    });

    test("the evaluator", async () => {
      const mistyped = {
        ...BUCKETS,
        vmalert_config_last_reload_success_timestamp_seconds: "written as a counter, although it is a time",
        vmalert_remotewrite_queue_size_bucket: BUCKETS.go_sched_latencies_seconds_bucket,
      };
      expect(await lastingDifferences(vmalertSeries, urls.evaluator, { mistyped })).toEqual([]);
    });

    test("the alert manager", async () => {
      expect(await lastingDifferences(alertManagerSeries, urls.manager)).toEqual([]);
    });
  },
);
