/** Objects that a scrape would find in a cluster, for those that nobody made: other people's workloads, and the nodes. */
import { z } from "zod";
import type { KubernetesObject } from "../../lib/kubernetes/object";
import type { Workload } from "../../lib/network/workload";
import type { ApiServer } from "./api-server";
import { applyOrThrow } from "./operator";

const labels = z.record(z.string(), z.string());
const selector = z.looseObject({
  matchLabels: labels.default({}),
  matchExpressions: z.array(z.object({ key: z.string(), operator: z.string(), values: z.array(z.string()).default([]) })).default([]),
});
const port = z.union([z.string(), z.number()]);
const scrape = z.object({
  spec: z.object({
    selector: selector.default({ matchLabels: {}, matchExpressions: [] }),
    namespaceSelector: z.looseObject({ any: z.boolean().optional(), matchNames: z.array(z.string()).optional() }).default({}),
    endpoints: z.array(z.object({ port: z.string().optional(), targetPort: port.optional() })).default([]),
    podMetricsEndpoints: z.array(z.object({ port: z.string().optional(), portNumber: z.number().optional() })).default([]),
  }),
});
const service = z.object({
  metadata: z.object({ name: z.string(), labels: labels.default({}) }),
  spec: z.object({
    selector: labels.default({}),
    ports: z.array(z.object({ name: z.string().optional(), port: z.number(), targetPort: port.optional() })).default([]),
  }),
});
const pod = z.object({ metadata: z.object({ labels: labels.default({}) }) });

/** Two nodes, as their kubelets would have registered them, on addresses of documentation. */
export async function makeNodes(server: ApiServer): Promise<void> {
  for (const [index, name] of ["node-a", "node-b"].entries()) {
    await applyOrThrow(server, { apiVersion: "v1", kind: "Node", metadata: { name } });
    const addresses = [
      { type: "InternalIP", address: `192.0.2.${index + 1}` },
      { type: "Hostname", address: name },
    ];
    await server.request("PATCH", `/api/v1/nodes/${name}/status`, { status: { addresses } }, "application/merge-patch+json");
  }
}

/** A namespace that no policy of ours covers, of what is looked for in any. */
const OTHERS = "of-others";
/** The first port of what is made, where nobody says its number. */
export const MADE_PORT = 9000;

/** What is declared of a Service and its pods that somebody else's operator would make. */
export interface Declared {
  /** Name of the Service. */
  readonly job: string;
  readonly workload: Workload;
}

/** Makes what a scrape selects, as far as it is not there: a Service with its workload, or the workload alone. */
export async function makeWanted(server: ApiServer, object: KubernetesObject, declared?: Declared): Promise<void> {
  if (object.kind !== "VMServiceScrape" && object.kind !== "VMPodScrape") return;
  const { spec } = scrape.parse(object);
  const { any, matchNames } = spec.namespaceSelector;
  const namespace = any ? OTHERS : (matchNames?.[0] ?? object.metadata.namespace ?? "default");
  await server.ensureNamespace(namespace);
  const wanted = labelsFor(spec.selector);
  const name = `made-${object.metadata.name}`;

  if (object.kind === "VMPodScrape") {
    const ports = spec.podMetricsEndpoints.map(({ port: portName, portNumber }, index) =>
      named(portName, portNumber ?? declared?.workload.ports[portName ?? ""], index),
    );
    await makePods(server, { name, namespace, podLabels: wanted, ports });
    return;
  }
  const existing = (await list(server, namespace, "services", service)).find(({ metadata }) => has(metadata.labels, wanted));
  if (existing !== undefined) {
    const ports = existing.spec.ports.map(({ name: portName, port: number, targetPort = number }, index) =>
      typeof targetPort === "string" ? named(targetPort, undefined, index) : named(portName, targetPort, index),
    );
    await makePods(server, { name, namespace, podLabels: existing.spec.selector, ports });
    return;
  }
  const ports = spec.endpoints.map(({ port: portName, targetPort }, index) =>
    named(portName, typeof targetPort === "number" ? targetPort : declared?.workload.ports[portName ?? ""], index),
  );
  await makePods(server, { name, namespace, podLabels: { ...(declared?.workload.pods ?? wanted), made: name }, ports });
  const made = {
    apiVersion: "v1",
    kind: "Service",
    // The name is the `job` of what is scraped.
    metadata: { name: declared?.job ?? object.metadata.name, namespace, labels: wanted },
    spec: { selector: { made: name }, ports: ports.map(({ name: portName, number }) => ({ name: portName, port: number })) },
  };
  await applyOrThrow(server, made);
}

interface Pods {
  readonly name: string;
  readonly namespace: string;
  readonly podLabels: Readonly<Record<string, string>>;
  readonly ports: readonly { readonly name: string; readonly number: number }[];
}

const named = (name: string | undefined, number: number | undefined, index: number) => ({
  name: name ?? `port-${index}`,
  number: number ?? MADE_PORT + index,
});

const has = (own: Readonly<Record<string, string>>, wanted: Readonly<Record<string, string>>): boolean =>
  Object.entries(wanted).every(([key, value]) => own[key] === value);

async function list<T extends z.ZodType>(server: ApiServer, namespace: string, resource: string, schema: T): Promise<z.infer<T>[]> {
  const { body } = await server.request("GET", `/api/v1/namespaces/${namespace}/${resource}`);
  return z.object({ items: z.array(schema) }).parse(body).items;
}

async function makePods(server: ApiServer, pods: Pods): Promise<void> {
  const present = await list(server, pods.namespace, "pods", pod);
  if (!present.some(({ metadata }) => has(metadata.labels, pods.podLabels))) await applyOrThrow(server, deployment(pods));
}

function deployment({ name, namespace, podLabels, ports }: Pods) {
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name, namespace },
    spec: {
      selector: { matchLabels: podLabels },
      template: {
        metadata: { labels: podLabels },
        spec: {
          securityContext: { runAsNonRoot: true, runAsUser: 65534, seccompProfile: { type: "RuntimeDefault" } },
          containers: [
            {
              name: "made",
              image: "made",
              ports: ports.map(({ name: portName, number }) => ({ name: portName, containerPort: number })),
              securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ["ALL"] } },
            },
          ],
        },
      },
    },
  };
}

function labelsFor({ matchLabels, matchExpressions }: z.infer<typeof selector>): Record<string, string> {
  const expressed = matchExpressions.flatMap(({ key, operator, values }): [string, string][] =>
    operator === "In" ? [[key, values[0] ?? ""]] : operator === "Exists" ? [[key, "made"]] : [],
  );
  return { ...matchLabels, ...Object.fromEntries(expressed) };
}
