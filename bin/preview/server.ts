import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { SavedDashboard } from "../../lib/dashboards/dashboard";
import { FOLDER_TITLES } from "../../lib/dashboards/folder";
import { messageOf } from "../../lib/message-of";
import { refusedAs } from "./own-page";
import { type Asset, pageAssets } from "./page-assets";
import type { Parameters } from "./store";

/** What has gone wrong, as the page says it. */
export interface AskedFault {
  readonly title: string;
  readonly since: string | undefined;
}

/** What a page may ask for. */
export interface Shows {
  readonly dashboards: () => readonly SavedDashboard[];
  /** What is wrong with the sources. */
  readonly problem: () => string | undefined;
  readonly faults: () => readonly string[];
  /** A fault that is on when the page opens. @default - none */
  readonly fault?: string;
  /** Now, in seconds since the epoch: a made-up world has a clock of its own. */
  readonly now: () => number;
  /** Answers below `/api/v1/`, with the status where it is not 200. */
  readonly ask: (
    path: string,
    parameters: Parameters,
    fault: AskedFault | undefined,
  ) => Promise<{ readonly status: number; readonly body: string }>;
  /** Whose data it is, for people. */
  readonly of: string;
}

export interface Preview {
  readonly server: Server;
  /** Tells the open pages to draw anew. */
  readonly changed: () => void;
}

/** What the page asks of a store: nothing that changes it. */
const READS = /^\/api\/v1\/(query|query_range|label\/\w+\/values)$/;

const JSON_TYPE = "application/json; charset=utf-8";

/** The page and what it asks for. It listens to nobody but this machine, and answers no page but its own. */
export async function previewServer(shows: Shows): Promise<Preview> {
  const assets = await pageAssets();
  const open = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => {
      if (!response.headersSent) send(response, 500, JSON.stringify({ status: "error", error: messageOf(error) }));
      else response.end();
    });
  });
  return {
    server,
    changed: () => {
      for (const response of open) response.write("data: changed\n\n");
    },
  };

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    const refused = refusedAs(pathname, request.headers);
    if (refused !== undefined) return send(response, 403, JSON.stringify({ error: refused }));
    const asset: Asset | undefined = assets.get(pathname === "/" || pathname.startsWith("/d/") ? "/index.html" : pathname);
    if (asset !== undefined) return send(response, 200, asset.body, asset.type);
    if (pathname === "/api/events") return listen(response);
    if (pathname === "/api/state") return send(response, 200, JSON.stringify(state()));
    const [, uid] = /^\/api\/dashboards\/([\w-]+)$/.exec(pathname) ?? [];
    const found = shows.dashboards().find(({ model }) => model.uid === uid);
    if (uid !== undefined)
      return send(response, found === undefined ? 404 : 200, JSON.stringify(found ?? { error: `no dashboard "${uid}"` }));
    const [, path] = READS.exec(pathname) ?? [];
    if (path === undefined) return send(response, 404, JSON.stringify({ error: `nothing at ${pathname}` }));
    if (request.method !== "POST") return send(response, 405, JSON.stringify({ error: `ask ${pathname} with POST, as the page does` }));
    const { fault, since, ...asked } = Object.fromEntries([...searchParams, ...new URLSearchParams(await text(request))]);
    const answer = await shows.ask(path, asked, fault ? { title: fault, since } : undefined);
    send(response, answer.status, answer.body);
  }

  function state() {
    const all = shows.dashboards();
    return {
      now: shows.now(),
      of: shows.of,
      problem: shows.problem(),
      fault: shows.fault,
      faults: shows.faults(),
      folders: FOLDER_TITLES.map((title) => ({
        title,
        dashboards: all
          .filter(({ folder }) => folder === title)
          .map(({ model: { uid, title, description = "" } }) => ({ uid, title, description })),
      })).filter(({ dashboards }) => dashboards.length > 0),
    };
  }

  function listen(response: ServerResponse): void {
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    response.write(":\n\n");
    open.add(response);
    response.on("close", () => open.delete(response));
  }
}

function send(response: ServerResponse, status: number, body: string | Buffer, type = JSON_TYPE): void {
  response.writeHead(status, { "content-type": type, "cache-control": "no-store" });
  response.end(body);
}
