/** Objects that a scrape would find in a cluster, for those that nobody made: other people's workloads, and the nodes. */
import { z } from "zod";
import type { KubernetesObject } from "../../lib/gitops/manifest";
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
const found = z.object({ items: z.array(z.object({ metadata: z.object({ labels: labels.default({}) }) })) });

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

/** Makes what a scrape selects, unless it is there: a Service with its workload, or the workload alone. */
export async function makeWanted(server: ApiServer, object: KubernetesObject): Promise<void> {
  if (object.kind !== "VMServiceScrape" && object.kind !== "VMPodScrape") return;
  const { spec } = scrape.parse(object);
  const namespace = spec.namespaceSelector.matchNames?.[0] ?? object.metadata.namespace ?? "default";
  const wanted = labelsFor(spec.selector);
  const resource = object.kind === "VMServiceScrape" ? "services" : "pods";
  const { body } = await server.request("GET", `/api/v1/namespaces/${namespace}/${resource}`);
  if (found.parse(body).items.some(({ metadata }) => Object.entries(wanted).every(([key, value]) => metadata.labels[key] === value)))
    return;

  await server.ensureNamespace(namespace);
  const name = `made-${object.metadata.name}`;
  const ports = [
    ...spec.endpoints.map(({ port: service, targetPort }) => ({
      name: service,
      number: typeof targetPort === "number" ? targetPort : undefined,
    })),
    ...spec.podMetricsEndpoints.map(({ port: container, portNumber }) => ({ name: container, number: portNumber })),
  ].map(({ name: portName, number }, index) => ({ name: portName ?? `port-${index}`, number: number ?? 9000 + index }));
  const podLabels = { ...wanted, made: name };
  await applyOrThrow(server, deployment(name, namespace, podLabels, ports));
  if (object.kind === "VMPodScrape") return;
  // The name is the `job` of what is scraped.
  const service = {
    apiVersion: "v1",
    kind: "Service",
    metadata: { name: object.metadata.name, namespace, labels: wanted },
    spec: { selector: { made: name }, ports: ports.map(({ name: portName, number }) => ({ name: portName, port: number })) },
  };
  await applyOrThrow(server, service);
}

function deployment(
  name: string,
  namespace: string,
  podLabels: Readonly<Record<string, string>>,
  ports: readonly { name: string; number: number }[],
) {
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name, namespace },
    spec: {
      selector: { matchLabels: { made: name } },
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
