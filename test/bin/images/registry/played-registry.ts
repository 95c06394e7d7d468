import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Registry, type RegistryOptions } from "../../../../bin/images/registry/client";

export interface Seen {
  readonly method: string;
  /** With its query, as it was sent. */
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  body: Buffer;
}

/**
 * `cut` ends the connection without an answer, within the body where there is one; `torn` within the answer; `silent` says nothing, and
 * keeps the connection.
 */
export type Reply =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string | Buffer }
  | "cut"
  | "torn"
  | "silent";

interface Kept {
  readonly mediaType: string;
  readonly body: Buffer;
}

/** A registry in memory that answers as the distribution specification says, where a test does not say otherwise. */
export class PlayedRegistry {
  readonly seen: Seen[] = [];
  /** By `repository@digest`. */
  readonly blobs = new Map<string, Buffer>();
  /** By `repository:reference`. */
  readonly manifests = new Map<string, Kept>();
  /** What a test says, before the registry itself is asked. */
  play: (request: Seen) => Reply | undefined = () => undefined;
  readonly #server: Server = createServer((request, response) => this.#take(request, response));

  async start(port = 0): Promise<this> {
    this.#server.listen(port, "127.0.0.1");
    await once(this.#server, "listening");
    return this;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** `HEAD /v2/app/manifests/1`, in the order that they came. */
  get asked(): string[] {
    return this.seen.map(({ method, path }) => `${method} ${path}`);
  }

  put(repository: string, reference: string, body: string, mediaType = "application/vnd.oci.image.manifest.v1+json"): string {
    const kept = { mediaType, body: Buffer.from(body) };
    this.manifests.set(`${repository}:${reference}`, kept).set(`${repository}:${digestOf(kept.body)}`, kept);
    return digestOf(kept.body);
  }

  #take(request: IncomingMessage, response: ServerResponse): void {
    const seen: Seen = { method: request.method ?? "", path: request.url ?? "", headers: request.headers, body: Buffer.alloc(0) };
    this.seen.push(seen);
    const reply = this.play(seen);
    if (reply === "silent") return;
    if (reply === "cut") {
      if (Number(request.headers["content-length"] ?? 0) > 0) request.once("data", () => request.socket.destroy());
      else request.socket.destroy();
      return;
    }
    if (reply === "torn") {
      response.writeHead(200, { "content-length": "100" }).write("half", () => request.socket.destroy());
      return;
    }
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      seen.body = Buffer.concat(chunks);
      const { status, headers, body } = reply ?? this.#answer(seen);
      response.writeHead(status, headers).end(seen.method === "HEAD" ? undefined : body);
    });
  }

  #answer({ method, path, headers, body }: Seen): Exclude<Reply, string> {
    const url = new URL(path, "http://registry");
    const [, repository = "", kind = "", reference = ""] = /^\/v2\/(.+)\/(manifests|blobs)\/(.*)$/.exec(url.pathname) ?? [];
    if (url.pathname === "/v2/") return { status: 200 };
    if (kind === "manifests" && method === "PUT") {
      const digest = this.put(repository, reference, body.toString(), headers["content-type"]);
      return { status: 201, headers: { "docker-content-digest": digest } };
    }
    if (kind === "manifests") {
      const kept = this.manifests.get(`${repository}:${reference}`);
      if (kept === undefined) return refusal(404, "MANIFEST_UNKNOWN", "manifest unknown");
      const said = { "content-type": `${kept.mediaType}; charset=utf-8`, "docker-content-digest": digestOf(kept.body) };
      return { status: 200, headers: said, body: kept.body };
    }
    if (method === "POST") return this.#open(repository, url.searchParams);
    if (method === "PUT") {
      const digest = url.searchParams.get("digest") ?? "";
      if (digestOf(body) !== digest) return refusal(400, "DIGEST_INVALID", "provided digest did not match uploaded content");
      this.blobs.set(`${repository.replace(/\/blobs$/, "")}@${digest}`, body);
      return { status: 201 };
    }
    const blob = this.blobs.get(`${repository}@${reference}`);
    return blob === undefined ? refusal(404, "BLOB_UNKNOWN", "blob unknown to registry") : { status: 200, body: blob };
  }

  #open(repository: string, asked: URLSearchParams): Exclude<Reply, string> {
    const blob = this.blobs.get(`${asked.get("from")}@${asked.get("mount")}`);
    if (blob !== undefined) {
      this.blobs.set(`${repository}@${asked.get("mount")}`, blob);
      return { status: 201 };
    }
    // relative, and with a query of its own
    return { status: 202, headers: { location: `/v2/${repository}/blobs/uploads/${this.seen.length}?_state=a~b%20c` } };
  }
}

export function refusal(status: number, code: string, message: string, headers?: Record<string, string>): Exclude<Reply, string> {
  return { status, headers, body: JSON.stringify({ errors: [{ code, message }] }) };
}

export function digestOf(content: string | Buffer): string {
  return `sha256:${createHash("sha256").update(content).digest("hex")}`;
}

export interface Asked {
  readonly registry: Registry;
  /** How long it would have waited before each new try, in seconds. */
  readonly waits: number[];
  readonly retries: string[];
}

/** A client that waits for nobody, and has nobody's account. */
export function clientOf(host: string, options: RegistryOptions = {}): Asked {
  const waits: number[] = [];
  const retries: string[] = [];
  const wait = async (milliseconds: number) => {
    waits.push(milliseconds / 1000);
  };
  const registry = new Registry(host, { credentials: async () => undefined, wait, onRetry: (what) => retries.push(what), ...options });
  return { registry, waits, retries };
}
