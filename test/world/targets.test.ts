import { parseAddress } from "../../lib/address";
import type { ObservedTarget, Scrape } from "../../lib/metrics/scrape";
import { clusterOf } from "../../lib/world/cluster";
import { targetsOf } from "../../lib/world/targets";
import { exampleSite, fullPlatform } from "../example";

const { manifests } = fullPlatform();

function labelsOf(at: ObservedTarget["at"]): Readonly<Record<string, string>>[] {
  const scrape: Scrape = {
    name: "redis",
    job: "redis",
    series: [],
    from: { kind: "observed", release: { program: "redis_exporter", release: "1.45.0" }, what: "Redis", at, ask: {} },
  };
  const cluster = clusterOf({ site: exampleSite(), scrapes: [scrape], manifests }, 1);
  return targetsOf(scrape, cluster).map(({ labels }) => labels);
}

const selector = { app: "redis" };

describe("what others run has two targets, where the site says that it is", () => {
  test("behind a Service", () => {
    const labels = labelsOf({ kind: "service", selector, port: "metrics", namespaces: ["files"] });
    expect(labels.map(({ pod: _, instance: __, ...others }) => others)).toEqual([
      { job: "redis", namespace: "files", service: "redis", endpoint: "metrics", container: "redis" },
      { job: "redis", namespace: "files", service: "redis", endpoint: "metrics", container: "redis" },
    ]);
    expect(new Set(labels.map(({ pod }) => pod)).size).toBe(2);
    expect(new Set(labels.map(({ instance }) => instance)).size).toBe(2);
  });

  test("pods by themselves, in a namespace of their own where the site names none", () => {
    const [labels] = labelsOf({ kind: "pods", selector, port: "metrics" });
    expect(Object.keys(labels ?? {}).toSorted()).toEqual(["container", "endpoint", "instance", "job", "namespace", "pod"]);
    expect(labels?.namespace).toBe("redis");
  });

  test("at addresses, each one", () => {
    const targets = ["192.168.10.5", "fd00::5"].flatMap((text) => parseAddress(text) ?? []).map((address) => ({ address, port: 9123 }));
    expect(labelsOf({ kind: "addresses", targets })).toEqual([
      { job: "redis", instance: "192.168.10.5:9123" },
      { job: "redis", instance: "[fd00::5]:9123" },
    ]);
  });
});

test("two of everything: nodes as the site counts them, two pods of two workloads for each component that has a namespace", () => {
  // beside what the autoscaler is told of
  const { autoscaling: _, ...site } = exampleSite();
  const { nodes, apps, claims, hosts, databases } = clusterOf({ site, scrapes: [], manifests }, 1);
  expect(nodes.map(({ address }) => address)).toEqual(["192.168.10.11", "192.168.10.12", "192.168.10.13"]);
  for (const { name } of site.components) {
    const own = apps.filter(
      ({ component, namespace }) => component === name && namespace !== "kube-system" && namespace !== "monitoring-exporters",
    );
    expect(own.filter(({ kind }) => kind !== "DaemonSet").map(({ kind, pods }) => [kind, pods.length])).toEqual([
      ["Deployment", 2],
      ["StatefulSet", 2],
    ]);
  }
  expect([claims.length, hosts.length, databases.length]).toEqual([20, 10, 10]);
});
