/** Whoever is told outside of the installation, on loopback: the push service, the status page and the dead-man switch, who keep what they get. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { text } from "node:stream/consumers";
import { ownCertificate } from "./certificate";
import { EventLog, type ReceiverWord } from "./event-log";
import { type LoopbackServer, listening } from "./loopback-server";
import type { StatusPage } from "./status-page";

export interface Receivers extends LoopbackServer {
  readonly events: EventLog;
  readonly page: StatusPage;
}

/** What a push service of any product is posted to below, but Pushover, who has an address of its own. */
export const PUSH_PATH = "/push";
export const PING_PATH = "/ping";
export const EVENTS_PATH = "/events";
const PAGE_PATH = /^\/v1\/pages\/[^/]+\/(.*)$/;
/** Pushover's API (https://pushover.net/api). */
const PUSHOVER_PATH = "/1/messages.json";

export interface ReceiversOptions {
  readonly port: number;
  readonly page: StatusPage;
  /** What else is served there, by path. @default - nothing */
  readonly more?: Readonly<Record<string, RequestListener>>;
}

/** @throws where the port is taken */
export async function startReceivers({ port, page, more = {} }: ReceiversOptions): Promise<Receivers> {
  const events = new EventLog();
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = "", url: path = "" } = request;
    const { pathname, searchParams } = new URL(path, "http://receivers");
    const other = more[pathname];
    if (other !== undefined) return void other(request, response);
    if (pathname === EVENTS_PATH && method === "GET") return answer(response, 200, events.all);
    const body = bodyOf(await text(request), request.headers["content-type"]);
    // what an API takes as a form it may be told in the query as well, as the alert manager does
    const said = body === "" && searchParams.size > 0 ? Object.fromEntries(searchParams) : body;
    const keep = (receiver: ReceiverWord) => events.add({ receiver, at: new Date().toISOString(), method, path: pathname, body: said });
    const [, onPage] = PAGE_PATH.exec(pathname) ?? [];
    if (onPage !== undefined) {
      // who only reads the page tells it nothing
      if (method !== "GET") keep("page");
      const told = page.answer({ method, path: decodeURIComponent(onPage), query: Object.fromEntries(searchParams), body });
      return answer(response, told.status, told.body);
    }
    if (method === "POST" && (pathname === PUSHOVER_PATH || pathname.startsWith(`${PUSH_PATH}/`))) {
      keep("push");
      return answer(response, 200, { status: 1, request: "trial" });
    }
    if (pathname === PING_PATH) {
      keep("dead-man");
      return answer(response, 200, "OK");
    }
    answer(response, 404, { message: `nothing is at ${pathname}; what arrived is at ${EVENTS_PATH}` });
  };
  const handler: RequestListener = (request, response) => {
    respond(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else answer(response, 500, { message: String(error) });
    });
  };
  const server = createServer(handler);
  // the alert manager knows Pushover's address by heart: it is told to go there by way of this proxy, which answers in its stead
  const secure = createTlsServer(ownCertificate("api.pushover.net"), handler);
  server.on("connect", (_, socket) => {
    socket.on("error", () => socket.destroy());
    socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
    secure.emit("connection", socket);
  });
  const { url, close } = await listening(server, port);
  return {
    url,
    events,
    page,
    close: async () => {
      secure.closeAllConnections();
      await close();
    },
  };
}

function bodyOf(body: string, type = ""): unknown {
  if (/^application\/x-www-form-urlencoded/.test(type)) return Object.fromEntries(new URLSearchParams(body));
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" });
  response.end(JSON.stringify(body));
}
