/** One HTTP request of any method, with what the answer's headers say; its body is handed on as it comes or kept within a bound. */
import { type Agent, request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { request as httpsRequest } from "node:https";

export interface HttpCall {
  readonly method: "GET" | "POST" | "PATCH";
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON: a value, or bytes that are JSON already. */
  readonly json?: unknown;
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

/** Redirects are not followed. Rejects on connection errors and, with the code ETIMEDOUT, when the answer is not complete in time. */
export function httpCall({ method, url, headers, json, timeoutMs, maxBytes, onData, agent, signal }: HttpCall): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const body = json === undefined ? undefined : Buffer.isBuffer(json) ? json : Buffer.from(JSON.stringify(json));
    const request = (url.protocol === "https:" ? httpsRequest : httpRequest)(url, {
      method,
      agent: agent ?? false,
      signal,
      headers: { ...headers, ...(body && { "content-type": "application/json", "content-length": body.length }) },
    });
    const settle = (end: () => void) => {
      clearTimeout(timer);
      end();
    };
    const fail = (error: Error) => settle(() => reject(error));
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
    request.end(body);
  });
}
