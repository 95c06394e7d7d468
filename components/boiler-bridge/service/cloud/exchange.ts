/** One call over the wire: headers, cookies, the backoff that the cloud asks for, and the one retry that a read may have. */
import type { Clock } from "../../../../lib/service/clock";
import { type HttpAnswer, httpCall } from "../../../../lib/service/http-call";
import { Backoff, type Pause } from "./backoff";
import { CloudError, type CloudFailure } from "./cloud";
import { CookieJar } from "./cookie-jar";
import { type Acceptance, type CallKind, judgeAnswer, judgeBreak, type Verdict } from "./verdict";

export interface Call {
  /** As messages and metrics name it. */
  readonly name: string;
  readonly method: "GET" | "POST";
  /** Below the cloud's URL. */
  readonly path: string;
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  readonly kind: CallKind;
  /** @default "ok" */
  readonly acceptance?: Acceptance;
  /** For the call and its retry together. */
  readonly deadlineMs: number;
}

export interface ExchangeOptions {
  readonly url: string;
  readonly userAgent: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** What no message may quote, beside the cookies. */
  readonly secrets: () => readonly string[];
}

const RETRY_DELAY_MS = 1000;
/** The largest answer, a plant with a full schedule, has some 20 kB. */
const MAX_ANSWER_BYTES = 1024 * 1024;
const MAX_QUOTE = 160;
/** Shorter ones would blot out ordinary words. */
const MIN_SECRET_LENGTH = 4;

export class Exchange {
  readonly jar = new CookieJar();
  readonly backoff = new Backoff();

  constructor(private readonly options: ExchangeOptions) {}

  /** What a call came to; a read that failed in passing is tried once more. Rejects with a CloudError when the cloud wants no requests. */
  async judge(call: Call): Promise<Verdict> {
    const { clock, signal } = this.options;
    const endsAt = clock.now() + call.deadlineMs;
    const first = await this.#attempt(call, call.deadlineMs);
    if (first.kind !== "failed" || !first.isRetryable || signal.aborted || clock.now() + RETRY_DELAY_MS >= endsAt) return first;
    await clock.sleep(RETRY_DELAY_MS);
    const left = Math.max(1, endsAt - clock.now());
    // More than the whole is left when the clock was set back meanwhile.
    return signal.aborted ? first : this.#attempt(call, Math.min(left, call.deadlineMs));
  }

  async #attempt(call: Call, timeoutMs: number): Promise<Verdict> {
    this.check(call.name);
    let answer: HttpAnswer;
    try {
      answer = await this.#send(call, timeoutMs);
    } catch (error) {
      return judgeBreak(call.kind, error);
    }
    const pause = this.#heed(call.name, answer);
    return judgeAnswer(call.kind, call.acceptance ?? "ok", answer, pause?.until);
  }

  /** The text of a page, which is no JSON. */
  async page(call: Call): Promise<string> {
    this.check(call.name);
    const answer = await this.#send(call, call.deadlineMs).catch((error: unknown) => {
      const verdict = judgeBreak("read", error);
      throw this.failure("unreachable", call.name, verdict.kind === "failed" ? verdict.detail : "");
    });
    const pause = this.#heed(call.name, answer);
    if (answer.status !== 200) throw this.failure("unreachable", call.name, `HTTP ${answer.status}`, pause?.until);
    return answer.text;
  }

  /** Rejects a call that may not be sent now. */
  check(name: string): void {
    const { clock, signal } = this.options;
    if (signal.aborted) throw new CloudError("unreachable", `${name}: the bridge is stopping; nothing was sent`);
    const pause = this.backoff.at(clock.now());
    if (pause) throw this.#unwanted(name, pause);
  }

  failure(failure: CloudFailure, name: string, detail: string, notBefore?: number): CloudError {
    return new CloudError(failure, `${name}: ${this.#quote(detail)}`, notBefore);
  }

  #unwanted(name: string, { until, because }: Pause): CloudError {
    const time = new Date(until).toISOString();
    const reason =
      because === "rate_limited"
        ? `the cloud blocks requests until ${time}; poll less often`
        : `the cloud is out of service and wants no request before ${time}; nothing was sent`;
    return new CloudError(because, `${name}: ${reason}`, until);
  }

  /** Ends a call that met the rate limit: nothing was done, so its kind and its answer don't matter. */
  #heed(name: string, answer: HttpAnswer): Pause | undefined {
    const pause = this.backoff.heed(answer, this.options.clock.now());
    if (pause?.because === "rate_limited") throw this.#unwanted(name, pause);
    return pause;
  }

  async #send({ method, path, json, form }: Call, timeoutMs: number): Promise<HttpAnswer> {
    const { url, userAgent, clock, signal } = this.options;
    const cookie = this.jar.header();
    const answer = await httpCall({
      method,
      url: new URL(url + path),
      headers: {
        accept: "application/json, text/javascript, */*; q=0.01",
        "ajax-request": "json",
        "x-requested-with": "XMLHttpRequest",
        "user-agent": userAgent,
        ...(json !== undefined && { "content-type": "application/json; charset=UTF-8" }),
        ...(cookie !== undefined && { cookie }),
      },
      json,
      form,
      timeoutMs,
      maxBytes: MAX_ANSWER_BYTES,
      signal,
    });
    this.jar.follow(answer.headers["set-cookie"], clock.now());
    return answer;
  }

  /** The cloud's words on one short line, without anything secret in them. */
  #quote(text: string): string {
    const secrets = [...this.options.secrets(), ...this.jar.values()].filter(({ length }) => length >= MIN_SECRET_LENGTH);
    const scrubbed = secrets.reduce((rest, secret) => rest.replaceAll(secret, "***").replaceAll(encodeURIComponent(secret), "***"), text);
    const line = scrubbed.replace(/\s+/g, " ");
    return line.length > MAX_QUOTE ? `${line.slice(0, MAX_QUOTE)}...` : line;
  }
}
