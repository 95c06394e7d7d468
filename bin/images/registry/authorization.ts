/** Answers a registry's challenges: Basic, and Bearer with a token for each scope, which is kept until it ends. */

import { messageOf } from "../../../lib/message-of";
import { isSafe, urlOf } from "./address";
import { type Challenge, parseChallenge } from "./challenge";
import type { CredentialSource, Credentials } from "./credentials";
import type { Persistence } from "./persistence";
import { RegistryError } from "./registry-error";
import type { HttpRequest } from "./transport";
import { isRecord, parsed, wordsOf } from "./words";

interface Token {
  readonly value: string;
  readonly endsAt: number;
}

/** What a token is good for, as the specification of tokens writes it: `repository:team/app:pull,push`. */
export type Scopes = readonly string[];

/** Where a token server doesn't say how long, a minute is what the specification means. */
const LIFETIME_SECONDS = 60;
/** So that a token doesn't end on its way. */
const USED_SHARE = 0.9;
const LONGEST_ANSWER = 1_000_000;
/** A shorter text would be found everywhere: it is hidden where it stands as a word. */
const SHORTEST_WITHIN_WORDS = 3;

export class Authorization {
  #challenge?: Challenge;
  #credentials?: Promise<Credentials | undefined>;
  readonly #tokens = new Map<string, Promise<Token>>();
  /** What a registry asked for beyond what was thought to do. */
  readonly #askedFor = new Map<string, Scopes>();
  readonly #secrets = new Set<string>();

  constructor(
    readonly persistence: Persistence,
    readonly source: CredentialSource,
  ) {}

