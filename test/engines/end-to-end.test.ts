import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { Yaml } from "cdk8s";
import { z } from "zod";
import { createRelay } from "../../components/relay/service/relay";
import { relaySite } from "../../components/relay/site-file";
import { alertmanagerConfig } from "../../lib/alerts/alertmanager-config";
import { hours } from "../../lib/duration";
import { createLog } from "../../lib/service/log";
import { nodeArguments } from "../../lib/service/node-flags";
import { FALLBACK_COMPONENT } from "../../lib/site/component";
import { examplePlatform, exampleSite, ROOT } from "../example";
import { freePort } from "../free-port";
import { type Alertmanager, startAlertmanager } from "./alertmanager";
import { describeEngines, startProgram, temporaryFolder, waitUntil } from "./engine";
import { startVictoriaMetrics } from "./victoria-metrics";
import { startVmalert } from "./vmalert";

const SAMPLES = join(ROOT, "..", "shared", "samples");
const site = exampleSite();
const { detectors, routing, manifests } = examplePlatform();

const webhook = z.object({
  receiver: z.string(),
  alerts: z.array(
    z.object({ status: z.string(), labels: z.record(z.string(), z.string()), annotations: z.record(z.string(), z.string()) }),
  ),
});
type Webhook = z.infer<typeof webhook>;

/** A webhook receiver that keeps what it gets. */
async function startReceiver(): Promise<{ url: string; received: Webhook[]; server: Server }> {
  const received: Webhook[] = [];
  const port = await freePort();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      received.push(webhook.parse(JSON.parse(Buffer.concat(chunks).toString())));
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${port}`, received, server };
}

/** Alertmanager with the generated configuration, its in-cluster receivers replaced by one on loopback. */
async function startGeneratedAlertmanager(receiverUrl: string): Promise<Alertmanager> {
  const path = join(temporaryFolder(), "alertmanager.yml");
  const { status_page_url = "", dead_man_url } = site.urls;
  const text = alertmanagerConfig(routing).replaceAll(status_page_url, receiverUrl).replaceAll(dead_man_url, receiverUrl);
  writeFileSync(path, text);
  return startAlertmanager(path);
}

interface Expected {
  readonly alertname: string;
  readonly component: string;
  readonly namespace: string;
  readonly pod: string;
  readonly container?: string;
}

const event = z.looseObject({
  kubernetes: z.object({ namespace_name: z.string(), pod_name: z.string(), container_name: z.string().default("?") }),
});

function samples(): { body: string; expected: string[] } {
  const lines = readFileSync(join(SAMPLES, "relay-events.ndjson"), "utf8").trim().split("\n");
  const table = readFileSync(join(SAMPLES, "relay-events.expected.tsv"), "utf8").trim().split("\n").slice(1);
  const expected = table.flatMap((row): string[] => {
    const [line, alertname = "-", component = "-"] = row.split("\t");
    if (alertname === "-") return [];
    const { namespace_name: namespace, pod_name: pod, container_name } = event.parse(JSON.parse(lines[Number(line) - 1] ?? "")).kubernetes;
    const container = alertname === "PodIOError" ? container_name : undefined;
    // the samples leave open what a namespace outside their map is; here it is the fallback
    return [key({ alertname, component: component === "?" ? FALLBACK_COMPONENT : component, namespace, pod, container })];
  });
  return { body: `[${lines.join(",")}]`, expected: [...new Set(expected)].sort() };
}

const key = ({ alertname, component, namespace, pod, container = "" }: Expected): string =>
  [alertname, component, namespace, pod, container].join(" | ");

const keysOf = async (alertmanager: Alertmanager): Promise<string[]> =>
  (await alertmanager.alerts()).map(({ labels }) => key(labels as unknown as Expected)).sort();

const post = (url: string, body: string) =>
  fetch(`${url}/ingest`, { method: "POST", headers: { "content-type": "application/json" }, body });

if (existsSync(SAMPLES)) {
  describeEngines(["alertmanager"], "from log lines to alerts", () => {
    let alertmanager: Alertmanager;
    let receiver: Awaited<ReturnType<typeof startReceiver>>;

    beforeAll(async () => {
      receiver = await startReceiver();
    });
    beforeEach(async () => {
      alertmanager = await startGeneratedAlertmanager(receiver.url);
    });
    afterEach(() => alertmanager.stop());
    afterAll(() => receiver.server.close());

    test("the sample events give exactly the expected alerts, through the built relay", async () => {
      execFileSync(process.execPath, ["bin/belfry.cjs", "build"], { cwd: ROOT });
      const port = await freePort();
      const relay = await startProgram(process.execPath, nodeArguments(join(ROOT, "build/images/relay/server.cjs")), {
        ready: `http://127.0.0.1:${port}/readyz`,
        env: { PORT: String(port), HOST: "127.0.0.1", ALERTMANAGER_URL: alertmanager.url },
      });
      const { body, expected } = samples();
      expect((await post(`http://127.0.0.1:${port}`, body)).status).toBe(200);
      expect(await keysOf(alertmanager)).toEqual(expected);
      expect(expected).toHaveLength(19);
      await relay.stop();
    });

    const windows = [...new Set(detectors.map(({ window }) => window.seconds))].map(
      (window) => [window, detectors.flatMap((one) => (one.window.seconds === window ? [one.alert] : []))] as const,
    );

    test.each(windows)("alerts with a window of %d seconds resolve by themselves when it has passed", async (window, alertnames) => {
      // the relay's clock lags by all but three seconds of the window
      const lag = window * 1000 - 3000;
      const relay = createRelay({
        alertmanagerUrls: [alertmanager.url],
        maxBodyBytes: 4 * 1024 * 1024,
        site: relaySite(site),
        log: createLog("relay", "silent"),
        wallClock: () => Date.now() - lag,
      });
      const url = `http://127.0.0.1:${await relay.listen("127.0.0.1", 0)}`;
      const { body, expected } = samples();
      const own = (keys: readonly string[]) => keys.filter((one) => alertnames.some((name) => one.startsWith(`${name} `)));

      expect((await post(url, body)).status).toBe(200);
      expect(own(await keysOf(alertmanager))).toEqual(own(expected));
      await waitUntil(
        async () => own(await keysOf(alertmanager)).length === 0,
        () => "the alerts are still firing",
        10_000,
      );
      await relay.close();
    });
  });
} else {
  describe.skip("from log lines to alerts (skipped: ../shared/samples is absent)", () => {
    test("needs the samples", () => {});
  });
}

