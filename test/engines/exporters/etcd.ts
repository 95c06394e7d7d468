/** Two members, because a lone one has nobody to measure its way to. */
import { join } from "node:path";
import { freePort } from "../../free-port";
import { startProcess, temporaryFolder, waitUntil } from "../engine";
import type { RealExporter } from "./real-exporter";
import { stopAll } from "./stop-all";

export const etcd: RealExporter = {
  scrape: "etcd",
  start: async () => {
    const folder = temporaryFolder();
    const names = ["a", "b"];
    const members = await Promise.all(
      names.map(async (name) => ({ name, client: await freePort(), peer: await freePort(), metrics: await freePort() })),
    );
    const cluster = members.map(({ name, peer }) => `${name}=http://127.0.0.1:${peer}`).join(",");
    const started = await Promise.all(
      members.map(({ name, client, peer, metrics }) =>
        startProcess(
          "etcd",
          [
            `--name=${name}`,
            `--data-dir=${join(folder, name)}`,
            `--listen-client-urls=http://127.0.0.1:${client}`,
            `--advertise-client-urls=http://127.0.0.1:${client}`,
            `--listen-peer-urls=http://127.0.0.1:${peer}`,
            `--initial-advertise-peer-urls=http://127.0.0.1:${peer}`,
            `--initial-cluster=${cluster}`,
            // as kubeadm has it: a port of its own, for metrics alone
            `--listen-metrics-urls=http://127.0.0.1:${metrics}`,
          ],
          { ready: `http://127.0.0.1:${client}/health` },
        ),
      ),
    );
    const [first] = members;
    if (first === undefined) throw new Error("no member");
    const put = () => fetch(`http://127.0.0.1:${first.client}/v3/kv/put`, { method: "POST", body: '{"key":"YQ==","value":"YQ=="}' });
    await put();
    // its ways to the others are measured twice a minute
    const isMeasured = async () =>
      /peer_round_trip_time_seconds_count\S+ [1-9]/.test(await (await fetch(`http://127.0.0.1:${first.metrics}/metrics`)).text());
    await waitUntil(isMeasured, () => "etcd did not measure its way to its peer");
    return { port: first.metrics, stop: stopAll(...started) };
  },
};
