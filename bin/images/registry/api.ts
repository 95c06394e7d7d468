/** Asks a registry's API: logs in where it wants that, follows its redirects, and makes errors of its refusals. */
import { isSafe, registryUrl, urlOf } from "./address";
import { Authorization, type Scopes } from "./authorization";
import type { CredentialSource } from "./credentials";
import { Persistence, type PersistenceOptions } from "./persistence";
import { type Refusal, RegistryError } from "./registry-error";
import type { HttpAnswer, HttpRequest } from "./transport";
import { wordsOf } from "./words";

export interface Call extends HttpRequest {
  /** For messages. */
  readonly what: string;
  readonly scopes: Scopes;
}

export interface ApiAnswer extends HttpAnswer {
  /** Where it was given, after redirects: what its `Location` is relative to. */
  readonly url: URL;
  /** The host that gave it, where a redirect led to another one. */
  readonly elsewhere?: string;
}

type Ask = (request: HttpRequest) => Promise<HttpAnswer>;

const REDIRECTS = [301, 302, 303, 307, 308];
/** Those that mean the same request at another address. Of the others a browser would make a GET. */
const REPEATS = [307, 308];
const MOST_REDIRECTS = 5;
/** Of an answer that is read for its words alone. */
const LONGEST_REFUSAL = 1_000_000;

export class RegistryApi {
  readonly #url: URL;
  readonly #persistence: Persistence;
  readonly #authorization: Authorization;
  #greeting?: Promise<void>;

  constructor(
    readonly host: string,
    credentials: CredentialSource,
    options: PersistenceOptions,
  ) {
    this.#url = registryUrl(host);
    this.#persistence = new Persistence(host, options);
    this.#authorization = new Authorization(this.#persistence, credentials);
  }

  url(repository: string, path: `manifests/${string}` | `blobs/${string}`): URL {
    return new URL(`/v2/${repository}/${path}`, this.#url);
  }

  /** Whatever it answers in the end. */
  call(call: Call): Promise<ApiAnswer> {
    return this.#loggedIn(call, (request) => this.#persistence.request(call.what, request));
  }

  /** Without another try, for a part of what is tried again as a whole. @throws NoAnswer */
  callOnce(call: Call): Promise<ApiAnswer> {
    return this.#loggedIn(call, (request) => this.#persistence.once(request));
  }

  insist(what: string, attempt: (isFirst: boolean) => Promise<ApiAnswer>, isPassing?: (answer: ApiAnswer) => boolean): Promise<ApiAnswer> {
    return this.#persistence.insist(what, attempt, isPassing);
  }

  /** @throws RegistryError for any other status than this one. */
  async expect(call: Call, status: number): Promise<ApiAnswer> {
    const answer = await this.call(call);
    if (answer.status !== status) throw await this.refusal(call, answer);
    return answer;
  }

  async refusal(call: Call, answer: ApiAnswer): Promise<RegistryError> {
    const told = call.method === "HEAD" ? await this.#inWords(call, answer) : answer;
    const what = told.elsewhere === undefined ? call.what : `${call.what} from ${told.elsewhere}`;
    return this.error(what, { status: told.status, words: this.words(told), mend: await this.#mend(told) });
  }

  error(what: string, refusal: Refusal): RegistryError {
    return new RegistryError(this.host, what, refusal);
  }

  words({ body }: HttpAnswer): string {
    return wordsOf(body, (text) => this.#authorization.hide(text));
  }

  /** The answer to a HEAD request has no words: the same asked with GET has. */
  async #inWords(call: Call, answer: ApiAnswer): Promise<ApiAnswer> {
    const told = await this.callOnce({ ...call, method: "GET", limit: LONGEST_REFUSAL }).catch(() => answer);
    return told.status === answer.status ? told : answer;
  }

  async #mend({ status, headers, elsewhere }: ApiAnswer): Promise<string | undefined> {
    if (elsewhere === undefined && (status === 401 || status === 403)) return this.#authorization.mend(status);
    if (status === 413) return "something in front of it limits how large a request may be";
    const wait = headers["retry-after"];
    return status === 429 && wait !== undefined
      ? `it asks to wait until ${/^\d+$/.test(wait) ? `${wait} s have passed` : wait}`
      : undefined;
  }

  async #loggedIn(call: Call, ask: Ask): Promise<ApiAnswer> {
    this.#greeting ??= this.#greet();
    await this.#greeting;
    const sent = await this.#authorization.header(call.scopes);
    const answer = await this.#follow(call, sent, ask);
    // another host's challenge is not the registry's: it gets no password and no token
    if (answer.status !== 401 || answer.elsewhere !== undefined) return answer;
    if (!(await this.#authorization.isAnswerable(answer.headers["www-authenticate"], call.scopes, sent))) return answer;
    return this.#follow(call, await this.#authorization.header(call.scopes), ask);
  }

  /** Once, so that no request is sent in vain before it is known how it has to look. */
  async #greet(): Promise<void> {
    const url = new URL("/v2/", this.#url);
    const answer = await this.#persistence.request("first request", { method: "GET", url, limit: LONGEST_REFUSAL });
    if (answer.status === 401) this.#authorization.learn(answer.headers["www-authenticate"]);
  }

  async #follow({ what, url, method, headers, body, limit }: Call, authorization: string | undefined, ask: Ask): Promise<ApiAnswer> {
    let at = url;
    for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
      if (!isSafe(at))
        throw this.error(what, { words: `it sends on to ${at.protocol}//${at.host}, which is not asked: only loopback is without HTTPS` });
      const isOwn = at.origin === this.#url.origin;
      const answer = await ask({ method, url: at, headers: { ...headers, ...(authorization && isOwn && { authorization }) }, body, limit });
      const isFollowed = (method === "GET" || method === "HEAD" ? REDIRECTS : REPEATS).includes(answer.status);
      const next = urlOf(answer.headers.location ?? "", at);
      if (!isFollowed || answer.headers.location === undefined || next === undefined)
        return { ...answer, url: at, ...(!isOwn && { elsewhere: at.host }) };
      at = next;
    }
    throw this.error(what, { words: `it sends on more than ${MOST_REDIRECTS} times` });
  }
}