describeEngines(["victoria-metrics", "vmalert-1.150", "alertmanager"], "from series to receivers", () => {
  test("three rules of the table fire and reach the status page's webhook, the heartbeat reaches the dead-man switch alone", async () => {
    const receiver = await startReceiver();
    const alertmanager = await startGeneratedAlertmanager(receiver.url);
    const store = await startVictoriaMetrics(["-search.latencyOffset=0s"]);
    const folder = temporaryFolder();
    const ruleFiles = manifests.flatMap(({ file, object }) => {
      if (object.kind !== "VMRule") return [];
      const path = join(folder, file.replace("/", "-"));
      writeFileSync(path, Yaml.stringify(object.spec));
      return [path];
    });

    const now = Date.now();
    const soon = Math.round(now / 1000) + hours(24).seconds;
    const series = [
      `probe_ssl_earliest_cert_expiry{component="Mail",instance="mail.example.org:993"} ${soon}`,
      'storage_volume_robustness{volume="pvc-1",node="a"} 3',
      'kubelet_volume_stats_used_bytes{namespace="git",persistentvolumeclaim="data",node="a"} 900',
      'kubelet_volume_stats_capacity_bytes{namespace="git",persistentvolumeclaim="data",node="a"} 1000',
    ];
    await store.importPrometheus(series.flatMap((line) => [60, 30, 0].map((age) => `${line} ${now - age * 1000}`)));
    await startVmalert({ program: "vmalert-1.150", ruleFiles, datasourceUrl: store.url, notifierUrl: alertmanager.url });

    const told = (name: string) =>
      receiver.received.filter(({ alerts }) => alerts.some(({ labels }) => labels.alertname === name)).map(({ receiver: by }) => by);
    const wanted = ["CertificateExpiring", "StorageVolumeFaulted", "VolumeClaimFilling", "WatchdogOps"];
    await waitUntil(
      () => wanted.every((name) => told(name).length > 0),
      () => `only ${wanted.filter((name) => told(name).length > 0).join(", ")} arrived`,
      60_000,
    );

    for (const name of wanted) expect(new Set(told(name))).toEqual(new Set([name === "WatchdogOps" ? "dead-man" : "status-page"]));
    const faulted = receiver.received.flatMap(({ alerts }) => alerts).find(({ labels }) => labels.alertname === "StorageVolumeFaulted");
    expect(faulted).toMatchObject({
      status: "firing",
      labels: { severity: "critical", component: "Backups", team: "ops", volume: "pvc-1" },
      annotations: {
        summary: "Volume pvc-1 has no working replica",
        runbook_url: `${site.urls.runbooks_url}/StorageVolumeFaulted.md`,
      },
    });
    const pushed = (await alertmanager.alerts()).find(({ labels }) => labels.alertname === "VolumeClaimFilling");
    expect(pushed?.receivers).toEqual(["status-page", "push-warning"]);
    receiver.server.close();
  });
});
