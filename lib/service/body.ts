/** Request bodies within bounds: of one body (inflated), and of all bodies that are held at once. */
import type { IncomingMessage } from "node:http";
import { gunzipSync } from "node:zlib";
import { Chunks } from "./chunks";
import { errorCode } from "./environment";
import { ServiceError } from "./errors";
import { makeRoom } from "./garbage";

/**
 * The bytes that all bodies together may hold. Over it, a body takes no further bytes (its client
 * feels it through TCP) until others are done; only the oldest goes on, so that somebody always ends.
 */
export class BodyBudget {
  readonly #open = new Set<Holding>();
  readonly #waiting: (() => void)[] = [];
  #held = 0;

  constructor(private readonly maxBytes: number) {}

  get heldBytes(): number {
    return this.#held;
  }

  open(): Holding {
    let bytes = 0;
    const holding: Holding = {
      take: (count) => {
        bytes += count;
        this.#held += count;
        return this.#mayGoOn(holding);
      },
      whenFree: async () => {
        while (!this.#mayGoOn(holding)) await new Promise<void>((resolve) => this.#waiting.push(resolve));
      },
      release: () => {
        this.#held -= bytes;
        bytes = 0;
        this.#open.delete(holding);
        for (const resume of this.#waiting.splice(0)) resume();
      },
    };
    this.#open.add(holding);
    return holding;
  }

  #mayGoOn(holding: Holding): boolean {
    // A released holding is asked again when its request failed while it waited.
    return this.#held <= this.maxBytes || !this.#open.has(holding) || this.#open.values().next().value === holding;
  }
}

/** The bytes that one body holds. */
export interface Holding {
  /** Counts bytes in; false when no more may be read for now. */
  readonly take: (bytes: number) => boolean;
  readonly whenFree: () => Promise<void>;
  /** Gives all of them back; harmless when repeated. */
  readonly release: () => void;
}

/** A body as it was sent: joined and inflated only where it is used, so that bodies wait in the form that costs least. */
export interface Body {
  readonly chunks: readonly Buffer[];
  readonly length: number;
  readonly isGzip: boolean;
}

/** Sooner than the request's own time limit, whose 408 tells a sender that the fault is its own. */
const MAX_WAIT_MS = 10_000;

/** Stored blocks make incompressible input a little larger: 5 bytes for each 16 KiB at most, and the header. */
const gzipBound = (maxBytes: number) => maxBytes + Math.ceil(maxBytes / 1024) + 64;

/** Reads a request's body, counting it into `holding` as it arrives. Throws a ServiceError; the rest of a refused body is discarded. */
export async function readBody(request: IncomingMessage, maxBytes: number, holding: Holding): Promise<Body> {
  try {
    const isGzip = isGzipEncoded(request.headers["content-encoding"]);
    const limit = isGzip ? gzipBound(maxBytes) : maxBytes;
    if (Number(request.headers["content-length"] ?? 0) > limit) throw tooLarge(maxBytes);
    return { ...(await readChunks(request, limit, maxBytes, holding)), isGzip };
  } catch (error) {
    holding.release();
    await discard(request);
    throw error;
  }
}

/** How long a refused body is still read. */
const MAX_DISCARD_MS = 2_000;

/**
 * Reads the rest of a refused body and throws it away: a client that writes all before it reads would
 * never see the answer, and one that asked to close the connection would lose it to a reset.
 */
function discard(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    if (request.complete || request.destroyed) return resolve();
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(done, MAX_DISCARD_MS);
    request.once("end", done).once("close", done).once("error", done);
    request.on("data", ({ length }: Buffer) => makeRoom(length));
  });
}

/** By events: the stream's async iterator costs as much as everything else that is done with a small body. */
function readChunks(request: IncomingMessage, limit: number, maxBytes: number, holding: Holding): Promise<Omit<Body, "isGzip">> {
  return new Promise((resolve, reject) => {
    const chunks = new Chunks();
    const { socket } = request;
    let length = 0;
    let timer: NodeJS.Timeout | undefined;
    let isWaiting = false;
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      makeRoom(chunk.length);
      if (length > limit) return settle(tooLarge(maxBytes));
      if (!holding.take(chunks.add(chunk))) wait();
    };
    const wait = () => {
      // The socket and not the request, which would fill a queue of its own first; after what the stream has
      // scheduled for this chunk, which starts the socket again.
      queueMicrotask(() => isWaiting && socket.pause());
      if (isWaiting) return;
      isWaiting = true;
      // From the first wait on: many short ones add up to the request's time limit as well.
      timer ??= setTimeout(() => settle(new ServiceError("overloaded", "too many bodies are being held; send it again")), MAX_WAIT_MS);
      holding.whenFree().then(goOn);
    };
    const goOn = () => {
      if (isWaiting) socket.resume();
      isWaiting = false;
    };
    const onEnd = () => settle(undefined);
    const onError = (error: Error) => settle(new ServiceError("incomplete_body", `the body ended early (${errorCode(error)})`));
    const onClose = () => settle(new ServiceError("incomplete_body", "the body ended early"));
    const settle = (error: ServiceError | undefined) => {
      clearTimeout(timer);
      goOn();
      request.off("data", onData).off("end", onEnd).off("close", onClose);
      // A connection that breaks while the rest is discarded must not become an uncaught error.
      request.off("error", onError).on("error", () => {});
      const body = { chunks: chunks.end(), length };
      if (error) reject(error);
      else resolve(body);
    };
    request.on("data", onData).on("end", onEnd).on("error", onError).on("close", onClose);
  });
}

function tooLarge(maxBytes: number): ServiceError {
  return new ServiceError("body_too_large", `the body is larger than ${maxBytes} bytes (counted after inflating); send smaller batches`);
}

function isGzipEncoded(encoding: string | undefined): boolean {
  const name = (encoding ?? "identity").trim().toLowerCase();
  if (name === "gzip" || name === "x-gzip") return true;
  if (name === "identity" || name === "") return false;
  throw new ServiceError("unsupported_encoding", "the content encoding is not supported; use gzip or identity");
}

/**
 * Reused for every body: a fresh block as large is mapped and unmapped by the allocator each time, and its
 * page faults cost more than the copy. What lies in it is gone at the next call.
 */
let scratch = Buffer.allocUnsafeSlow(512 * 1024);

function join({ chunks, length }: Body): Buffer {
  if (length > scratch.length) scratch = Buffer.allocUnsafeSlow(length);
  let offset = 0;
  for (const chunk of chunks) offset += chunk.copy(scratch, offset);
  return scratch.subarray(0, length);
}

/** zlib's own; inflating collects chunks of this size when the stream says nothing useful about its length. */
const MIN_INFLATED_BYTES = 16 * 1024;

/** The bytes of a body, inflated within the bound. To be used at once: the next call overwrites them. */
export function bytesOf(body: Body, maxBytes: number): Buffer {
  const bytes = join(body);
  if (!body.isGzip) return bytes;
  // A stream ends with its length (RFC 1952, 2.3.1). In one chunk of that size nothing is copied together; a false one costs its sender's time.
  const claimed = bytes.length < 4 ? 0 : Math.min(bytes.readUInt32LE(bytes.length - 4), maxBytes);
  try {
    makeRoom(claimed);
    return gunzipSync(bytes, { maxOutputLength: maxBytes, chunkSize: Math.max(claimed + 1, MIN_INFLATED_BYTES) });
  } catch (error) {
    if (errorCode(error) === "ERR_BUFFER_TOO_LARGE") throw tooLarge(maxBytes);
    throw new ServiceError("corrupt_encoding", `the body is no complete gzip stream (${errorCode(error)})`);
  }
}
