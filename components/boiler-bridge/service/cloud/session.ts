/** The login, and how long to keep from trying again after it was refused or of no use (facts: boiler cloud 1). */
import type { Clock } from "../../../../lib/service/clock";
import type { Logger } from "../../../../lib/service/log";
import type { BoilerLogin } from "../../../../lib/site/boiler-login";
import { CloudError } from "./cloud";
import type { Call, Exchange } from "./exchange";
import { inputValue } from "./html-input";
import { shapeError } from "./shape";
import { utcOffsetMinutes } from "./utc-offset";
import type { Verdict } from "./verdict";

export interface SessionOptions {
  readonly username: () => string;
  readonly password: () => string;
  readonly login: BoilerLogin;
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
  #isServing = false;
  /** Says until when there is no new login. */
  #refusal: CloudError | undefined;
  #waitMs = FIRST_WAIT_MS;

  constructor(
    private readonly exchange: Exchange,
    private readonly options: SessionOptions,
  ) {}

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Whether calls were served since the last refusal, also before a login in between: a call that is turned away then says nothing about others. */
  get isServing(): boolean {
    return this.#isServing;
  }

  end(): void {
    this.#isOpen = false;
    this.exchange.jar.clear();
  }

  clockSet(byMs: number): void {
    if (this.#refusal?.notBefore !== undefined)
      this.#refusal = new CloudError("auth", this.#refusal.message, this.#refusal.notBefore + byMs);
  }

  /** A call was served: the next refusal is a new one. A good login alone says less: each may be followed by calls that are turned away. */
  served(): void {
    this.#isServing = true;
    this.#waitMs = FIRST_WAIT_MS;
  }

  async open(): Promise<void> {
    const { clock, timeZone, log } = this.options;
    const now = clock.now();
    this.exchange.check("Login");
    if (this.#refusal?.notBefore !== undefined && now < this.#refusal.notBefore) throw this.#refusal;
    this.end();
    this.exchange.jar.set("browserUtcOffset", String(utcOffsetMinutes(timeZone, now)));
    const refusal = this.#refusalIn(await this.exchange.judge(await this.#call()));
    if (refusal !== undefined) throw this.refused("Login", refusal);
    this.#isOpen = true;
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
    const page = await this.exchange.page({ name: "LoginPage", method: "GET", path: LOGIN_PATH, kind: "read", deadlineMs });
    const token = inputValue(page, TOKEN_FIELD);
    if (!token) throw shapeError("LoginPage", TOKEN_FIELD, "no such input");
    return token;
  }

  /** Why the credentials were not taken; undefined when they were. The status stays 200 for wrong ones. */
  #refusalIn(verdict: Verdict): string | undefined {
    if (verdict.kind === "expired")
      return `answered with the login page (HTTP ${verdict.status}); check username and password, or use BOILER_LOGIN=${this.options.login === "form" ? "antiforgery" : "form"}`;
    if (verdict.kind === "failed") {
      if (verdict.failure === "rejected") return `refused (${verdict.detail}); check username and password`;
      throw this.exchange.failure(verdict.failure, "Login", verdict.detail, verdict.notBefore);
    }
    const { value } = verdict;
    return typeof value === "object" && value !== null && "ok" in value && value.ok === true ? undefined : "the answer has no ok: true";
  }

  /** Ends a session: its login was refused, or was good and serves no call, which is no better. */
  refused(call: string, reason: string): CloudError {
    // Before the cookies go: the message must not quote them either.
    this.#refusal = this.exchange.failure("auth", call, reason, this.options.clock.now() + this.#waitMs);
    this.#waitMs = Math.min(this.#waitMs * 2, MAX_WAIT_MS);
    this.#isServing = false;
    this.end();
    return this.#refusal;
  }
}
