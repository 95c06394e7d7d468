import type { IncomingMessage, ServerResponse } from "node:http";
import type { Fault } from "./store-stand-in";

export interface Said {
  readonly status: number;
  readonly body: unknown;
}

/** Answers as a fault has it: before or after what is asked is done, with something else, or half. */
export function answerWith(
  { socket }: IncomingMessage,
  response: ServerResponse,
  fault: Fault,
  how: {
    readonly otherwise: (status: number) => unknown;
    readonly type: string;
    readonly done: () => Said;
    readonly delayMs: () => number;
  },
): void {
  if (fault === "hang") return;
  if (fault === "cut") return void socket.destroy();
  if (typeof fault === "object") {
    const status = fault.status ?? 200;
    response.writeHead(status, { "content-type": how.type });
    response.end("text" in fault ? fault.text : JSON.stringify(how.otherwise(status)));
    return;
  }
  const { status, body } = how.done();
  if (fault === "hang-after") return;
  if (fault === "cut-after") return void socket.destroy();
  const answer = JSON.stringify(body);
  response.writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(answer) });
  if (fault === "half") {
    response.write(answer.slice(0, Math.floor(answer.length / 2)));
    setTimeout(() => socket.destroy(), 5);
  } else setTimeout(() => response.end(answer), how.delayMs());
}
