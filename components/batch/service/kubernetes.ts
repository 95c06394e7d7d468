/** Lists objects of the API server: JSON over HTTPS, pages of 100 with `limit` and `continue`. */
import * as z from "zod/mini";
import type { ListedResource } from "../../../lib/batch/listed-resource";
import { apiServer } from "./api-server";
import { get } from "./get";
import { parsed } from "./parsed";
import { excerpt, Refusal } from "./refusal";

/** Objects of a resource, in all namespaces. */
export interface KubernetesApi {
  list<Item>(resource: ListedResource, item: z.ZodMiniType<Item>): Promise<readonly Item[]>;
}

/** What every object has. */
export const metadata = z.object({
  name: z.string(),
  namespace: z.optional(z.string()),
  deletionTimestamp: z.nullish(z.string()),
});

// of objects of 5 kB, four pages of 500 take 114 MiB in all and of 100 take 90; the limit is 128
const PAGE = 100;
/** Of one page: each object may have a megabyte and a half, and mostly has some kilobytes. */
const MAX_PAGE_BYTES = 256 * 1024 * 1024;
const GONE = 410;

const page = z.object({
  metadata: z.optional(z.object({ continue: z.nullish(z.string()) })),
  items: z.array(z.unknown()),
});
const status = z.object({ message: z.string() });

export async function kubernetesApi(signal: AbortSignal): Promise<KubernetesApi> {
  const server = await apiServer();
  const ask = async (resource: ListedResource, next: string | undefined) => {
    const url = new URL(`${server.url}${pathOf(resource)}?limit=${PAGE}`);
    if (next !== undefined) url.searchParams.set("continue", next);
    const { agent, headers } = await server.credentials();
    return get({ url, agent, headers: () => headers, what: `listing ${nameOf(resource)}`, maxBytes: MAX_PAGE_BYTES, signal });
  };
  return { list: (resource, item) => listAll((next) => ask(resource, next), resource, item) };
}

/** One page after the other; from the beginning once more when the API server has forgotten what comes next. */
export async function listAll<Item>(
  ask: (next: string | undefined) => Promise<{ readonly status: number; readonly text: string }>,
  resource: ListedResource,
  item: z.ZodMiniType<Item>,
): Promise<readonly Item[]> {
  for (let tries = 1; ; tries++) {
    const items: Item[] = [];
    const asked = new Set<string>();
    let next: string | undefined;
    do {
      const answer = await ask(next);
      if (answer.status === GONE && tries === 1) break;
      const read = readPage(answer, resource);
      items.push(...read.items.map((one) => readItem(one, item, resource)));
      next = read.metadata?.continue || undefined;
      if (next !== undefined && asked.has(next)) throw new Refusal(`${nameOf(resource)}: the API server gives the same page again`);
      if (next === undefined) return items;
      asked.add(next);
    } while (next !== undefined);
  }
}

function readPage({ status: code, text }: { readonly status: number; readonly text: string }, resource: ListedResource) {
  const what = `${pathOf(resource)} of the API server`;
  const body = parsed(text);
  if (code !== 200) {
    const why = z.safeParse(status, body).data?.message ?? excerpt(text);
    throw new Refusal(`${what} answered ${code}: ${why}; ${mendOf(code, resource)}`);
  }
  const read = z.safeParse(page, body);
  if (!read.success) throw new Refusal(`${what} answered no list: ${excerpt(text) || "nothing"}; is that the API server?`);
  return read.data;
}

function readItem<Item>(one: unknown, item: z.ZodMiniType<Item>, resource: ListedResource): Item {
  const read = z.safeParse(item, one);
  if (read.success) return read.data;
  const name = z.safeParse(z.object({ metadata }), one).data?.metadata;
  const [issue] = read.error.issues;
  throw new Refusal(
    `${nameOf(resource)} "${name ? `${name.namespace ?? ""}/${name.name}` : "?"}": ${issue?.path.join(".")} is not as its version ${resource.version} says: ${issue?.message}`,
  );
}

function mendOf(code: number, resource: ListedResource): string {
  if (code === 401 || code === 403) return `allow the job's service account to list ${nameOf(resource)} in all namespaces`;
  if (code === 404) return `install what gives ${nameOf(resource)} (${resource.version}), or leave this job out`;
  return "look at the API server's log";
}

function pathOf({ group, version, plural }: ListedResource): string {
  return group === "" ? `/api/${version}/${plural}` : `/apis/${group}/${version}/${plural}`;
}

function nameOf({ group, plural }: ListedResource): string {
  return group === "" ? plural : `${plural}.${group}`;
}
