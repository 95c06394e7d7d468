/** What an answer of the cloud, or the lack of one, means (facts: boiler cloud 4 and 6). */
import { errorCode } from "../../../../lib/service/environment";
import { stageOf } from "../../../../lib/service/http-call";
import type { CloudFailure } from "./cloud";

/** A read may be repeated. A write may not: it is only ever sent again when it was turned away at authentication. */
export type CallKind = "read" | "write";

/** The field by which an endpoint says that a write was accepted. */
export type Acceptance = "ok" | "success";

export type Verdict =
  | { readonly kind: "good"; readonly value: unknown }
  | { readonly kind: "expired"; readonly status: number }
  | {
      readonly kind: "failed";
      readonly failure: CloudFailure;
      readonly detail: string;
      readonly isRetryable: boolean;
      /** The answer asks for no request before this time, in milliseconds since the epoch. */
      readonly notBefore?: number | undefined;
    };

const RETRYABLE_STATUSES: ReadonlySet<number> = new Set([408, 500, 502, 503, 504]);

/** The cloud, or what it stands on, did not do its work. */
export function isOutage(status: number): boolean {
  return status >= 500 || status === 408;
}

export function judgeAnswer(
  kind: CallKind,
  acceptance: Acceptance,
  { status, text }: { status: number; text: string },
  notBefore?: number,
): Verdict {
  if ((status >= 300 && status < 400) || status === 401 || status === 403) return { kind: "expired", status };
  const value = parseJson(text);
  if (status >= 200 && status < 300 && value === undefined && isLoginPage(text)) return { kind: "expired", status };

  const said = saidIn(value, text);
  const isCommunication = /communication error/i.test(said);
  const isGateway = isCommunication || /M2M|^:-\(/.test(said);
  const failed = (failure: CloudFailure, detail: string, isRetryable = false): Verdict => ({
    kind: "failed",
    failure: kind === "write" && failure !== "rejected" ? "uncertain" : failure,
    detail: said === "" ? detail : `${detail}: ${said}`,
    isRetryable: isRetryable && kind === "read" && notBefore === undefined,
    notBefore,
  });

  if (isOutage(status))
    return failed(isGateway ? "gateway" : "unreachable", `HTTP ${status}`, RETRYABLE_STATUSES.has(status) || isCommunication);
  if (status < 200 || status >= 300) return failed("rejected", `HTTP ${status}`);
  if (typeof value !== "object" || value === null)
    return isGateway
      ? failed("gateway", "an error instead of an answer", isCommunication)
      : failed("shape", "the answer is no JSON object");
  const accepted = acceptance in value ? Reflect.get(value, acceptance) : undefined;
  if (isGateway && accepted !== true) return failed("gateway", "the gateway does not answer", isCommunication);
  if (accepted === false) return failed("rejected", `${acceptance} is false`);
  if (kind === "write" && accepted !== true)
    return failed(acceptance === "success" ? "rejected" : "shape", `the answer has no ${acceptance}: true`);
  return { kind: "good", value };
}

/** No answer, or half of one. */
export function judgeBreak(kind: CallKind, error: unknown): Verdict {
  const stage = stageOf(error);
  const code = errorCode(error);
  return {
    kind: "failed",
    failure: kind === "write" && stage === "sent" ? "uncertain" : "unreachable",
    detail: `no answer (${code} ${stage === "sent" ? "after the request was sent" : `while ${stage} the connection`})`,
    // A certificate does not become good within a second, and after a full deadline no time is left.
    isRetryable: kind === "read" && stage !== "securing" && code !== "ETIMEDOUT",
  };
}

/** Where JSON is expected, this is how the cloud says that the session is over. */
export function isLoginPage(text: string): boolean {
  return /account\/login|id="loginForm"/i.test(text);
}

/** undefined for what is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The cloud's own words. An HTML page has none that are worth a log line. */
export function saidIn(value: unknown, text: string): string {
  if (typeof value === "string") return value;
  if (value === undefined) return text.trimStart().startsWith("<") ? "" : text.trim();
  const message: unknown = typeof value === "object" && value !== null && "message" in value ? value.message : undefined;
  return typeof message === "string" ? message : "";
}
