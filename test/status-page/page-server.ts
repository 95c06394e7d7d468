/** A status page that behaves as documented (Statuspage, OpenAPI document), with faults on demand, and that remembers what it was asked. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type PageAnswer, type PageComponent, type PageIncident, refusal, StatusPage } from "../../bin/local/status-page";
import { listen } from "./loopback";

export type { PageComponent, PageIncident };

export interface PageRequest {
  readonly method: string;
  /** After /v1/pages/<id>/, without the query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly authorization: string | undefined;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** What it was answered; 0 for nothing. */
  status: number;
}

/** What goes wrong with one request. `isApplied` says whether the page does what it was asked all the same. */
export type Fault =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string; readonly isApplied?: boolean }
  /** The connection breaks without an answer. */
  | { readonly isLost: true; readonly isApplied: boolean }
  /** The answer comes later. */
  | { readonly delayMs: number };

export interface PageServerOptions {
  /** Component names; their ids are `c0`, `c1`, ... */
  readonly components: readonly string[];
  /** @default 60 */
  readonly requestsPerMinute?: number;
  readonly fault?: (request: PageRequest) => Fault | undefined;
}

export interface PageServer {
  /** Without /v1. */
  readonly url: string;
  readonly pageId: string;
  token: string;
  fault: (request: PageRequest) => Fault | undefined;
  readonly components: PageComponent[];
  readonly incidents: PageIncident[];
  readonly requests: readonly PageRequest[];
  /** The most requests that were open at once. */
  readonly mostAtOnce: number;
  /** Component name -> id, as COMPONENTS_FILE holds it. */
  readonly ids: Readonly<Record<string, string>>;
  status(name: string): string;
  /** What a person does in the page's own interface. */
  setByPerson(name: string, status: string): void;
  close(): Promise<void>;
}

const WINDOW_MS = 60_000;
export async function startPageServer(options: PageServerOptions): Promise<PageServer> {
  const pageId = "page1";
  const page = new StatusPage(options.components.map((name, index) => ({ id: `c${index}`, name })));
  const { components, incidents } = page;
  const requests: PageRequest[] = [];
  const state = { token: "key", fault: options.fault ?? (() => undefined), open: 0, mostAtOnce: 0 };

  /** The window's requests that counted; a rejected one does not. */
  const isOverLimit = () => {
    const since = Date.now() - WINDOW_MS;
    return requests.filter(({ at, status }) => at > since && status !== 429 && status !== 420).length > (options.requestsPerMinute ?? 60);
  };

  const answer = (request: PageRequest): PageAnswer => {
    if (request.authorization !== `OAuth ${state.token}`) return refusal(401, "Could not authenticate");
    if (isOverLimit()) return { ...refusal(429, "Too many requests"), headers: { "retry-after": "1" } };
    return page.answer(request);
  };

  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const at = Date.now();
    state.mostAtOnce = Math.max(state.mostAtOnce, ++state.open);
    response.on("close", () => state.open--);
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const { pathname, searchParams } = new URL(incoming.url ?? "/", "http://page");
    const prefix = `/v1/pages/${pageId}/`;
    const text = Buffer.concat(chunks).toString("utf8");
    const request: PageRequest = {
      method: incoming.method ?? "",
      path: pathname.startsWith(prefix) ? pathname.slice(prefix.length) : `outside the page: ${pathname}`,
      query: Object.fromEntries(searchParams),
      body: text === "" ? undefined : JSON.parse(text),
      authorization: incoming.headers.authorization,
      at,
      status: 0,
    };
    requests.push(request);
    const fault = state.fault(request);
    if (fault && "delayMs" in fault) await new Promise((resolve) => setTimeout(resolve, fault.delayMs).unref());
    if (fault && "isLost" in fault) {
      if (fault.isApplied) answer(request);
      incoming.socket.destroy();
      return;
    }
    const result = fault && "status" in fault ? faulty(fault, () => answer(request)) : answer(request);
    request.status = result.status;
    response.writeHead(result.status, { "content-type": "application/json", ...result.headers });
    response.end(typeof result.body === "string" ? result.body : JSON.stringify(result.body));
  };

  const server = createServer((incoming, response) => void serve(incoming, response).catch(() => incoming.socket.destroy()));
  const named = (name: string) => {
    const component = components.find((known) => known.name === name);
    if (!component) throw new Error(`the page has no component "${name}"`);
    return component;
  };
  return Object.assign(state, {
    ...(await listen(server)),
    pageId,
    components,
    incidents,
    requests,
    ids: Object.fromEntries(components.map(({ id, name }) => [name, id])),
    status: (name: string) => named(name).status,
    setByPerson: (name: string, status: string) => {
      named(name).status = status;
    },
  });
}

function faulty({ status, headers, body, isApplied }: Extract<Fault, { status: number }>, apply: () => PageAnswer): PageAnswer {
  if (isApplied) apply();
  return { status, headers, body: body ?? { message: `fault ${status}` } };
}
