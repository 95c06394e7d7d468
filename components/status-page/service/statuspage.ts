/** Atlassian Statuspage's API, and whatever speaks it (its OpenAPI document, July 2024). */
import * as z from "zod/mini";
import { errorCode } from "../../../lib/service/environment";
import { type HttpAnswer, type HttpCall, httpCall } from "../../../lib/service/http-call";
import type { Call, CallResult, OwnIncident, Page } from "./page";
import { retryAfterMs } from "./retry-after";

const TIMEOUT_MS = 10_000;
/** The most that the page gives at once; asking without `per_page` is limited to one request a minute. */
const PER_PAGE = 100;
/** A hundred unresolved incidents with all their updates fit; more is not worth the memory. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

/** Under this key an incident's metadata says that it is ours. Values at the top must be objects. */
const MARK = "belfry";

export interface StatuspageOptions {
  /** Without /v1. */
  readonly url: string;
  readonly pageId: string;
  /** Asked at each call. */
  readonly token: () => string;
  readonly now: () => number;
}

const components = z.array(z.object({ id: z.string(), status: z.nullish(z.string()) }));
const marked = z.object({ id: z.string(), metadata: z.object({ [MARK]: z.object({ component: z.string(), level: z.string() }) }) });
const incidents = z.array(z.unknown());
const opened = z.object({ id: z.string() });
/** Older answers call it `error`. */
const refusal = z.object({ message: z.optional(z.string()), error: z.optional(z.string()) });

export class Statuspage implements Page {
  readonly #abort = new AbortController();

  constructor(private readonly options: StatuspageOptions) {}

  async call(call: Call): Promise<CallResult> {
    try {
      const answer = await httpCall({
        ...this.#request(call),
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_ANSWER_BYTES,
        signal: this.#abort.signal,
      });
      return answer.status >= 200 && answer.status < 300 ? read(call, answer) : this.#refused(answer);
    } catch (error) {
      const reason = errorCode(error);
      // The token is no header value: what a person fixes like a refused one.
      if (reason === "ERR_INVALID_CHAR") return { outcome: "unauthorized", reason: "the token holds characters that no header may" };
      return { outcome: reason === "ETIMEDOUT" ? "timeout" : "failed", reason };
    }
  }

  /** Gives the call in flight up. */
  close(): void {
    this.#abort.abort();
  }

  #request(call: Call): Pick<HttpCall, "method" | "url" | "headers" | "json"> {
    const { url, pageId, token } = this.options;
    const { method, path, json } = route(call);
    return {
      method,
      url: new URL(`${url}/v1/pages/${encodeURIComponent(pageId)}/${path}`),
      headers: { authorization: `OAuth ${token()}`, accept: "application/json" },
      json,
    };
  }

  #refused({ status, headers, text }: HttpAnswer): CallResult {
    const reason = `status ${status}`;
    if (status === 420 || status === 429)
      return { outcome: "rate_limited", retryAfterMs: retryAfterMs(headers["retry-after"], this.options.now()) };
    if (status === 401 || status === 403) return { outcome: "unauthorized", reason };
    if (status >= 400 && status < 500 && status !== 408) return { outcome: "refused", reason: `${reason}${messageOf(text)}` };
    return { outcome: "failed", reason };
  }
}

function route(call: Call): { method: HttpCall["method"]; path: string; json?: unknown } {
  switch (call.kind) {
    case "components":
      return { method: "GET", path: `components?page=${call.page}&per_page=${PER_PAGE}` };
    case "set":
      return { method: "PATCH", path: `components/${encodeURIComponent(call.id)}`, json: { component: { status: call.level } } };
    case "incidents":
      return { method: "GET", path: `incidents/unresolved?page=${call.page}&per_page=${PER_PAGE}` };
    case "open incident":
      // `component_ids` and not `components`, which would set their status past the queue.
      return {
        method: "POST",
        path: "incidents",
        json: { incident: { status: "investigating", ...incidentText(call), component_ids: [call.id] } },
      };
    case "update incident":
      return { method: "PATCH", path: incidentPath(call), json: { incident: incidentText(call) } };
    case "resolve incident":
      return {
        method: "PATCH",
        path: incidentPath(call),
        json: { incident: { status: "resolved", body: `${call.component} works normally again.` } },
      };
  }
}

const incidentPath = ({ incident }: { readonly incident: string }) => `incidents/${encodeURIComponent(incident)}`;

function incidentText({ component, level }: { readonly component: string; readonly level: string }) {
  const isMajor = level === "major_outage";
  return {
    name: `${component}: ${isMajor ? "major outage" : "degraded performance"}`,
    body: `Our monitoring sees ${isMajor ? "a major outage" : "degraded performance"} of ${component}.`,
    impact_override: isMajor ? "critical" : "minor",
    metadata: { [MARK]: { component, level } },
  };
}

function read(call: Call, { status, text }: HttpAnswer): CallResult {
  if (call.kind === "set" || call.kind === "update incident" || call.kind === "resolve incident") return { outcome: "ok" };
  const nonsense: CallResult = { outcome: "failed", reason: `status ${status} with a body that is not the page's` };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return nonsense;
  }
  if (call.kind === "components") {
    const { data } = z.safeParse(components, value);
    return data
      ? { outcome: "ok", components: data.map(({ id, status }) => ({ id, status: status ?? "" })), hasMore: data.length >= PER_PAGE }
      : nonsense;
  }
  if (call.kind === "incidents") {
    const { data } = z.safeParse(incidents, value);
    return data ? { outcome: "ok", incidents: data.flatMap(ownIncident), hasMore: data.length >= PER_PAGE } : nonsense;
  }
  // It was opened; without its id the page's list has to tell.
  return { outcome: "ok", incident: z.safeParse(opened, value).data?.id };
}

/** A person's incident has no mark of ours. */
function ownIncident(value: unknown): OwnIncident[] {
  const { data } = z.safeParse(marked, value);
  const mark = data?.metadata[MARK];
  return data && mark ? [{ id: data.id, component: mark.component, level: mark.level }] : [];
}

/** The page's own words, cut: an operator needs them, and they never hold the token. */
function messageOf(text: string): string {
  try {
    const { data } = z.safeParse(refusal, JSON.parse(text));
    const message = data?.message ?? data?.error;
    return message ? ` (${message.slice(0, 200)})` : "";
  } catch {
    return "";
  }
}
