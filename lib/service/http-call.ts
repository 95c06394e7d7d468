/** One HTTP request of any method, with what the answer's headers say; its body is handed on as it comes or kept within a bound. */
import { type Agent, request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { request as httpsRequest } from "node:https";

export interface HttpCall {
  readonly method: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON: a value, or bytes that are JSON already. */
  readonly json?: unknown;
  /** Sent as a form, instead of JSON. */
  readonly form?: Readonly<Record<string, string>>;
  /** Sent as it is, instead of JSON. */
  readonly text?: { readonly type: string; readonly content: string };
  /** From the start to the last byte of the answer. */
  readonly timeoutMs: number;
  /** A longer answer is an error (ERANSWERSIZE). */
  readonly maxBytes: number;
  /** Gets the body of a 2xx piece by piece; it is not kept then. */
  readonly onData?: (chunk: Buffer) => void;
  /** @default - a connection of its own: a kept one may be closed by the server just as it is used again */
  readonly agent?: Agent;
  readonly signal?: AbortSignal;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** How far a failed call got. In the first two nothing of the request was sent. */
export type Stage = "connecting" | "securing" | "sent";

const stages = new WeakMap<object, Stage>();

/** How far the call got that rejected with this error; "sent" for any other error, which is the careful answer. */
export function stageOf(error: unknown): Stage {
  return (typeof error === "object" && error !== null && stages.get(error)) || "sent";
}

/** Redirects are not followed. Rejects on connection errors and, with the code ETIMEDOUT, when the answer is not complete in time. */
export function httpCall({
  method,
  url,
  headers,
  json,
  form,
  text,
  timeoutMs,
  maxBytes,
  onData,
  agent,
  signal,
}: HttpCall): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const body = bodyOf(json, form, text);
    const isSecure = url.protocol === "https:";
    const request = (isSecure ? httpsRequest : httpRequest)(url, {
      method,
      agent: agent ?? false,
      signal,
      headers: { ...(body && { "content-type": body.type, "content-length": body.bytes.length }), ...headers },
    });
    let stage: Stage = "connecting";
    request.on("socket", (socket) => {
      // A kept connection is open, and would gather listeners that never fire.
      if (request.reusedSocket) {
        stage = "sent";
        return;
      }
      socket.once("connect", () => {
        stage = isSecure ? "securing" : "sent";
      });
      if (isSecure)
        socket.once("secureConnect", () => {
          stage = "sent";
        });
    });
    const settle = (end: () => void) => {
      clearTimeout(timer);
      end();
    };
    const fail = (error: Error) => {
      stages.set(error, stage);
      settle(() => reject(error));
    };
    const stop = (code: string, message: string) => request.destroy(Object.assign(new Error(message), { code }));
    const timer = setTimeout(() => stop("ETIMEDOUT", "no answer in time"), timeoutMs);
    request.on("error", fail);
    request.on("response", (response) => {
      const { statusCode: status = 0 } = response;
      const take = status >= 200 && status < 300 ? onData : undefined;
      const chunks: Buffer[] = [];
      let length = 0;
      response.on("data", (chunk: Buffer) => {
        length += chunk.length;
        if (length > maxBytes) stop("ERANSWERSIZE", "the answer is too long");
        else if (take) take(chunk);
        else chunks.push(chunk);
      });
      response.on("error", fail);
      response.on("end", () => settle(() => resolve({ status, headers: response.headers, text: Buffer.concat(chunks).toString("utf8") })));
    });
    request.end(body?.bytes);
  });
}

function bodyOf(json: unknown, form: HttpCall["form"], text: HttpCall["text"]): { type: string; bytes: Buffer } | undefined {
  if (text) return { type: text.type, bytes: Buffer.from(text.content) };
  if (form) return { type: "application/x-www-form-urlencoded", bytes: Buffer.from(new URLSearchParams(form).toString()) };
  if (json === undefined) return undefined;
  return { type: "application/json", bytes: Buffer.isBuffer(json) ? json : Buffer.from(JSON.stringify(json)) };
}
