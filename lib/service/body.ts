/** Request bodies within bounds: of one body (inflated), and of all bodies that are held at once. */
import type { IncomingMessage } from "node:http";
import { gunzipSync } from "node:zlib";
import { Chunks } from "./chunks";
import { errorCode } from "./environment";
import { ServiceError } from "./errors";
import { makeRoom } from "./garbage";

/**
 * The bytes that all bodies together may hold: those that have arrived, whatever their senders announce.
 * Over it, a body takes no further bytes (its client feels it through TCP) until others are done. One alone
 * goes on then, so that somebody always ends; it has the turn. The next one is the body that came last: those
 * that wait for longer are the likelier ones to stall in their turn as well, and a neighbour waits for one of them at most.
 */
export class BodyBudget {
  /** Complete bodies: they end by themselves, and nobody needs a turn over the bound until they have. */
  readonly #complete = new Set<Holding>();
  readonly #waiting = new Map<Holding, () => void>();
  #turn: Holding | undefined;
  #held = 0;

  constructor(private readonly maxBytes: number) {}

  get heldBytes(): number {
    return this.#held;
  }

  open(): Holding {
    let bytes = 0;
    const settle = () => {
      if (this.#turn === holding) this.#turn = undefined;
      const resume = this.#waiting.get(holding);
      this.#waiting.delete(holding);
      resume?.();
    };
    const holding: Holding = {
      take: (count) => {
        bytes += count;
        this.#held += count;
        if (this.#held <= this.maxBytes) return true;
        if (this.#mayTakeTurn()) this.#turn = holding;
        return this.#turn === holding;
      },
      whenFree: () =>
        new Promise<void>((resolve) => {
          this.#waiting.set(holding, resolve);
        }),
      hasTurn: () => this.#turn === holding,
      isInTheWay: () => this.#turn === holding && this.#waiting.size > 0,
      complete: () => {
        this.#complete.add(holding);
        settle();
        this.#passOn();
      },
      release: () => {
        this.#held -= bytes;
        bytes = 0;
        this.#complete.delete(holding);
        settle();
        this.#passOn();
      },
    };
    return holding;
  }

  #mayTakeTurn(): boolean {
    return this.#turn === undefined && (this.#held <= this.maxBytes || this.#complete.size === 0);
  }

  #passOn(): void {
    const last = Array.from(this.#waiting).at(-1);
    if (last === undefined || !this.#mayTakeTurn()) return;
    const [holding, resume] = last;
    this.#turn = holding;
    this.#waiting.delete(holding);
    resume();
  }
}

/** The bytes that one body holds. */
export interface Holding {
  /** Counts bytes in; false when no more may be read for now. */
  readonly take: (bytes: number) => boolean;
  readonly whenFree: () => Promise<void>;
  /** Whether it alone goes on; it does until it is complete or released. */
  readonly hasTurn: () => boolean;
  /** Whether others wait while it has the turn. */
  readonly isInTheWay: () => boolean;
  /** No more bytes come. */
  readonly complete: () => void;
  /** Gives all of them back; harmless when repeated. */
  readonly release: () => void;
}

/** A body as it was sent: joined and inflated only where it is used, so that bodies wait in the form that costs least. */
export interface Body {
  readonly chunks: readonly Buffer[];
  readonly length: number;
  readonly isGzip: boolean;
}

/** A sender that is alive is a thousand times as fast. Even all connections at this rate don't fill the relay's memory in the time of a request. */
const MIN_BYTES_PER_SECOND = 1024;
const PACE_MS = 2_000;
/** How long a body may be the only one that goes on while others wait. Of the largest, in a cluster, all has come in a tenth of it. */
const TURN_MS = 1_000;

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
    const read = await readChunks(request, limit, maxBytes, holding);
    holding.complete();
    return { ...read, isGzip };
  } catch (error) {
    holding.release();
    // Of one that stalls there is no rest to wait for.
    if (!(error instanceof ServiceError && error.code === "request_timeout")) await discard(request);
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
    let turnTimer: NodeJS.Timeout | undefined;
    let isWaiting = false;
    let isSettled = false;
    /** What had come when its pace was last judged; undefined when it had to wait since. */
    let paced: number | undefined = 0;
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      makeRoom(chunk.length);
      if (length > limit) return settle(tooLarge(maxBytes));
      if (!holding.take(chunks.add(chunk))) wait();
      else if (holding.hasTurn()) hurry();
    };
    /** Looks again after what has come meanwhile was read: a timer that is late, because others were busy, is not its sender's fault. */
    const judge = (isSlow: () => boolean) => {
      if (isSlow()) setImmediate(() => isSlow() && !isSettled && settle(tooSlow()));
    };
    const pace = setInterval(() => {
      const before = paced;
      paced = isWaiting ? undefined : length;
      judge(() => before !== undefined && !isWaiting && (length - before) * 1000 < MIN_BYTES_PER_SECOND * PACE_MS);
    }, PACE_MS);
    const hurry = () => {
      turnTimer ??= setInterval(() => judge(holding.isInTheWay), TURN_MS);
    };
    const wait = () => {
      // The socket and not the request, which would fill a queue of its own first; after what the stream has
      // scheduled for this chunk, which starts the socket again.
      queueMicrotask(() => isWaiting && socket.pause());
      if (isWaiting) return;
      isWaiting = true;
      paced = undefined;
      // From the first wait on: many short ones add up to the request's time limit as well.
      timer ??= setTimeout(() => settle(new ServiceError("overloaded", "too many bodies are being held; send it again")), MAX_WAIT_MS);
      holding.whenFree().then(goOn);
    };
    const goOn = () => {
      if (isWaiting) socket.resume();
      isWaiting = false;
      if (!isSettled) hurry();
    };
    const onEnd = () => settle(undefined);
    const onError = (error: Error) => settle(new ServiceError("incomplete_body", `the body ended early (${errorCode(error)})`));
    const onClose = () => settle(new ServiceError("incomplete_body", "the body ended early"));
    const settle = (error: ServiceError | undefined) => {
      isSettled = true;
      clearTimeout(timer);
      clearInterval(turnTimer);
      clearInterval(pace);
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

function tooSlow(): ServiceError {
  return new ServiceError(
    "request_timeout",
    `the body came slower than ${MIN_BYTES_PER_SECOND} bytes a second, or too slowly while others waited; send it again`,
  );
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
