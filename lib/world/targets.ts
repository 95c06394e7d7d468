import { formatAddress, formatHost } from "../address";
import type { Scrape } from "../metrics/scrape";
import { labelsOfTarget } from "../metrics/target-labels";
import { type Cluster, observedNamespace, type Pod, workloadAsked } from "./cluster";
import type { Target } from "./healthy";

/** The targets of a scrape, each as the scraper labels it. */
export function targetsOf(scrape: Scrape, cluster: Cluster): Target[] {
  const all = labelled(scrape, cluster);
  return all.map((target) => ({ ...target, count: all.length }));
}

function labelled(scrape: Scrape, cluster: Cluster): Omit<Target, "count">[] {
  const { from, name } = scrape;
  if (from.kind === "node") {
    return cluster.nodes.map((node) => ({
      scrape: name,
      index: node.index,
      node,
      labels: labelsOfTarget(scrape, { index: node.index, node: node.name }),
    }));
  }
  if (from.kind === "probes") {
    return from.probes.map((_, index) => ({ scrape: name, index, labels: labelsOfTarget(scrape, { index }) }));
  }
  if (from.kind === "observed" && from.at.kind === "addresses") {
    return from.at.targets.map(({ address }, index) => ({
      scrape: name,
      index,
      labels: labelsOfTarget(scrape, { index, host: formatHost(address) }),
    }));
  }
  if (from.kind === "devices") {
    return from.devices.map((device, index) => ({
      scrape: name,
      index,
      labels: labelsOfTarget(scrape, { index, host: formatAddress(device) }),
    }));
  }
  const pods = podsAsked(scrape, cluster);
  if (pods.length === 0) return [{ scrape: name, index: 0, labels: labelsOfTarget(scrape, { index: 0 }) }];
  const endpoints = from.kind === "service" ? (from.endpoints ?? [{}]) : [{}];
  const isOnNode = from.kind === "upstream" && "nodes" in from.to;
  return pods.flatMap((pod, index) =>
    endpoints.map(({ labels = {} }) => ({
      scrape: name,
      index,
      pod,
      node: pod.node,
      labels: {
        ...labelsOfTarget(scrape, {
          index,
          pod: pod.name,
          namespace: pod.namespace,
          host: bracketed(isOnNode ? pod.node.address : pod.address),
        }),
        ...labels,
      },
    })),
  );
}

function podsAsked(scrape: Scrape, { pods }: Cluster): readonly Pod[] {
  const { from } = scrape;
  const of = (name: string, namespace: string) => pods.filter(({ app }) => app.name === name && app.namespace === namespace);
  if (from.kind === "observed") return of(scrape.name, observedNamespace(scrape));
  // what somebody else runs on every node has the scrape's name
  if (from.kind === "upstream" && "nodes" in from.to) return pods.filter(({ app }) => app.kind === "DaemonSet" && app.name === scrape.name);
  const workload = workloadAsked(scrape);
  return workload === undefined ? [] : of(workload.name, workload.namespace);
}

const bracketed = (address: string): string => (address.includes(":") ? `[${address}]` : address);
