import { exporterShell } from "../../components/exporters/chart";
import { observedExporters } from "../../components/observed";
import { placedRules } from "../../lib/alerts/rule";
import { runChecks } from "../../lib/checks/all";
import { observed } from "../../lib/metrics/observed";
import type { ChartExporterName } from "../../lib/site/sections/scrapes";
import { examplePlatform, exampleSite } from "../example";
import { wideTest } from "../wide";

const EXAMPLE = examplePlatform();
const scrapeOf = (name: string, { scrapes } = EXAMPLE) => scrapes.find((one) => one.name === name);
const exporterOf = (name: string) => {
  const found = observedExporters.find((one) => one.name === name);
  if (found === undefined) throw new Error(`nobody observes ${name}`);
  return found;
};

describe("what the exporter shell's chart scrapes", () => {
  test("has the jobs that its own scrape objects give", () => {
    const jobs = ["node-exporter", "kube-state-metrics", "apiserver", "coredns"].map((name) => scrapeOf(name)?.job);
    expect(jobs).toEqual(["node-exporter", "kube-state-metrics", "apiserver", "coredns"]);
  });

  test("is what its values switch on, and nothing else", () => {
    const [shell] = EXAMPLE.charts;
    const declared = EXAMPLE.scrapes.flatMap(({ job, from }) =>
      job !== undefined && from.kind === "upstream" && from.owner.chart === shell?.chart ? [job] : [],
    );
    // values.yaml and templates of the chart's release
    const keys = {
      "node-exporter": "nodeExporter",
      "kube-state-metrics": "kubeStateMetrics",
      apiserver: "kubeApiServer",
      coredns: "coreDns",
    };
    const switched = Object.entries(shell?.values ?? {}).flatMap(([key, value]) => {
      const isOn = (value as { enabled?: boolean }).enabled;
      return isOn === true && key !== "crds" ? [key] : [];
    });
    // one of them asks two ports
    expect(Object.keys(keys).sort()).toEqual([...new Set(declared)].sort());
    expect(shell?.values["kube-state-metrics"]).toMatchObject({ selfMonitor: { enabled: true } });
    expect(switched.sort()).toEqual(Object.values(keys).sort());
  });

  test("is switched on by the scrapes that are declared for it", () => {
    const { site, scrapes } = EXAMPLE;
    const without = (name: string) =>
      exporterShell(
        site,
        scrapes.filter((one) => one.name !== name),
      ).values;
    expect(without("coredns")).toMatchObject({
      coreDns: { enabled: false },
      nodeExporter: { enabled: true, forceDeployDashboards: false },
    });
    expect(without("node-exporter")).toMatchObject({ nodeExporter: { enabled: false }, kubelet: { enabled: false } });
  });

  test("asks the host's systemd where the site says so, and keeps what the chart tells node exporter", () => {
    const valuesOf = (systemd_services?: "all" | "none") => {
      const platform = examplePlatform({ exporters: { ...EXAMPLE.site.exporters, systemd_services } });
      return platform.charts[0]?.values["prometheus-node-exporter"] as Readonly<Record<string, unknown>> | undefined;
    };
    expect(valuesOf("all")).toMatchObject({
      extraArgs: [
        expect.stringContaining("--collector.filesystem.mount-points-exclude="),
        expect.stringContaining("--collector.filesystem.fs-types-exclude="),
        "--collector.systemd",
        "--collector.systemd.unit-include=^.+\\.service$",
        "--collector.systemd.enable-restarts-metrics",
      ],
      env: { DBUS_SYSTEM_BUS_ADDRESS: "unix:path=/host/root/run/dbus/system_bus_socket" },
      containerSecurityContext: { appArmorProfile: { type: "Unconfined" } },
    });
    for (const off of [valuesOf("none"), valuesOf()]) expect(Object.keys(off ?? {})).not.toContain("extraArgs");
  });

  test("takes the rules on services along where it does not", () => {
    expect(EXAMPLE.waiting.leftOut.find(({ exporter }) => exporter === "systemd")).toMatchObject({
      until: "write exporters.systemd_services: all",
      rules: ["NodeServiceFailed", "NodeServiceRestarting", "NodeServicesUnread"].map((name) => expect.objectContaining({ name })),
    });
  });

  test.each<[ChartExporterName, string, string]>([
    ["coredns", "coreDns", "ClusterDnsDown"],
    ["apiserver", "kubeApiServer", "ApiServerDown"],
  ])("%s may be off, and takes its scrape, its way out and its rules along", (name, key, alert) => {
    const platform = examplePlatform({ scrapes: { ...EXAMPLE.site.scrapes, off: [name] } });
    expect(platform.charts[0]?.values).toMatchObject({ [key]: { enabled: false }, nodeExporter: { enabled: true } });
    expect(scrapeOf(name, platform)).toBeUndefined();
    expect(platform.connections.length).toBe(EXAMPLE.connections.length - 1);
    expect(platform.workloads.some((one) => one.name === "cluster-dns")).toBe(name !== "coredns");
    const told = platform.waiting.leftOut.find(({ exporter }) => exporter === name);
    expect(told).toMatchObject({
      until: "scrapes.off names it",
      rules: expect.arrayContaining([expect.objectContaining({ name: alert })]),
    });
    const [here, all] = [platform, EXAMPLE].map(({ rules }) => placedRules(rules).length);
    expect(told?.rules).toHaveLength((all ?? 0) - (here ?? 0));
    expect(runChecks(platform)).toEqual([]);
  });

  test("has a key of the chart each", () => {
    const { site, scrapes } = EXAMPLE;
    const moved = scrapes.map((one) => (one.name === "coredns" ? { ...one, job: "kube-dns" } : one));
    expect(() => exporterShell(site, moved)).toThrow(
      'kube-prometheus-stack scrapes nothing with the job "kube-dns"; name the chart\'s key for it in SCRAPED',
    );
  });

  test("is where the agent is let: the API server's addresses, and the cluster's DNS where the orchestrator is", () => {
    const { api_server_addresses, api_server_ports = [443, 6443] } = EXAMPLE.site.cluster;
    expect(scrapeOf("apiserver")?.from).toMatchObject({ to: { outside: { addresses: api_server_addresses }, ports: api_server_ports } });
    expect(scrapeOf("coredns")?.from).toMatchObject({
      to: { workload: { namespace: EXAMPLE.site.namespaces.orchestrator, pods: { "k8s-app": "kube-dns" } }, port: "metrics" },
    });
  });
});

