import { observedExporters } from "../../components/observed";
import { runChecks } from "../../lib/checks/all";
import { observed } from "../../lib/metrics/observed";
import { examplePlatform, exampleSite } from "../example";

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
    expect(observed(exporterOf(name), EXAMPLE.site)).toMatchObject({ absent: { until: expect.stringContaining(".targets") } });
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
      ["kube-scheduler", [10259], { isTls: true, hasOwnToken: true }],
      ["kube-controller-manager", [10257], { isTls: true, hasOwnToken: true }],
      ["etcd", [2381], {}],
    ]);
  });

  test("passes every check where the site names all of it", () => {
    expect(runChecks(examplePlatform({ scrapes }))).toEqual([]);
  });
});
