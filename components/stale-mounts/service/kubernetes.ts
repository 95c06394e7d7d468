/** Calls to the API server as the pod's own service account: plain HTTPS, because five calls don't need a client library and its memory. */
import { readFileSync } from "node:fs";
import { Agent } from "node:https";
import { join } from "node:path";
import { errorCode } from "../../../lib/service/environment";
import { type HttpCall, httpCall } from "../../../lib/service/http-call";

export interface KubernetesAddress {
  readonly host: string;
  readonly port: number;
  /** Holds `token` and `ca.crt`. */
  readonly accountFolder: string;
}

export interface ApiCall {
  readonly method: HttpCall["method"];
  /** Absolute, with what is not a fixed word encoded. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  /** @default application/json */
  readonly contentType?: string;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
}

export interface ApiAnswer {
  readonly text: string;
  /** The API server's clock, which its timestamps are of, in milliseconds; ours where it does not say. */
  readonly now: number;
}

/** Why a call did not do what it was for. */
export class ApiFailure extends Error {
  /**
   * @param status 0 where there was no answer
   * @param code the system's, where there was none
   */
  constructor(
    message: string,
    readonly status: number,
    readonly code = "",
  ) {
    super(message);
  }
}

/** How much of an answer's message is kept. */
const MESSAGE_LENGTH = 300;

/** The API server during one check: the connections, and token and authority as the kubelet last wrote them, are this check's own. */
export class Kubernetes {
  readonly #agent: Agent;
  readonly #token: string;
  readonly #origin: string;

  /** @throws ApiFailure where the account's files can't be read */
  constructor({ host, port, accountFolder }: KubernetesAddress) {
    const [token, ca] = [fileOf(accountFolder, "token"), fileOf(accountFolder, "ca.crt")];
    this.#token = token.trim();
    this.#agent = new Agent({ ca, keepAlive: true, maxSockets: 2 });
    // the kubelet writes an IPv6 address without brackets
    this.#origin = `https://${host.includes(":") ? `[${host}]` : host}:${port}`;
  }

  /** @throws ApiFailure for every answer but a 2xx */
  async call({ method, path, query = {}, json, contentType, timeoutMs, maxBytes, signal }: ApiCall): Promise<ApiAnswer> {
    const search = new URLSearchParams(query).toString();
    const url = new URL(`${this.#origin}${path}${search === "" ? "" : `?${search}`}`);
    const headers = {
      authorization: `Bearer ${this.#token}`,
      accept: "application/json, */*",
      ...(contentType !== undefined && { "content-type": contentType }),
    };
    const answer = await httpCall({ method, url, headers, json, timeoutMs, maxBytes, agent: this.#agent, signal }).catch(
      (error: unknown) => {
        throw new ApiFailure(`no answer (${errorCode(error)})`, 0, errorCode(error));
      },
    );
    const { status, text } = answer;
    if (status < 200 || status > 299) throw new ApiFailure(`status ${status}: ${messageOf(text)}`, status);
    const now = Date.parse(answer.headers.date ?? "");
    return { text, now: Number.isNaN(now) ? Date.now() : now };
  }

  close(): void {
    this.#agent.destroy();
  }
}

function fileOf(folder: string, name: string): string {
  const path = join(folder, name);
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new ApiFailure(`${path} can't be read (${errorCode(error)}); the pod needs its service account's token`, 0, errorCode(error));
  }
}

/** The `message` of a Status, or what else stands there. */
function messageOf(text: string): string {
  let message = text;
  try {
    message = String((JSON.parse(text) as { message?: unknown }).message ?? text);
  } catch {
    // a proxy in between, or a kubelet, says it in words
  }
  return message.slice(0, MESSAGE_LENGTH);
}
