/** Who reaches whom among the pods that a rendering left at the API server, by the network policies that were applied there. */
import { z } from "zod";
import type { KubernetesObject } from "../../lib/kubernetes/object";
import { NetworkPolicies, type Pod } from "../../lib/network/evaluate";
import { describePorts, difference, onePort, type Protocol } from "../../lib/network/port-set";
import type { ApiServer } from "./api-server";

const labels = z.record(z.string(), z.string()).default({});
const pod = z.object({
  metadata: z.object({ name: z.string(), namespace: z.string(), labels }),
  spec: z.object({
    containers: z.array(z.object({ ports: z.array(z.object({ name: z.string().optional(), containerPort: z.number() })).default([]) })),
  }),
});
const service = z.object({
  metadata: z.object({ name: z.string(), namespace: z.string() }),
  spec: z.object({
    selector: labels,
    ports: z.array(z.object({ port: z.number(), targetPort: z.union([z.string(), z.number()]).optional() })).default([]),
  }),
});
const list = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item) });
const anything = z.looseObject({ metadata: z.looseObject({ name: z.string(), namespace: z.string().optional() }) });

export interface NamedPod extends Pod {
  readonly name: string;
}

/** A port of a pod that somebody calls. */
export interface Called {
  readonly pod: NamedPod;
  readonly port: number;
}

export interface Network {
  readonly pods: readonly NamedPod[];
  /** The pods and container ports behind `host:port`, a Service's name or a replica's; undefined for a host outside the cluster. */
  readonly behind: (host: string, port: number) => readonly Called[] | undefined;
  /** What is closed on the way, in words; empty when the way is open at both ends. */
  readonly closed: (from: NamedPod, to: Called, protocol?: Protocol) => string[];
}

async function all<T extends z.ZodType>(server: ApiServer, path: string, item: T): Promise<z.infer<T>[]> {
  return list(item).parse((await server.request("GET", path)).body).items;
}

/** The network policies that were applied. */
export async function policiesAt(server: ApiServer): Promise<NetworkPolicies> {
  const objectsOf = async (path: string, kind: string) =>
    (await all(server, path, anything)).map((object) => ({ apiVersion: "", ...object, kind }) as KubernetesObject);
  return new NetworkPolicies([
    ...(await objectsOf("/apis/networking.k8s.io/v1/networkpolicies", "NetworkPolicy")),
    ...(await objectsOf("/api/v1/namespaces", "Namespace")),
  ]);
}

export async function networkAt(server: ApiServer): Promise<Network> {
  const policies = await policiesAt(server);
  const services = await all(server, "/api/v1/services", service);
  const pods = (await all(server, "/api/v1/pods", pod)).map(({ metadata, spec }): NamedPod => {
    const ports = spec.containers.flatMap((container) => container.ports.map(({ name = "", containerPort }) => [name, containerPort]));
    return { name: metadata.name, namespace: metadata.namespace, labels: metadata.labels, ports: Object.fromEntries(ports) };
  });

  return {
    pods,
    behind: (host, number) => {
      const [namespace = "", name = "", replica] = host
        .replace(/\.svc(\..*)?$/, "")
        .split(".")
        .reverse();
      const found = services.find(({ metadata }) => metadata.name === name && metadata.namespace === namespace);
      if (found === undefined) return undefined;
      const target = found.spec.ports.find(({ port }) => port === number)?.targetPort ?? number;
      return pods
        .filter((one) => one.namespace === namespace && (replica === undefined || one.name === replica))
        .filter((one) => Object.entries(found.spec.selector).every(([label, value]) => one.labels[label] === value))
        .map((one) => ({ pod: one, port: typeof target === "number" ? target : (one.ports[target] ?? 0) }));
    },
    closed: (from, { pod: to, port }, protocol = "TCP") => {
      // no policy keeps a pod from itself
      if (from.name === to.name && from.namespace === to.namespace) return [];
      const wanted = onePort(protocol, port);
      const out = difference(wanted, policies.of("egress", from)({ pod: to }));
      const into = difference(wanted, policies.of("ingress", to)({ pod: from }));
      return [
        ...(out.length === 0 ? [] : [`${from.name} is not let out to ${to.name} on ${describePorts(out)}`]),
        ...(into.length === 0 ? [] : [`${to.name} does not let ${from.name} in on ${describePorts(into)}`]),
      ];
    },
  };
}

/** Every `host:port` in a text whose host could be one of the cluster's. */
export function addressesIn(text: string): { readonly host: string; readonly port: number }[] {
  const found = text.matchAll(/(?<![\w.-])([a-z0-9-]+(?:\.[a-z0-9-]+)+):(\d{2,5})\b/g);
  return Array.from(found, ([, host = "", port]) => ({ host, port: Number(port) }));
}
