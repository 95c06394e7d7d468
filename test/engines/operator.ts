/**
 * The VictoriaMetrics operator, beside an API server without a cluster: it reads our custom resources and makes of them what a
 * cluster would run. It has the rights that its release gives it, no more.
 */
import { readFileSync } from "node:fs";
import { parseAllDocuments } from "yaml";
import { z } from "zod";
import { OPERATOR_SETTINGS } from "../../lib/metrics/operator";
import { freePort } from "../free-port";
import type { ApiServer, Manifest } from "./api-server";
import { engineFile, type RunningEngine, startProcess, waitUntil } from "./engine";

const PROGRAM = "victoria-metrics-operator";
const NAMESPACE = "vm";
const ACCOUNT = "operator";

/** The groups of custom resources that this operator owns. */
export const isOperatorGroup = (apiVersion: string): boolean => apiVersion.startsWith("operator.victoriametrics.com/");

const definition = z.object({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }),
  spec: z.looseObject({
    group: z.string(),
    names: z.looseObject({ plural: z.string() }),
    versions: z.array(z.looseObject({ name: z.string() })),
  }),
});

function documents(file: string): unknown[] {
  return parseAllDocuments(readFileSync(engineFile(PROGRAM, file), "utf8")).map((document) => document.toJS());
}

/** Registers the definitions of the operator's release, and returns when their resources can be used. */
export async function registerOperatorCrds(server: ApiServer): Promise<void> {
  const definitions = z.array(definition).parse(documents("crd.yaml"));
  for (const one of definitions) await applyOrThrow(server, one);
  for (const { spec } of definitions) {
    const version = spec.versions.at(-1)?.name ?? "";
    const path = `/apis/${spec.group}/${version}/${spec.names.plural}`;
    await waitUntil(
      async () => (await server.request("GET", path)).status === 200,
      () => `the API server does not serve ${path}`,
    );
  }
}

/** A token of a service account, as a pod of its would have one; nothing but the API server makes it. */
export async function tokenOf(server: ApiServer, namespace: string, account: string): Promise<string> {
  const path = `/api/v1/namespaces/${namespace}/serviceaccounts/${account}/token`;
  const { status, body } = await server.request("POST", path, { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: {} });
  if (status !== 201) throw new Error(`the API server gave no token of ${namespace}/${account}: ${status} ${JSON.stringify(body)}`);
  return z.object({ status: z.object({ token: z.string() }) }).parse(body).status.token;
}

/** Starts the operator for every namespace, set as it has to be; its definitions have to be registered. */
export async function startOperator(
  server: ApiServer,
  settings: Readonly<Record<string, string>> = OPERATOR_SETTINGS,
): Promise<RunningEngine & { readonly metricsPort: number }> {
  const kubeconfig = server.kubeconfigOf(await operatorToken(server));
  const [health, metricsPort] = [`127.0.0.1:${await freePort()}`, await freePort()];
  const engine = await startProcess(
    PROGRAM,
    [
      `-health-probe-bind-address=${health}`,
      `-metrics-bind-address=127.0.0.1:${metricsPort}`,
      "-pprof-addr=",
      // The default rate spares a server that others use, too.
      "-client.qps=500",
      "-client.burst=500",
    ],
    {
      ready: `http://${health}/ready`,
      // By default it looks at pods and volumes again after five seconds, in which nodes would start something.
      env: { ...settings, KUBECONFIG: kubeconfig, VM_PODWAITREADYINTERVALCHECK: "200ms", VM_PVC_WAIT_READY_INTERVAL: "200ms" },
    },
  );
  return { ...engine, metricsPort };
}

async function operatorToken(server: ApiServer): Promise<string> {
  const [role] = z
    .array(z.object({ apiVersion: z.string(), kind: z.string(), metadata: z.looseObject({ name: z.string() }) }).loose())
    .parse(documents("role.yaml"));
  if (role === undefined) throw new Error("the operator's release states no ClusterRole");
  await server.ensureNamespace(NAMESPACE);
  await applyOrThrow(server, role);
  const account = { kind: "ServiceAccount", name: ACCOUNT, namespace: NAMESPACE };
  await applyOrThrow(server, { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: ACCOUNT, namespace: NAMESPACE } });
  const binding = {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "ClusterRoleBinding",
    metadata: { name: "vm-operator" },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: role.kind, name: role.metadata.name },
    subjects: [account],
  };
  await applyOrThrow(server, binding);
  return tokenOf(server, NAMESPACE, ACCOUNT);
}

export async function applyOrThrow(server: ApiServer, manifest: Manifest): Promise<void> {
  const { status, message } = await server.apply(manifest);
  if (status >= 300) throw new Error(`the API server refused ${manifest.kind} ${manifest.metadata.name} with ${status}: ${message}`);
}
