/** What was restarted, in a ConfigMap: it outlives this pod and its node, and no volume has to be mounted to read it. */
import * as z from "zod/mini";
import { ApiFailure, type Kubernetes } from "./kubernetes";

export interface Restart {
  readonly namespace: string;
  /** `<kind>/<name>` */
  readonly workload: string;
  readonly pod: string;
  readonly uid: string;
  /** By the API server's clock, in milliseconds. */
  readonly at: number;
  /** The uids of pods of the workload that were made in the same second and before. @default - none */
  readonly beside?: readonly string[] | undefined;
}

/** The record as it was read: it is written only where nobody else has written it since. */
export interface RestartRecord {
  readonly version: string;
  /** The oldest first. */
  readonly restarts: readonly Restart[];
}

/** The key of the ConfigMap. */
const KEY = "restarts.json";
const TIMEOUT_MS = 5000;
/** An object's largest size, and some for its metadata. */
const MAX_BYTES = 2 * 1024 * 1024;

const configMap = z.object({
  metadata: z.object({ resourceVersion: z.string() }),
  data: z.optional(z.record(z.string(), z.string())),
});
const restart = z.object({
  namespace: z.string(),
  workload: z.string(),
  pod: z.string(),
  uid: z.string(),
  beside: z.optional(z.array(z.string())),
  at: z.pipe(
    z.string().check(z.refine((time) => !Number.isNaN(Date.parse(time)))),
    z.transform((time: string) => Date.parse(time)),
  ),
});

/** @throws ApiFailure also when it is not there, or what it holds can't be read: without its memory nothing is restarted */
export async function readRecord(kubernetes: Kubernetes, name: string, signal: AbortSignal): Promise<RestartRecord> {
  const { text } = await kubernetes.call({ method: "GET", path: pathOf(name), timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, signal });
  return recordOf(name, text);
}

/**
 * The restart is recorded before it is done: whatever happens in between, it is done at most once.
 *
 * @param since older ones are forgotten
 * @throws ApiFailure with 409 when the record was written meanwhile
 */
export async function addToRecord(
  kubernetes: Kubernetes,
  name: string,
  { version, restarts }: RestartRecord,
  added: Restart,
  since: number,
): Promise<RestartRecord> {
  const kept = [...restarts.filter(({ at }) => at >= since), added].map((one) => ({ ...one, at: new Date(one.at).toISOString() }));
  const { text } = await kubernetes.call({
    method: "PATCH",
    path: pathOf(name),
    json: { metadata: { resourceVersion: version }, data: { [KEY]: JSON.stringify(kept) } },
    contentType: "application/merge-patch+json",
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
  });
  return recordOf(name, text);
}

function pathOf(name: string): string {
  const [namespace, own] = name.split("/");
  return `/api/v1/namespaces/${namespace}/configmaps/${own}`;
}

function recordOf(name: string, text: string): RestartRecord {
  try {
    const { metadata, data } = z.parse(configMap, JSON.parse(text));
    const restarts = z.parse(z.array(restart), JSON.parse(data?.[KEY] ?? "[]"));
    return { version: metadata.resourceVersion, restarts: restarts.toSorted((a, b) => a.at - b.at) };
  } catch {
    throw new ApiFailure(`${KEY} of ConfigMap ${name} can't be read; remove that key, and it begins anew`, 200);
  }
}
