/** Autoscalers' objects, and what the recommender would have written into them. */
import { z } from "zod";
import { KINDS } from "../../../lib/kubernetes/kinds";
import type { ApiServer, Manifest } from "../api-server";
import { waitUntil } from "../engine";

const { group, version } = KINDS.VerticalPodAutoscaler;
const RESOURCES = "verticalpodautoscalers";

/** The kind, with any fields: what they may be, manifests.test.ts asks of the whole schema. */
const DEFINITION = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: `${RESOURCES}.${group}`, annotations: { "api-approved.kubernetes.io": "unapproved, test only" } },
  spec: {
    group,
    scope: "Namespaced",
    names: { kind: "VerticalPodAutoscaler", plural: RESOURCES, singular: "verticalpodautoscaler", shortNames: ["vpa"] },
    versions: [
      {
        name: version,
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
      },
    ],
  },
};

export interface Recommendation {
  readonly containerName: string;
  readonly target: Amounts;
  readonly lowerBound: Amounts;
  readonly upperBound: Amounts;
}
interface Amounts {
  readonly cpu: string;
  readonly memory: string;
}

export async function registerAutoscalers(server: ApiServer): Promise<void> {
  const { message } = await server.apply(DEFINITION);
  if (message !== "") throw new Error(message);
  await waitUntil(
    async () => (await server.request("GET", `/apis/${group}/${version}/${RESOURCES}`)).status === 200,
    () => "the API server does not serve autoscalers",
  );
}

export async function applyAutoscaler(server: ApiServer, object: Manifest): Promise<void> {
  const { message } = await server.apply(object);
  if (message !== "") throw new Error(`${object.kind} ${object.metadata.name}: ${message}`);
}

/** Writes a status as the recommender does: conditions by type (docs/api.md of the autoscaler), and bounds for each container. */
export async function recommend(
  server: ApiServer,
  { namespace, name }: { readonly namespace: string; readonly name: string },
  conditions: Readonly<Record<string, "True" | "False">>,
  containerRecommendations: readonly Recommendation[] = [],
): Promise<void> {
  const status = {
    conditions: Object.entries(conditions).map(([type, met]) => ({ type, status: met, lastTransitionTime: "2026-01-01T00:00:00Z" })),
    ...(containerRecommendations.length > 0 && { recommendation: { containerRecommendations } }),
  };
  const path = `/apis/${group}/${version}/namespaces/${namespace}/${RESOURCES}/${name}/status`;
  const answer = await server.request("PATCH", path, { status }, "application/merge-patch+json");
  if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
}

/** When the API server says that it made one, in seconds since the epoch. */
export async function madeAt(
  server: ApiServer,
  { namespace, name }: { readonly namespace: string; readonly name: string },
): Promise<number> {
  const { body } = await server.request("GET", `/apis/${group}/${version}/namespaces/${namespace}/${RESOURCES}/${name}`);
  return Date.parse(z.object({ metadata: z.object({ creationTimestamp: z.string() }) }).parse(body).metadata.creationTimestamp) / 1000;
}
