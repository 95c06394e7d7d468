import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { errorCode } from "../../../../lib/service/environment";
import { type HttpAnswer, type HttpCall, httpCall } from "../../../../lib/service/http-call";
import { excerpt, Refusal } from "../../service/refusal";

/** Who is asked, and what each request brings. */
export interface Service {
  /** In messages. */
  readonly name: string;
  /** Without a slash at its end. */
  readonly url: string;
  credentials(): Promise<Pick<HttpCall, "agent" | "headers">>;
  /** What to do when it does not let us in. */
  readonly letIn: string;
  /** Takes what is secret out of a text. */
  readonly hide: (text: string) => string;
}

export interface Question extends Pick<HttpCall, "json" | "text">, Partial<Pick<HttpCall, "maxBytes">> {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Behind the service's URL. */
  readonly path: string;
  /** In messages. */
  readonly what: string;
  /** Anybody may ask it: that it is refused says nothing of who asks. @default false */
  readonly isOpen?: boolean;
}

/** How long is waited for what. A run has a minute, and two parts of it may meet a service that hangs one after the other. */
export interface Patience {
  readonly answerMs: number;
  /** Once one answer has not come in time. */
  readonly laterMs: number;
  /** After so many that did not come in time, nothing more is asked. */
  readonly mostSilences: number;
  readonly tries: number;
  readonly pauseMs: number;
  /** Before each look at whether what was written is there, after the first. */
  readonly readBackMs: readonly number[];
  /** The same where nobody knows whether it was written, and it would be written again. */
  readonly lostMs: readonly number[];
}

export const PATIENCE: Patience = {
  answerMs: 6_000,
  laterMs: 3_000,
  mostSilences: 6,
  tries: 3,
  pauseMs: 400,
  readBackMs: [100, 200, 400, 800, 1_600, 3_000],
  lostMs: [100, 200, 400, 800],
};

/** Of an answer of which nothing else is known. Four parts of the run wait for one each, in a container of 128 MiB. */
const MAX_ANSWER_BYTES = 1024 * 1024;

/** Where it does run. */
const MENDS: Readonly<Record<string, string>> = {
  ECONNRESET: "it was cut off: look at whether it was started again just then, and at what stands between",
  ENOTFOUND: "look at the host in its URL",
  ETIMEDOUT: "look at how busy it is, and at whether anything between drops what is sent to it",
};

/** There was no answer, or one that says that another may come: whether anything was done, nobody knows. */
export class NoAnswer extends Refusal {}

/**
 * Asks a service on behalf of one part of the run: what one part waits for in vain, another may still get. Of one part's objects one is asked for
 * after the other, whatever long answers they get, while their pauses are the same time.
 */
export class Asker {
  #last: Promise<unknown> = Promise.resolve();
  /** By path, what nobody was asked yet: it is asked once for all who want to know it. */
  readonly #waiting = new Map<string, Promise<HttpAnswer>>();
  #silences = 0;
  #isFailing = false;
  #notLetIn: Refusal | undefined;

  constructor(
    private readonly service: Service,
    private readonly signal: AbortSignal,
    readonly patience: Patience,
  ) {
    // each object's pause listens to it
    setMaxListeners(0, signal);
  }

  /**
   * Asks again where nothing is changed by it and that may help: no answer, 5xx, 429. Any other answer is the caller's to judge.
   * @throws NoAnswer when there was none at last, Refusal when the service does not let us in
   */
  ask(question: Question): Promise<HttpAnswer> {
    const { method, path } = question;
    const waiting = method === "GET" ? this.#waiting.get(path) : undefined;
    if (waiting) return waiting;
    const answer = this.#last.then(() => {
      if (method === "GET") this.#waiting.delete(path);
      return this.#ask(question);
    });
    if (method === "GET") this.#waiting.set(path, answer);
    this.#last = answer.catch(() => {});
    return answer;
  }

  /** What it said, for a message: hidden before it is cut, because a part of what is secret would not be found any more. */
  quote(text: string): string {
    return excerpt(this.service.hide(text));
  }

  pause(ms: number): Promise<void> {
    return sleep(ms, undefined, { signal: this.signal });
  }

  async #ask(question: Question): Promise<HttpAnswer> {
    const { name } = this.service;
    const { what, method } = question;
    // what was sent may have been done: whoever sends it again looks first
    const tries = method === "GET" && !this.#isFailing ? this.patience.tries : 1;
    for (let n = 1; ; n++) {
      this.signal.throwIfAborted();
      if (this.#notLetIn) throw this.#notLetIn;
      if (this.#silences >= this.patience.mostSilences)
        throw new NoAnswer(`${what}: ${name} did not answer too often, and is asked no more`);
      const answer = await this.#once(question);
      if (typeof answer === "object") return answer;
      if (n >= tries) {
        this.#isFailing = true;
        throw new NoAnswer(`${what}: ${answer}`);
      }
      await this.pause(this.patience.pauseMs * n);
    }
  }

  /** The answer, or why there was none. */
  async #once({ method, path, what, json, text, isOpen, maxBytes = MAX_ANSWER_BYTES }: Question): Promise<HttpAnswer | string> {
    const { service, signal, patience } = this;
    const url = new URL(`${service.url}${path}`);
    const credentials = await service.credentials();
    const timeoutMs = this.#silences === 0 ? patience.answerMs : patience.laterMs;
    try {
      const answer = await httpCall({ ...credentials, method, url, json, text, timeoutMs, maxBytes, signal });
      if (answer.status === 401 && !isOpen) {
        this.#notLetIn = new Refusal(`${service.name} at ${url.host} answered 401: ${service.letIn}`);
        throw this.#notLetIn;
      }
      return answer.status < 500 && answer.status !== 429 && answer.status !== 408
        ? answer
        : `${service.name} answered ${answer.status}; look at its log`;
    } catch (error) {
      if (error instanceof Refusal) throw error;
      signal.throwIfAborted();
      const code = errorCode(error);
      if (code === "ERR_INVALID_CHAR")
        throw new Refusal(`${what}: the user, password or token holds a sign that no header may; write it anew`);
      // the next one is as long
      if (code === "ERANSWERSIZE")
        throw new Refusal(`${what}: the answer of ${url.host} is longer than ${maxBytes / 1024} KiB; is that ${service.name}?`);
      if (code === "ETIMEDOUT") this.#silences++;
      return `no answer from ${url.host} (${code}); ${MENDS[code] ?? `look at whether ${service.name} runs and can be reached, and at its log`}`;
    }
  }
}
