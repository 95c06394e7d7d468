/** The two answers of Alertmanager that the adapter reads. */
import { createServer } from "node:http";
import { listen } from "./loopback";

export interface AlertmanagerServer {
  readonly url: string;
  /** What fires, or undefined for an Alertmanager that answers 500. */
  firing: readonly unknown[] | undefined;
  startedAt: Date;
  /** Paths with their queries, decoded. */
  readonly requests: readonly string[];
  close(): Promise<void>;
}

const HOUR_MS = 3_600_000;

export async function startAlertmanagerServer(): Promise<AlertmanagerServer> {
  const state: { firing: readonly unknown[] | undefined; startedAt: Date } = { firing: [], startedAt: new Date(Date.now() - HOUR_MS) };
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(decodeURIComponent((request.url ?? "").replaceAll("+", " ")));
    response.writeHead(state.firing === undefined ? 500 : 200, { "content-type": "application/json" });
    const isList = request.url?.startsWith("/api/v2/alerts");
    response.end(JSON.stringify(isList ? (state.firing ?? "down") : { uptime: state.startedAt.toISOString() }));
  });
  return Object.assign(state, { ...(await listen(server)), requests });
}
