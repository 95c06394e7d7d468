/** The login, and how long to keep from trying again after it was refused (facts: boiler cloud 1). */
import type { Clock } from "../../../../lib/service/clock";
import type { Logger } from "../../../../lib/service/log";
import type { CloudError } from "./cloud";
import type { Call, Exchange } from "./exchange";
import { shapeError } from "./shape";
import { utcOffsetMinutes } from "./utc-offset";
import type { Verdict } from "./verdict";

/** `form` as the web page's own script posts it; `antiforgery` reads a token from the login page first. */
export const LOGINS = ["form", "antiforgery"] as const;
export type Login = (typeof LOGINS)[number];

export interface SessionOptions {
  readonly username: () => string;
  readonly password: () => string;
  readonly login: Login;
  readonly timeZone: string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly deadlineMs: number;
}

const LOGIN_PATH = "/R2/Account/Login";
const TOKEN_FIELD = "__RequestVerificationToken";
const TOKEN_COOKIE = "__formRequestVerificationToken";

const FIRST_WAIT_MS = 30_000;
const MAX_WAIT_MS = 15 * 60_000;

export class Session {
  #isOpen = false;
  #refusedUntil = 0;
  #waitMs = FIRST_WAIT_MS;

  constructor(
    private readonly exchange: Exchange,
    private readonly options: SessionOptions,
  ) {}

  get isOpen(): boolean {
    return this.#isOpen;
  }

  end(): void {
    this.#isOpen = false;
    this.exchange.jar.clear();
  }

  async open(): Promise<void> {
    const { clock, timeZone, log } = this.options;
    const now = clock.now();
    this.exchange.check("Login");
    if (now < this.#refusedUntil)
      throw this.exchange.failure("auth", "Login", "refused a moment ago; check username and password", this.#refusedUntil);
    this.end();
    this.exchange.jar.set("browserUtcOffset", String(utcOffsetMinutes(timeZone, now)));
    const refusal = this.#refusalIn(await this.exchange.judge(await this.#call()));
    if (refusal !== undefined) throw this.#refused(refusal);
    this.#isOpen = true;
    this.#refusedUntil = 0;
    this.#waitMs = FIRST_WAIT_MS;
    log.info("logged in to the boiler cloud");
  }

  async #call(): Promise<Call> {
    const { username, password, login, deadlineMs } = this.options;
    // A login changes nothing, so it is repeated like a read.
    const call = { name: "Login", method: "POST", path: `${LOGIN_PATH}?returnUrl=HTTP/2`, kind: "read", deadlineMs } as const;
    if (login === "form") return { ...call, form: { Email: username(), Password: password(), RememberMe: "false" } };
    this.exchange.jar.set(TOKEN_COOKIE, await this.#token());
    return { ...call, json: { email: username(), password: password(), rememberMe: false, language: "English_Gb" } };
  }

  async #token(): Promise<string> {
    const { deadlineMs } = this.options;
    const { status, text } = await this.exchange.page({ name: "LoginPage", method: "GET", path: LOGIN_PATH, kind: "read", deadlineMs });
    if (status !== 200) throw this.exchange.failure("unreachable", "LoginPage", `HTTP ${status}`);
    const input = [...text.matchAll(/<input\b[^>]*>/gi)].map(([tag]) => tag).find((tag) => tag.includes(TOKEN_FIELD));
    const token = /\bvalue=["']([^"']+)["']/i.exec(input ?? "")?.[1];
    if (token === undefined) throw shapeError("LoginPage", TOKEN_FIELD, "no such input");
    return token;
  }

  /** Why the credentials were not taken; undefined when they were. The status stays 200 for wrong ones. */
  #refusalIn(verdict: Verdict): string | undefined {
    if (verdict.kind === "expired")
      return `answered with the login page (HTTP ${verdict.status}); check username and password, or use BOILER_LOGIN=${this.options.login === "form" ? "antiforgery" : "form"}`;
    if (verdict.kind === "failed") {
      if (verdict.failure === "rejected") return `refused (${verdict.detail}); check username and password`;
      throw this.exchange.failure(verdict.failure, "Login", verdict.detail);
    }
    const { value } = verdict;
    return typeof value === "object" && value !== null && "ok" in value && value.ok === true ? undefined : "the answer has no ok: true";
  }

  #refused(reason: string): CloudError {
    this.#refusedUntil = this.options.clock.now() + this.#waitMs;
    this.#waitMs = Math.min(this.#waitMs * 2, MAX_WAIT_MS);
    // Before the cookies go: the message must not quote them either.
    const error = this.exchange.failure("auth", "Login", reason, this.#refusedUntil);
    this.end();
    return error;
  }
}
