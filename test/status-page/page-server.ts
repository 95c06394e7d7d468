/** A status page that behaves as documented (Statuspage, OpenAPI document), with faults on demand, and that remembers what it was asked. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { listen } from "./loopback";

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

export interface PageComponent {
  readonly id: string;
  readonly name: string;
  status: string;
}

export interface PageIncident {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly body?: string;
  readonly component_ids?: readonly string[];
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly impact_override?: string;
}

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
const STATUSES = ["operational", "under_maintenance", "degraded_performance", "partial_outage", "major_outage"];
const RESOLVED = ["resolved", "completed", "postmortem"];

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export async function startPageServer(options: PageServerOptions): Promise<PageServer> {
  const pageId = "page1";
  const components = options.components.map((name, index) => ({ id: `c${index}`, name, status: "operational" }));
  const incidents: PageIncident[] = [];
  const requests: PageRequest[] = [];
  const state = { token: "key", fault: options.fault ?? (() => undefined), open: 0, mostAtOnce: 0 };
  const refuse = (status: number, message: string): Answer => ({ status, body: { message } });

  /** The window's requests that counted; a rejected one does not. */
  const isOverLimit = () => {
    const since = Date.now() - WINDOW_MS;
    return requests.filter(({ at, status }) => at > since && status !== 429 && status !== 420).length > (options.requestsPerMinute ?? 60);
  };

  const apply = ({ method, path, query, body }: PageRequest): Answer => {
    const pageOf = <T>(rows: readonly T[]): Answer => {
      const size = Number(query.per_page ?? 100);
      return { status: 200, body: rows.slice((Number(query.page ?? 1) - 1) * size, Number(query.page ?? 1) * size) };
    };
    const [kind, id] = path.split("/");
    if (method === "GET" && path === "components") return pageOf(components);
    if (method === "GET" && path === "incidents/unresolved") return pageOf(incidents.filter(({ status }) => !RESOLVED.includes(status)));
    if (method === "PATCH" && kind === "components") {
      const component = components.find((known) => known.id === id);
      const { status } = (body as { component?: { status?: string } } | undefined)?.component ?? {};
      if (!component) return refuse(404, "The requested resource could not be found.");
      if (status === undefined || !STATUSES.includes(status)) return refuse(422, "Status is not included in the list");
      component.status = status;
      return { status: 200, body: component };
    }
    const { incident } = (body as { incident?: Partial<PageIncident> } | undefined) ?? {};
    if (method === "POST" && path === "incidents") {
      if (!incident?.name) return refuse(422, "Name can't be blank");
      const opened = { status: "investigating", ...incident, name: incident.name, id: `i${incidents.length}` };
      incidents.push(opened);
      return { status: 201, body: opened };
    }
    const index = incidents.findIndex((known) => known.id === id);
    const known = incidents[index];
    if (method === "PATCH" && kind === "incidents" && known) {
      incidents[index] = { ...known, ...incident };
      return { status: 200, body: incidents[index] };
    }
    return refuse(404, "The requested resource could not be found.");
  };

  const answer = (request: PageRequest): Answer => {
    if (request.authorization !== `OAuth ${state.token}`) return refuse(401, "Could not authenticate");
    if (isOverLimit()) return { ...refuse(429, "Too many requests"), headers: { "retry-after": "1" } };
    return apply(request);
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

function faulty({ status, headers, body, isApplied }: Extract<Fault, { status: number }>, apply: () => Answer): Answer {
  if (isApplied) apply();
  return { status, headers, body: body ?? { message: `fault ${status}` } };
}
