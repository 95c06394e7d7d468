/** The cookies of one host: the session, and whatever else the cloud sets beside it. */
export class CookieJar {
  readonly #cookies = new Map<string, string>();

  set(name: string, value: string): void {
    this.#cookies.set(name, value);
  }

  /** Follows the Set-Cookie headers of an answer; a cookie that has expired is dropped. */
  follow(headers: readonly string[] | undefined, now: number): void {
    for (const header of headers ?? []) {
      const [pair = "", ...attributes] = header.split(";");
      const equals = pair.indexOf("=");
      const name = pair.slice(0, equals).trim();
      if (equals < 1 || name === "") continue;
      if (isExpired(attributes, now)) this.#cookies.delete(name);
      else this.#cookies.set(name, pair.slice(equals + 1).trim());
    }
  }

  clear(): void {
    this.#cookies.clear();
  }

  /** For the Cookie header; undefined when there are none. */
  header(): string | undefined {
    return this.#cookies.size === 0 ? undefined : [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  values(): string[] {
    return [...this.#cookies.values()];
  }
}

/** Max-Age goes before Expires (RFC 6265, 5.3). */
function isExpired(attributes: readonly string[], now: number): boolean {
  const named = (name: string) => attributes.map((text) => text.trim().split("=")).find(([key = ""]) => key.toLowerCase() === name)?.[1];
  const maxAge = named("max-age");
  if (maxAge !== undefined && /^-?\d+$/.test(maxAge)) return Number(maxAge) <= 0;
  const expires = Date.parse(named("expires") ?? "");
  return !Number.isNaN(expires) && expires <= now;
}
