/** A server that behaves like the API server, as far as single Secrets go: reading, and server-side apply by one manager. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { answerWith } from "./faulty-answer";
import type { Fault } from "./store-stand-in";

interface Kept {
  data: Record<string, string>;
  /** Keys that our manager applied. */
  ours: readonly string[];
}

const statusOf = (code: number, message: string) => ({ kind: "Status", apiVersion: "v1", status: "Failure", message, code });

export class SecretsStandIn {
  readonly namespaces = new Set(["logging", "monitoring"]);
  readonly secrets = new Map<string, Kept>();
  readonly requests: string[] = [];
  fault: (n: number, request: string) => Fault = () => undefined;
  onRequest: (n: number) => void = () => {};
  /** How long an answer takes. */
  delayMs: () => number = () => 0;
  readonly #server = createServer((incoming, response) => {
    let text = "";
    incoming.on("data", (chunk) => {
      text += chunk;
    });
    incoming.on("end", () => {
      const request = `${incoming.method} ${incoming.url}`;
      this.requests.push(request);
      const fault = this.fault(this.requests.length, request);
      this.onRequest(this.requests.length);
      answerWith(incoming, response, fault, {
        type: "application/json",
        otherwise: (code) => statusOf(code, "no"),
        done: () => {
          const isKnown = incoming.headers.authorization === "Bearer account";
          const [status, body] = isKnown ? this.#answer(request, text) : [401, statusOf(401, "Unauthorized")];
          return { status, body };
        },
        delayMs: this.delayMs,
      });
    });
  });

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  get changes(): string[] {
    return this.requests.filter((request) => !request.startsWith("GET "));
  }

  /** What stands under a key. */
  text(place: string, key: string): string | undefined {
    const value = this.secrets.get(place)?.data[key];
    return value === undefined ? undefined : Buffer.from(value, "base64").toString();
  }

  put(place: string, texts: Readonly<Record<string, string>>): void {
    const data = Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, Buffer.from(text).toString("base64")]));
    this.secrets.set(place, { data, ours: [] });
  }

  #answer(request: string, text: string): [number, unknown] {
    const [, method, namespace = "", name = ""] = /^(\w+) \/api\/v1\/namespaces\/([^/]+)\/secrets\/([^/?]+)/.exec(request) ?? [];
    const place = `${namespace}/${name}`;
    const found = this.secrets.get(place);
    const shown = (kept: Kept) => ({ kind: "Secret", apiVersion: "v1", metadata: { name, namespace }, type: "Opaque", data: kept.data });
    if (method === "GET") return found ? [200, shown(found)] : [404, statusOf(404, `secrets "${name}" not found`)];
    if (method !== "PATCH") return [405, statusOf(405, "not allowed")];
    if (!this.namespaces.has(namespace)) return [404, statusOf(404, `namespaces "${namespace}" not found`)];
    const { data } = JSON.parse(text) as { data: Record<string, string> };
    const left = Object.entries(found?.data ?? {}).filter(([key]) => !found?.ours.includes(key));
    const kept = { data: { ...Object.fromEntries(left), ...data }, ours: Object.keys(data) };
    this.secrets.set(place, kept);
    return [found ? 200 : 201, shown(kept)];
  }
}