  /** What to send with a request; nothing before the registry has asked, and where it wants a password that nobody has. */
  async header(scopes: Scopes): Promise<string | undefined> {
    if (this.#challenge === undefined) return undefined;
    if (this.#challenge.scheme === "bearer") return `Bearer ${await this.#token(this.#challenge, scopes)}`;
    const credentials = await this.#login();
    if (credentials === undefined) return undefined;
    if (credentials.kind === "identity token") {
      throw this.#refused("it wants a password", { mend: `${credentials.from} has a token: ${this.#howToLogIn()}` });
    }
    return `Basic ${basic(credentials)}`;
  }

  /** Takes up how the registry wants to be asked. */
  learn(challenge: string | undefined): Challenge | undefined {
    if (challenge === undefined) return undefined;
    const asked = parseChallenge(challenge);
    if (asked === undefined) {
      const [scheme = ""] = challenge.split(/[\s,]/);
      throw this.#refused(`it wants to be asked by "${scheme}"`, { mend: "known are Basic and Bearer" });
    }
    this.#challenge = asked;
    return asked;
  }

  /** After a 401: whether there is something else to say than what was said. */
  async isAnswerable(challenge: string | undefined, scopes: Scopes, sent: string | undefined): Promise<boolean> {
    const asked = this.learn(challenge);
    if (asked === undefined) return false;
    if (asked.scheme === "bearer") {
      const key = keyOf(scopes);
      this.#askedFor.set(key, asked.scopes);
      // another request may have fetched a new one meanwhile
      const kept = await this.#tokens.get(key)?.catch(() => undefined);
      if (kept !== undefined && sent === `Bearer ${kept.value}`) this.#tokens.delete(key);
    }
    return (await this.header(scopes)) !== sent;
  }

  /** How to mend a 401 or a 403. */
  async mend(status: number): Promise<string | undefined> {
    const credentials = await this.#login();
    if (credentials === undefined) return `nobody is logged in there: ${this.#howToLogIn()}`;
    if (status === 403) return `the account of ${credentials.from} may not do that`;
    return `the account of ${credentials.from} is not accepted: ${this.#howToLogIn()}`;
  }

  /** A text of others without anything of ours that is secret. */
  hide(text: string): string {
    const longestFirst = [...this.#secrets].sort((one, other) => other.length - one.length);
    return longestFirst.reduce(
      (shown, secret) => shown.replaceAll(secret.length < SHORTEST_WITHIN_WORDS ? asWord(secret) : secret, "***"),
      text,
    );
  }

  #login(): Promise<Credentials | undefined> {
    this.#credentials ??= this.#lookUp();
    return this.#credentials;
  }

  async #lookUp(): Promise<Credentials | undefined> {
    const credentials = await this.source(this.persistence.registry).catch((error: unknown) => {
      throw this.#refused("its account", { words: messageOf(error) });
    });
    if (credentials?.kind === "identity token") this.#keepSecret(credentials.token);
    if (credentials?.kind === "password") this.#keepSecret(credentials.password, basic(credentials));
    return credentials;
  }

  async #token(challenge: Challenge & { readonly scheme: "bearer" }, scopes: Scopes): Promise<string> {
    const key = keyOf(scopes);
    const kept = this.#tokens.get(key);
    if (kept !== undefined) {
      const { value, endsAt } = await kept;
      if (Date.now() < endsAt) return value;
      if (this.#tokens.get(key) === kept) this.#tokens.delete(key);
    }
    const token = this.#tokens.get(key) ?? this.#fetchToken(challenge, [...new Set([...scopes, ...(this.#askedFor.get(key) ?? [])])]);
    this.#tokens.set(key, token);
    try {
      return (await token).value;
    } catch (error) {
      if (this.#tokens.get(key) === token) this.#tokens.delete(key);
      throw error;
    }
  }

  async #fetchToken({ realm, service }: Challenge & { readonly scheme: "bearer" }, scopes: Scopes): Promise<Token> {
    const url = urlOf(realm);
    if (url === undefined || !isSafe(url)) {
      throw this.#refused(`it sends to "${this.hide(realm)}" for a token`, {
        mend: "that is no HTTPS address, and no password goes there",
      });
    }
    const what = `token for ${scopes.join(" and ") || "no repository"} of ${url.host}`;
    const credentials = await this.#login();
    const startedAt = Date.now();
    const answer = await this.persistence.request(what, tokenRequest(url, service, scopes, credentials));
    if (answer.status !== 200) {
      const mend = answer.status === 401 || answer.status === 403 ? await this.mend(answer.status) : undefined;
      throw this.#refused(what, { status: answer.status, words: wordsOf(answer.body, (text) => this.hide(text)), mend });
    }
    const said = parsed(answer.body.toString("utf8"));
    const value = isRecord(said) ? [said.token, said.access_token].find(isSendable) : undefined;
    if (!isRecord(said) || value === undefined) throw this.#refused(what, { words: "the answer has no token" });
    this.#keepSecret(value);
    const seconds = typeof said.expires_in === "number" && said.expires_in > 0 ? said.expires_in : LIFETIME_SECONDS;
    return { value, endsAt: startedAt + USED_SHARE * seconds * 1000 };
  }

  #keepSecret(...texts: readonly string[]): void {
    for (const text of texts) if (text !== "") this.#secrets.add(text);
  }

  #refused(what: string, refusal: ConstructorParameters<typeof RegistryError>[2]): RegistryError {
    return new RegistryError(this.persistence.registry, what, refusal);
  }

  #howToLogIn(): string {
    return `\`docker login ${this.persistence.registry}\` writes down an account; DOCKER_CONFIG names the folder of config.json`;
  }
}

function tokenRequest(realm: URL, service: string | undefined, scopes: Scopes, credentials: Credentials | undefined): HttpRequest {
  if (credentials?.kind === "identity token") {
    const form = new URLSearchParams({
      grant_type: "refresh_token",
      refresh_token: credentials.token,
      client_id: "belfry",
      scope: scopes.join(" "),
    });
    if (service !== undefined) form.set("service", service);
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    return { method: "POST", url: realm, headers, body: Buffer.from(form.toString()), limit: LONGEST_ANSWER };
  }
  const url = new URL(realm);
  if (service !== undefined) url.searchParams.set("service", service);
  for (const scope of scopes) url.searchParams.append("scope", scope);
  return { method: "GET", url, headers: credentials && { authorization: `Basic ${basic(credentials)}` }, limit: LONGEST_ANSWER };
}

function basic({ username, password }: { readonly username: string; readonly password: string }): string {
  return Buffer.from(`${username}:${password}`).toString("base64");
}

function asWord(secret: string): RegExp {
  const literal = secret.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, "gu");
}

/** Without what would end the header that it stands in. */
function isSendable(token: unknown): token is string {
  return typeof token === "string" && /^[\x21-\x7e]+$/.test(token);
}

function keyOf(scopes: Scopes): string {
  return [...scopes].sort().join(" ");
}
