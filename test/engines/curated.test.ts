/** What the agent leaves of samples on their way to the receiver of the curated series, and how it signs in there. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { CURATED_SERIES } from "../../components/exporters/curated";
import { curatedLogin, curatedRelabelling, logStoreReceiver } from "../../components/metrics/curated";
import { secretFolder } from "../../lib/workloads/restricted-workload";
import { exampleSite } from "../example";
import { freePort } from "../free-port";
import { describeEngines, startProcess, temporaryFolder, waitUntil } from "./engine";
import { startStore } from "./store-stand-in";
import { startVictoriaMetrics, type VictoriaMetrics } from "./victoria-metrics";

/** The rules in the agent's own file, where the operator writes them with other keys. */
function relabelFile(): string {
  const rules = curatedRelabelling(CURATED_SERIES).map(({ sourceLabels, targetLabel, ...rule }) => ({
    ...rule,
    ...(sourceLabels && { source_labels: sourceLabels }),
    ...(targetLabel && { target_label: targetLabel }),
  }));
  const path = join(temporaryFolder(), "relabel.yml");
  // YAML reads JSON
  writeFileSync(path, JSON.stringify(rules));
  return path;
}

/** Everything goes to the store, and by the rules to the second receiver. */
async function startAgent(
  store: Pick<VictoriaMetrics, "url">,
  second: Pick<VictoriaMetrics, "url">,
  login: readonly string[] = [],
): Promise<string> {
  const address = `127.0.0.1:${await freePort()}`;
  const url = `http://${address}`;
  await startProcess(
    "vmagent-1.150",
    [
      `-httpListenAddr=${address}`,
      `-remoteWrite.url=${store.url}/api/v1/write`,
      "-remoteWrite.urlRelabelConfig=",
      `-remoteWrite.url=${second.url}/api/v1/write`,
      `-remoteWrite.urlRelabelConfig=${relabelFile()}`,
      `-remoteWrite.tmpDataPath=${temporaryFolder()}`,
      "-remoteWrite.flushInterval=100ms",
      ...login,
    ],
    { ready: `${url}/health` },
  );
  return url;
}

const CONTAINER = `namespace="git",pod="git-7d9c6bdf8b-x2vqz",container="git",node="a"`;
const CGROUP = 'id="/kubepods/besteffort/pod1/3f2a",image="git:1",name="3f2a",endpoint="https-metrics",service="kubelet"';
const EXPORTER = 'pod="kube-state-metrics-6c8f5d7b9c-4kzmt",namespace="mail",uid="0d3c8f2e"';

/** Sent, and who it is for in the receiver; nobody's where it is left out. */
const SENT: readonly (readonly [sample: string, left: string | undefined])[] = [
  [`container_memory_working_set_bytes{${CONTAINER},${CGROUP}}`, `container_memory_working_set_bytes git git container,namespace,node,pod`],
  // the sum of the pod and that of the node
  [`container_memory_working_set_bytes{namespace="git",pod="git-7d9c6bdf8b-x2vqz",id="/kubepods/besteffort/pod1"}`, undefined],
  [`container_memory_working_set_bytes{id="/"}`, undefined],
  [
    `container_network_receive_bytes_total{namespace="db",pod="pg-12",interface="eth0",id="/a"}`,
    "container_network_receive_bytes_total db pg interface,namespace,pod",
  ],
  [`container_network_receive_bytes_total{interface="eth0",id="/"}`, undefined],
  [
    `container_cpu_usage_seconds_total{namespace="logs",pod="log-shipper-z4v8k",container="a",id="/b"}`,
    "container_cpu_usage_seconds_total logs log-shipper container,namespace,pod",
  ],
  [
    `container_cpu_usage_seconds_total{namespace="jobs",pod="backup-29012345-8wqxf",container="a",id="/c"}`,
    "container_cpu_usage_seconds_total jobs backup container,namespace,pod",
  ],
  [
    `container_cpu_usage_seconds_total{namespace="jobs",pod="by-hand",container="a",id="/d"}`,
    "container_cpu_usage_seconds_total jobs by-hand container,namespace,pod",
  ],
  [`kube_deployment_spec_replicas{${EXPORTER},deployment="web"}`, "kube_deployment_spec_replicas mail web deployment,namespace,pod"],
  [
    `kubelet_volume_stats_used_bytes{namespace="git",persistentvolumeclaim="data-git-0",node="a"}`,
    "kubelet_volume_stats_used_bytes git data-git-0 namespace,node,persistentvolumeclaim",
  ],
  ['up{job="a"}', undefined],
  [`container_memory_working_set_bytes_more{${CONTAINER}}`, undefined],
];

describeEngines(["victoria-metrics-1.150", "vmagent-1.150"], "the agent and the curated series", () => {
  test("what is left has the names of the list, whose it is, and no label that is not needed", async () => {
    const [store, second] = await Promise.all([
      startVictoriaMetrics([], "victoria-metrics-1.150"),
      startVictoriaMetrics([], "victoria-metrics-1.150"),
    ]);
    const agent = await startAgent(store, second);
    const seconds = Math.floor(Date.now() / 1000);
    const body = SENT.map(([sample]) => `${sample} 1 ${seconds}000\n`).join("");
    const answer = await fetch(`${agent}/api/v1/import/prometheus`, { method: "POST", body });
    expect(answer.status).toBe(204);

    const all = async (of: VictoriaMetrics) => {
      await of.flush();
      return of.query('{__name__!=""}', seconds);
    };
    const left = SENT.flatMap(([, one]) => one ?? []);
    await waitUntil(
      async () => (await all(store)).length === SENT.length && (await all(second)).length >= left.length,
      () => "the agent did not deliver",
      30_000,
    );
    const told = (await all(second)).map(({ labels: { __name__, service_name, ...labels } }) =>
      [__name__, labels.namespace, service_name, Object.keys(labels).sort().join(",")].join(" "),
    );
    expect(told.sort()).toEqual([...left].sort());
  });

  test("before the store has made its token the first store has everything, and the second all of it once the token is there", async () => {
    const [store, second] = await Promise.all([startVictoriaMetrics([], "victoria-metrics-1.150"), startStore()]);
    const receiver = logStoreReceiver(exampleSite(), CURATED_SERIES);
    const folder = temporaryFolder();
    const login = Object.entries(curatedLogin(receiver).extraArgs).map(([flag, value]) => {
      return `-${flag}=${value.replace(secretFolder(receiver.token), folder)}`;
    });
    const agent = await startAgent(store, second, login);
    const seconds = Math.floor(Date.now() / 1000);
    await fetch(`${agent}/api/v1/import/prometheus`, {
      method: "POST",
      body: `kube_deployment_spec_replicas{deployment="a"} 1 ${seconds}000\n`,
    });
    await waitUntil(
      async () => {
        await store.flush();
        return (await store.query("kube_deployment_spec_replicas", seconds)).length === 1;
      },
      () => "the first store got nothing",
    );
    expect(second.deliveries).toEqual([]);

    writeFileSync(join(folder, "token"), "o2oi_made-by-the-store\n");
    await waitUntil(
      () => second.deliveries.length > 0,
      () => "the second store got nothing",
      60_000,
    );
    const wanted = Buffer.from("belfry-metrics-agent:o2oi_made-by-the-store").toString("base64");
    expect(second.deliveries.map(({ headers }) => headers.authorization)).toEqual([`Basic ${wanted}`]);
    await second.stop();
  }, 120_000);
});
