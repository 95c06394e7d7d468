/** Alertmanager's side that is read: what fires, and since when it runs. */
import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { StringDecoder } from "node:string_decoder";
import * as z from "zod/mini";
import { TEAM } from "../../../lib/alerts/labels";
import { errorCode } from "../../../lib/service/environment";
import { type HttpCall, httpCall } from "../../../lib/service/http-call";
import { JsonParts, parsePart } from "../../../lib/service/json-parts";

const TIMEOUT_MS = 10_000;
/** Read as it comes; what stays of each alert is a fraction. Some fifty thousand alerts. */
const MAX_LIST_BYTES = 32 * 1024 * 1024;
const MAX_ELEMENT_LENGTH = 512 * 1024;
const MAX_STATUS_BYTES = 1024 * 1024;

const statusSchema = z.object({ uptime: z.string() });

export type Listed =
  /** `startedAt` is undefined when Alertmanager did not say since when it runs. */
  { readonly isAnswered: true; readonly startedAt: number | undefined } | { readonly isAnswered: false; readonly reason: string };

export interface AlertSource {
  /** Hands each alert that Alertmanager lists to `visit`. Never rejects; what was visited before a failure is no complete list. */
  readonly list: (visit: (element: unknown) => void) => Promise<Listed>;
}

export class Alertmanager implements AlertSource {
  readonly #list: URL;
  readonly #status: URL;
  readonly #abort = new AbortController();

  constructor(url: string) {
    this.#list = new URL(`${url}/api/v2/alerts`);
    this.#list.search = new URLSearchParams({ filter: `team="${TEAM}"`, silenced: "false", inhibited: "false", active: "true" }).toString();
    this.#status = new URL(`${url}/api/v2/status`);
  }

  /**
   * The list before the start time: one that restarts in between has a list of the time before, or a
   * young start time. Both over one connection, so that a service in front of several asks the same one.
   */
  async list(visit: (element: unknown) => void): Promise<Listed> {
    const agent = new (this.#list.protocol === "https:" ? HttpsAgent : HttpAgent)({ keepAlive: true, maxSockets: 1 });
    const ask = (url: URL, maxBytes: number, onData?: HttpCall["onData"]) =>
      httpCall({ method: "GET", url, agent, timeoutMs: TIMEOUT_MS, maxBytes, onData, signal: this.#abort.signal });
    try {
      const elements = new JsonParts("array", MAX_ELEMENT_LENGTH);
      const decoder = new StringDecoder("utf8");
      const { status } = await ask(this.#list, MAX_LIST_BYTES, (chunk) => {
        for (const element of elements.push(decoder.write(chunk))) visit(parsePart(element)?.value);
      });
      if (status !== 200) return { isAnswered: false, reason: `status ${status}` };
      if (!elements.isComplete) return { isAnswered: false, reason: "the answer is no JSON array" };
      return { isAnswered: true, startedAt: await this.#startedAt(() => ask(this.#status, MAX_STATUS_BYTES)) };
    } catch (error) {
      return { isAnswered: false, reason: errorCode(error) };
    } finally {
      agent.destroy();
    }
  }

  close(): void {
    this.#abort.abort();
  }

  async #startedAt(ask: () => Promise<{ readonly status: number; readonly text: string }>): Promise<number | undefined> {
    try {
      const { status, text } = await ask();
      const { data } = z.safeParse(statusSchema, status === 200 ? JSON.parse(text) : undefined);
      const at = Date.parse(data?.uptime ?? "");
      return Number.isNaN(at) ? undefined : at;
    } catch {
      return undefined;
    }
  }
}
