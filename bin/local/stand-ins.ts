/** Whoever the agent asks that does not run here: a web server that answers for each with its healthy values. */
import { createServer } from "node:http";
import { exposed, type LiveTarget } from "./live-world";
import { type LoopbackServer, listening } from "./loopback-server";

/** Values are made anew no oftener: an agent that asks sixty times as often finds the same. */
const FRESH_MS = 5_000;

export interface StandIns extends LoopbackServer {
  /** Targets that answer nothing for now, by their place. */
  readonly silent: Set<number>;
}

/** Where a target answers, by its place in the list. */
export const standInPath = (place: number): string => `/targets/${place}/metrics`;

/** @throws where the port is taken */
export async function startStandIns(port: number, targets: readonly LiveTarget[]): Promise<StandIns> {
  const silent = new Set<number>();
  const answers = new Map<number, { readonly at: number; readonly body: Buffer }>();
  const server = createServer((request, response) => {
    const place = Number(/^\/targets\/(\d+)\/metrics(?:\?|$)/.exec(request.url ?? "")?.[1]);
    const target = targets[place];
    if (target === undefined || silent.has(place)) {
      response.writeHead(target === undefined ? 404 : 503).end();
      return;
    }
    const now = Date.now();
    let answer = answers.get(place);
    if (answer === undefined || now - answer.at > FRESH_MS) {
      answer = { at: now, body: Buffer.from(exposed(target.series, now / 1000)) };
      answers.set(place, answer);
    }
    response.writeHead(200, { "content-type": "text/plain; version=0.0.4; charset=utf-8" });
    response.end(answer.body);
  });
  return { ...(await listening(server, port)), silent };
}
