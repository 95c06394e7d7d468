/** A lean client: fetch would cost some 8 MiB of memory for what node:http does as well. */
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";

export interface Answer {
  readonly status: number;
  /** The beginning of the answer's body. */
  readonly text: string;
}

/** What of an answer is kept; the rest is discarded. */
const MAX_ANSWER_BYTES = 2048;

export class HttpClient {
  readonly #agents: { readonly "http:": HttpAgent; readonly "https:": HttpsAgent };

  constructor(maxSockets: number) {
    const options = { keepAlive: true, maxSockets };
    this.#agents = { "http:": new HttpAgent(options), "https:": new HttpsAgent(options) };
  }

  /** Sends JSON. Rejects on connection errors, and with the code ETIMEDOUT when the answer is not complete in time. */
  postJson(url: URL, json: Buffer, timeoutMs: number): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const isTls = url.protocol === "https:";
      const request = (isTls ? httpsRequest : httpRequest)(url, {
        method: "POST",
        agent: isTls ? this.#agents["https:"] : this.#agents["http:"],
        headers: { "content-type": "application/json", "content-length": json.length },
      });
      const fail = (error: Error) => {
        clearTimeout(timer);
        reject(error);
      };
      const timer = setTimeout(() => request.destroy(Object.assign(new Error("no answer in time"), { code: "ETIMEDOUT" })), timeoutMs);
      request.on("error", fail);
      request.on("response", (response) => {
        readStart(response).then((text) => {
          clearTimeout(timer);
          resolve({ status: response.statusCode ?? 0, text });
        }, fail);
      });
      request.end(json);
    });
  }

  close(): void {
    this.#agents["http:"].destroy();
    this.#agents["https:"].destroy();
  }
}

async function readStart(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response) {
    if (length < MAX_ANSWER_BYTES) chunks.push(chunk);
    length += chunk.length;
  }
  return Buffer.concat(chunks).toString("utf8", 0, MAX_ANSWER_BYTES);
}
