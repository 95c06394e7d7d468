/** Tries again what a registry could not do just now, a bounded number of times. */
import { setTimeout as sleep } from "node:timers/promises";
import { RegistryError } from "./registry-error";
import { type HttpAnswer, type HttpRequest, NoAnswer, send, TIMEOUTS, type Timeouts } from "./transport";

export interface PersistenceOptions {
  readonly timeouts?: Partial<Timeouts>;
  /** @default - time passes */
  readonly wait?: (milliseconds: number) => Promise<void>;
  /** Told before each wait, for a line of progress. @default - nobody is told */
  readonly onRetry?: (what: string) => void;
}

/** Too many requests, what stands in front of a registry that restarts or is busy, and what a registry's store says where two push at once. */
const PASSING = [429, 500, 502, 503, 504];

/** Between five tries. */
const WAITS_MS = [500, 1_000, 2_000, 4_000];

/** Of a host that has never answered, and cuts connections. */
const STRANGER_TRIES = 2;

/** Docker Hub may ask for hours: nobody waits that long at a command line. */
const LONGEST_WAIT_MS = 60_000;

export class Persistence {
  readonly #timeouts: Timeouts;
  readonly #wait: (milliseconds: number) => Promise<void>;
  readonly #onRetry: (what: string) => void;
  /** Hosts that can't be reached: each is asked once, however many images are there. */
  readonly #gone = new Map<string, NoAnswer>();
  /** Hosts that have answered. */
  readonly #met = new Set<string>();

  constructor(
    readonly registry: string,
    { timeouts, wait = sleep, onRetry = () => {} }: PersistenceOptions = {},
  ) {
    this.#timeouts = { ...TIMEOUTS, ...timeouts };
    this.#wait = wait;
    this.#onRetry = onRetry;
  }

  /** Until its answer is one to go on with. The last answer is given as it is. */
  request(what: string, request: HttpRequest): Promise<HttpAnswer> {
    return this.insist(what, () => this.once(request));
  }

  async insist<Answer extends HttpAnswer>(
    what: string,
    attempt: (isFirst: boolean) => Promise<Answer>,
    isPassing: (answer: Answer) => boolean = () => false,
  ): Promise<Answer> {
    for (let tried = 0; ; tried++) {
      const answer = await attempt(tried === 0).catch((error: unknown) => {
        if (error instanceof NoAnswer) return error;
        throw error;
      });
      const pauseMs = WAITS_MS[tried];
      if (answer instanceof NoAnswer) {
        const isLast = pauseMs === undefined || (tried + 1 >= STRANGER_TRIES && this.#giveUp(answer));
        if (answer.kind !== "cut" || isLast) throw new RegistryError(this.registry, what, { words: answer.message });
        await this.#retry(what, answer.message, pauseMs);
      } else {
        const askedMs = retryAfterMs(answer, Date.now());
        const mayPass = PASSING.includes(answer.status) || isPassing(answer);
        if (!mayPass || pauseMs === undefined || (askedMs ?? 0) > LONGEST_WAIT_MS) return answer;
        await this.#retry(what, String(answer.status), Math.max(askedMs ?? 0, pauseMs));
      }
    }
  }

  /** @throws NoAnswer */
  async once(request: HttpRequest): Promise<HttpAnswer> {
    const { host } = request.url;
    const gone = this.#gone.get(host);
    if (gone !== undefined) throw gone;
    try {
      const answer = await send(request, this.#timeouts);
      this.#met.add(host);
      return answer;
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      const message = host === this.registry ? error.message : `${host}: ${error.message}`;
      const isLost = error.kind === "refused" || error.kind === "gone";
      // one that was there a moment ago is perhaps restarted, or busy
      if (isLost && this.#met.has(host)) throw new NoAnswer("cut", message, host);
      const named = new NoAnswer(error.kind, message, host);
      if (isLost) this.#gone.set(host, named);
      throw named;
    }
  }

  /** What takes connections and has never said anything is perhaps no registry at all: whether the host is such a one. */
  #giveUp({ host, message }: NoAnswer): boolean {
    if (host === undefined || this.#met.has(host)) return false;
    this.#gone.set(host, new NoAnswer("gone", message, host));
    return true;
  }

  async #retry(what: string, why: string, milliseconds: number): Promise<void> {
    this.#onRetry(`registry "${this.registry}": ${what}: ${why}; again in ${milliseconds / 1000} s`);
    await this.#wait(milliseconds);
  }
}

/** Seconds, or a date. */
export function retryAfterMs({ headers }: Pick<HttpAnswer, "headers">, now: number): number | undefined {
  const text = headers["retry-after"]?.trim();
  if (text === undefined || text === "") return undefined;
  const milliseconds = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(milliseconds) ? undefined : Math.max(0, milliseconds);
}
