/** The catalogue of each engine that can be had, against what the engine exports after a little work. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { alertManagerSeries } from "../../components/alert-manager/series";
import { metricsStoreSeries } from "../../components/metrics/series/metrics-store";
import { vmagentSeries } from "../../components/metrics/series/vmagent";
import { vmalertSeries } from "../../components/metrics/series/vmalert";
import { vmauthSeries } from "../../components/metrics/series/vmauth";
import { type AnyCatalogue, seriesOf } from "../../lib/series";
import { differences, type Known, parseExposition } from "../exposition";
import { freePort } from "../free-port";
import { type Alertmanager, startAlertmanager } from "./alertmanager";
import { describeEngines, startProcess, temporaryFolder } from "./engine";
import { lastingDifferences } from "./lasting-differences";
import { startVictoriaMetrics, type VictoriaMetrics } from "./victoria-metrics";
import { startVmalert, type Vmalert } from "./vmalert";

/** Without it the programs of VictoriaMetrics do not say what kind a series is. */
const WITH_KINDS = "-metrics.exposeMetadata";

/** Where a program differs from its catalogue after a little work. */
function differencesAt(url: string, catalogue: AnyCatalogue, known: Known = {}): Promise<readonly string[]> {
  return lastingDifferences(async () =>
    differences(seriesOf(catalogue), parseExposition(await (await fetch(`${url}/metrics`)).text()), known),
  );
}

function file(name: string, content: unknown): string {
  const path = join(temporaryFolder(), name);
  // YAML reads JSON
  writeFileSync(path, JSON.stringify(content));
  return path;
}

/** Scrapes the store and a target that nobody serves, into the store. */
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
    ],
    { ready: `${url}/health` },
  );
  return url;
}

/** Before the store, which answers, and a part for writes that nobody serves; a write and a query go through it. */
async function startFront(store: VictoriaMetrics): Promise<string> {
  const address = `127.0.0.1:${await freePort()}`;
  const url = `http://${address}`;
  const routes = [
    { src_paths: ["/api/v1/write"], url_prefix: [`http://127.0.0.1:${await freePort()}/`] },
    { src_paths: ["/.*"], url_prefix: [`${store.url}/`] },
  ];
  await startProcess(
    "vmauth-1.150",
    [WITH_KINDS, `-httpListenAddr=${address}`, `-auth.config=${file("auth.yml", { unauthorized_user: { url_map: routes } })}`],
    { ready: `${url}/health` },
  );
  await fetch(`${url}/api/v1/write`, { method: "POST" });
  await fetch(`${url}/api/v1/query?query=1`);
  return url;
}

/** One that is told of a peer, although it is alone, exports the series of a cluster. */
async function startManager(): Promise<Alertmanager> {
  const configuration = file("alertmanager.yml", {
    route: { receiver: "nobody", group_wait: "0s", group_interval: "1s" },
    inhibit_rules: [{ source_matchers: ['alertname="Firing"'], target_matchers: ['alertname="Held"'] }],
    receivers: [{ name: "nobody", webhook_configs: [{ url: `http://127.0.0.1:${await freePort()}/` }] }],
  });
  return startAlertmanager(configuration, "0.31", { port: await freePort(), peers: [] });
}

async function startEvaluator(store: VictoriaMetrics, manager: Alertmanager): Promise<Vmalert> {
  const rules = [
    { record: "a:recorded", expr: "vector(1)" },
    { alert: "Firing", expr: "vector(1)" },
    { alert: "Held", expr: "vector(1)" },
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
  ["victoria-metrics-1.150", "vmagent-1.150", "vmalert-1.150", "vmauth-1.150", "alertmanager"],
  "the programs export what the catalogue says",
  () => {
    let urls: Readonly<Record<"store" | "agent" | "evaluator" | "front" | "manager", string>>;

    beforeAll(async () => {
      const [store, manager] = await Promise.all([startVictoriaMetrics([WITH_KINDS], "victoria-metrics-1.150"), startManager()]);
      const [agent, evaluator, front] = await Promise.all([startAgent(store), startEvaluator(store, manager), startFront(store)]);
      urls = { store: store.url, agent, evaluator: evaluator.url, front, manager: manager.url };
    });

    test("the metrics store", async () => {
      const falls = "written as a counter, although a cache that is emptied shrinks";
      const mistyped = {
        vm_cache_size_bytes: falls,
        vm_cache_size_max_bytes: falls,
      };
      expect(await differencesAt(urls.store, metricsStoreSeries, { mistyped })).toEqual([]);
    });

    test("the agent", async () => {
      const mistyped = { vm_rows_ignored_total: "written as a gauge, although it counts, as a counter in the store" };
      expect(await differencesAt(urls.agent, vmagentSeries, { mistyped })).toEqual([]);
    });

    test("the evaluator", async () => {
      const mistyped = {
        vmalert_config_last_reload_success_timestamp_seconds: "written as a counter, although it is a time",
      };
      expect(await differencesAt(urls.evaluator, vmalertSeries, { mistyped })).toEqual([]);
    });

    test("the proxy before a clustered store", async () => {
      const mistyped = { vmauth_config_last_reload_success_timestamp_seconds: "written as a counter, although it is a time" };
      expect(await differencesAt(urls.front, vmauthSeries, { mistyped })).toEqual([]);
    });

    test("the alert manager", async () => {
      expect(await differencesAt(urls.manager, alertManagerSeries)).toEqual([]);
    });
  },
);
