/** The login of the simulated cloud, and the sessions that it gave out. */
import type { IncomingMessage } from "node:http";
import type { BoilerLogin } from "../../lib/site/boiler-login";
import type { Fault } from "./cloud-faults";
import { cookieOf, field, jsonOf, refusal, type Send, turnAway } from "./simulated-http";

export interface LoginOptions {
  readonly username?: string;
  readonly password?: string;
  /** What the login asks for. @default "form" */
  readonly login?: BoilerLogin;
}

export class SimulatedLogin {
  readonly #sessions = new Set<string>();
  readonly #tokens = new Set<string>();
  #serial = 0;
  password: string;

  constructor(private readonly options: LoginOptions) {
    this.password = options.password ?? "s3cret-pass";
  }

  isAuthenticated(request: IncomingMessage): boolean {
    return this.#sessions.has(cookieOf(request, ".AspNet.ApplicationCookie"));
  }

  endSessions(): void {
    this.#sessions.clear();
  }

  /** The token as a page has it: with escapes, and beside attributes of nearly the same name. */
  page(send: Send): void {
    const serial = ++this.#serial;
    this.#tokens.add(`token-${serial}+/&=`);
    const input = `<input data-value="another" type="hidden" value="token-${serial}&#x2B;&#47;&amp;=" name="__RequestVerificationToken" />`;
    send(200, `<form id="loginForm"><input name="Email" value="">${input}</form>`, { "set-cookie": "page=1; path=/; HttpOnly" });
  }

  logIn(request: IncomingMessage, text: string, fault: Fault | undefined, send: Send): void {
    const { login = "form" } = this.options;
    if (login === "antiforgery" && !this.#tokens.has(cookieOf(request, "__formRequestVerificationToken"))) turnAway(send, "html");
    else if (fault?.kind === "reject" || !this.#isGood(request, text))
      send(200, refusal("Login", (fault?.kind === "reject" && fault.message) || "Field Email is invalid"));
    else {
      const session = `session-${++this.#serial}-${Math.random().toString(36).slice(2)}`;
      this.#sessions.add(session);
      const cookie = `.AspNet.ApplicationCookie=${session}; path=/; secure; HttpOnly`;
      send(200, { ok: true, redirectUrl: null, message: "", debugMessage: "" }, { "set-cookie": cookie });
    }
  }

  #isGood(request: IncomingMessage, text: string): boolean {
    const { login = "form", username = "user@example.org" } = this.options;
    const form = new URLSearchParams(text);
    const json = jsonOf(text);
    const given =
      login === "form"
        ? [form.get("Email"), form.get("Password"), form.get("RememberMe")]
        : [field(json, "email"), field(json, "password"), String(field(json, "rememberMe"))];
    const hasOffset = /^-?\d+$/.test(cookieOf(request, "browserUtcOffset"));
    return hasOffset && given.join("\n") === [username, this.password, "false"].join("\n");
  }
}
