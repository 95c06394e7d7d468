/** One HTTP request and its whole answer: no redirect, no second try, and a failure that says of which kind it is. */
import { request as overHttp } from "node:http";
import { request as overHttps } from "node:https";

export interface HttpRequest {
  readonly method: "GET" | "HEAD" | "POST" | "PUT";
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** An answer of more bytes is not read. @default - no limit */
  readonly limit?: number;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}

export interface Timeouts {
  readonly connectMs: number;
  /** Without a byte in either direction. A registry may take its time over the end of an upload, which it moves and hashes. */
  readonly silenceMs: number;
}

export const TIMEOUTS: Timeouts = { connectMs: 10_000, silenceMs: 60_000 };

/** Node tries each address of a name for 250 ms only, which a far host's first may need alone. */
const ATTEMPT_MS = 2_500;

/**
 * `cut`: another try may help. `refused`: nothing listens, which may be a restart. `gone`: the host can't be reached, or says nothing.
 * `endless`: more than anybody asked for.
 */
export class NoAnswer extends Error {
  constructor(
    readonly kind: "cut" | "refused" | "gone" | "endless",
    message: string,
    /** That did not answer. @default - one that has answered, but not to this end */
    readonly host?: string,
  ) {
    super(message);
  }
}

const CUT = ["ECONNRESET", "EPIPE", "ECONNABORTED"];

const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: "its name is not known",
  EAI_AGAIN: "its name can't be looked up now",
  EHOSTUNREACH: "there is no way to its host",
  ENETUNREACH: "there is no way to its network",
  ETIMEDOUT: "it does not answer",
  EPROTO: "it does not speak HTTPS, which all but loopback is asked with",
};

export async function send(request: HttpRequest, timeouts: Timeouts): Promise<HttpAnswer> {
  for (;;) {
    const answer = await sent(request, timeouts);
    if (answer !== STALE) return answer;
  }
}

/** A connection of before that the server has closed meanwhile: there are some at most, and then a new one is made. */
const STALE = Symbol("stale");

function sent({ method, url, headers, body, limit }: HttpRequest, { connectMs, silenceMs }: Timeouts): Promise<HttpAnswer | typeof STALE> {
  return new Promise((resolve, reject) => {
    const isSecure = url.protocol === "https:";
    const length = method === "GET" || method === "HEAD" ? undefined : { "content-length": String(body?.length ?? 0) };
    const options = { method, headers: { ...headers, ...length }, autoSelectFamilyAttemptTimeout: ATTEMPT_MS };
    const request = (isSecure ? overHttps : overHttp)(url, options);
    const fail = (error: NoAnswer) => {
      request.destroy();
      reject(error);
    };
    const connecting = setTimeout(() => fail(new NoAnswer("gone", `no connection within ${connectMs / 1000} s`)), connectMs);
    request.on("socket", (socket) => {
      const isConnected = () => clearTimeout(connecting);
      if (socket.connecting) socket.once(isSecure ? "secureConnect" : "connect", isConnected);
      else isConnected();
    });
    request.setTimeout(silenceMs, () => fail(new NoAnswer("gone", `silent for ${silenceMs / 1000} s`)));
    request.on("close", () => clearTimeout(connecting));
    request.on("error", (error: NodeJS.ErrnoException) => {
      // of a body it is not known how much was taken
      if (request.reusedSocket && body === undefined && CUT.includes(error.code ?? "")) resolve(STALE);
      else fail(failure(error));
    });
    request.on("response", (response) => {
      const chunks: Buffer[] = [];
      let received = 0;
      response.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        received += chunk.length;
        if (limit !== undefined && received > limit) fail(new NoAnswer("endless", `its answer has more than ${limit} bytes`));
      });
      response.on("error", (error) => fail(failure(error)));
      response.on("end", () => {
        const told = Object.entries(response.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : value]);
        resolve({ status: response.statusCode ?? 0, headers: Object.fromEntries(told), body: Buffer.concat(chunks) });
      });
    });
    request.end(body);
  });
}

function failure(error: Error & { readonly code?: string }): NoAnswer {
  const { code = "" } = error;
  if (CUT.includes(code)) return new NoAnswer("cut", "the connection was cut");
  if (code === "ECONNREFUSED") return new NoAnswer("refused", "it refuses the connection: nothing listens there");
  if (/CERT|SELF_SIGNED|UNABLE_TO/.test(code)) {
    return new NoAnswer("gone", `its certificate is not trusted (${code}): NODE_EXTRA_CA_CERTS names the file of a CA of one's own`);
  }
  return new NoAnswer("gone", REASONS[code] ?? (error.message || code));
}
