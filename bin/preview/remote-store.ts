import { messageOf } from "../../lib/message-of";
import type { Parameters } from "./store";

/** Longer than a store lets a query take of itself; one that accepts and says nothing would never be told. */
const LONGEST_SECONDS = 60;

/** A store that answers elsewhere. Its user and password may stand in the address, a bearer token in the variable. */
export class RemoteStore {
  readonly #base: URL;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(
    address: string,
    token: string | undefined,
    readonly longestSeconds = LONGEST_SECONDS,
  ) {
    const url = new URL(address.endsWith("/") ? address : `${address}/`);
    const { username, password } = url;
    const basic = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString("base64");
    this.#headers = {
      "content-type": "application/x-www-form-urlencoded",
      ...(username !== "" && { authorization: `Basic ${basic}` }),
      ...(token && { authorization: `Bearer ${token}` }),
    };
    // fetch refuses them there, and messages would show them
    url.username = "";
    url.password = "";
    this.#base = url;
  }

  get address(): string {
    return this.#base.href.replace(/\/$/, "");
  }

  async ask(path: string, parameters: Parameters): Promise<{ readonly status: number; readonly body: string }> {
    const form = new URLSearchParams(
      Object.entries(parameters).flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, value]])),
    );
    const isQuery = path.startsWith("query");
    const url = new URL(`api/v1/${path}${isQuery ? "" : `?${form}`}`, this.#base);
    try {
      const response = await fetch(url, {
        method: isQuery ? "POST" : "GET",
        headers: this.#headers,
        body: isQuery ? form : undefined,
        signal: AbortSignal.timeout(this.longestSeconds * 1000),
      });
      return { status: response.status, body: await response.text() };
    } catch (error) {
      const { name, cause } = error as { readonly name?: string; readonly cause?: unknown };
      if (name === "TimeoutError") {
        const why = `${this.address} has not answered within ${this.longestSeconds} s; choose a shorter time, or ask less of it`;
        return { status: 504, body: JSON.stringify({ status: "error", error: why }) };
      }
      const why = `${this.address} does not answer (${messageOf(cause ?? error)}); is it the address of a Prometheus-compatible store?`;
      return { status: 502, body: JSON.stringify({ status: "error", error: why }) };
    }
  }
}
