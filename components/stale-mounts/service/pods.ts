import * as z from "zod/mini";
import { type ApiAnswer, ApiFailure, type Kubernetes } from "./kubernetes";
import { type Pod, readPod } from "./pod";

/** Pods of a page: a usual one has 10 kB. */
const PAGE = 50;
/** Where a page of those is too long: an object has 1.5 MiB at most (etcd's own limit). */
const SMALL_PAGE = 4;
const MAX_PAGE_BYTES = 8 * 1024 * 1024;
const TIMEOUT_MS = 10_000;
/** Lists from the beginning, when what a list was of is gone before its end. */
const ATTEMPTS = 3;

const list = z.object({ metadata: z.object({ continue: z.optional(z.string()) }), items: z.array(z.unknown()) });

export interface Listed {
  readonly pods: readonly Pod[];
  /** When, by the API server's clock. */
  readonly now: number;
}

/**
 * Every pod of a namespace, or of all, that a controller makes anew, and those of nobody that crash. A list, not a watch: what is in CrashLoopBackOff is so for minutes,
 * and a list is whole whenever it ends, with nothing to resume, to expire or to miss; page by page, so that no cluster fills the memory.
 *
 * @throws ApiFailure
 */
export async function listPods(kubernetes: Kubernetes, namespace: string | undefined, signal: AbortSignal): Promise<Listed> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await listOnce(kubernetes, namespace, signal);
    } catch (error) {
      // the token that the next page is asked with lasts some minutes
      if (!(error instanceof ApiFailure) || error.status !== 410 || attempt === ATTEMPTS) throw error;
    }
  }
}

async function listOnce(kubernetes: Kubernetes, namespace: string | undefined, signal: AbortSignal): Promise<Listed> {
  const pods: Pod[] = [];
  let next = "";
  for (;;) {
    const { text, now } = await page(kubernetes, namespace, next, signal);
    const { metadata, items } = parsed(text);
    for (const item of items) pods.push(...[readPod(item) ?? []].flat());
    next = metadata.continue ?? "";
    if (next === "") return { pods, now };
  }
}

async function page(kubernetes: Kubernetes, namespace: string | undefined, next: string, signal: AbortSignal): Promise<ApiAnswer> {
  const path = namespace === undefined ? "/api/v1/pods" : `/api/v1/namespaces/${namespace}/pods`;
  const ask = (limit: number) =>
    kubernetes.call({
      method: "GET",
      path,
      query: { limit: String(limit), ...(next !== "" && { continue: next }) },
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_PAGE_BYTES,
      signal,
    });
  return ask(PAGE).catch((error: unknown) => {
    if (error instanceof ApiFailure && error.code === "ERANSWERSIZE") return ask(SMALL_PAGE);
    throw error;
  });
}

function parsed(text: string): z.infer<typeof list> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  const read = z.safeParse(list, value);
  if (!read.success) throw new ApiFailure("the answer is no list of pods", 200);
  return read.data;
}