test("both of a kubelet's scrapes have one job, told apart by the path, as upstream's dashboards ask", () => {
  const of = ["kubelet", "cadvisor"].map((name) => scrapeOf(name));
  expect(of.map((one) => [one?.job, one?.from.kind === "node" && one.from.path])).toEqual([
    ["kubelet", "/metrics"],
    ["kubelet", "/metrics/cadvisor"],
  ]);
});

describe("what listens on the nodes alone", () => {
  const names = ["kube-scheduler", "kube-controller-manager", "etcd"];

  test.each(names)("%s is not asked where the site names no address", (name) => {
    expect(observed(exporterOf(name), exampleSite({ scrapes: {} }))).toMatchObject({
      absent: { until: expect.stringContaining(".targets") },
    });
  });

  const scrapes = {
    kube_scheduler: { targets: ["192.168.10.31"] },
    kube_controller_manager: { targets: ["192.168.10.31"] },
    etcd: { targets: ["192.168.10.31"] },
  };

  test("is asked at its own port, over TLS with the agent's token unless it gives its metrics apart", () => {
    const site = exampleSite({ scrapes });
    const asked = names.map((name) => {
      const found = observed(exporterOf(name), site);
      if (!("scrape" in found) || found.scrape.from.kind !== "observed") throw new Error(`${name} is not asked`);
      const { at, ask } = found.scrape.from;
      return [name, at.kind === "addresses" && at.targets.map(({ port }) => port), ask];
    });
    expect(asked).toEqual([
      ["kube-scheduler", [10259], { tls: "unverified", hasOwnToken: true }],
      ["kube-controller-manager", [10257], { tls: "unverified", hasOwnToken: true }],
      ["etcd", [2381], {}],
    ]);
  });

  wideTest("passes every check where the site names all of it", () => {
    expect(runChecks(examplePlatform({ scrapes }))).toEqual([]);
  });
});
