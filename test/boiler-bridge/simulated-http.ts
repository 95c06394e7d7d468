/** Requests and answers of the simulated cloud. */
import type { IncomingMessage } from "node:http";
import type { CallName } from "./cloud-faults";

export type Send = (status: number, body: unknown, headers?: Record<string, string>) => void;

export function turnAway(send: Send, as: "302" | "401" | "403" | "html"): void {
  if (as === "302") send(302, "", { location: "/R2/Account/Login?returnUrl=%2FR2" });
  else if (as === "html") send(200, '<!doctype html><form id="loginForm" action="/R2/Account/Login"></form>');
  else send(Number(as), { message: "Authorization has been denied for this request." });
}

export function refusal(call: CallName, message: string) {
  return call === "SetHoliday" ? { success: false, message } : { ok: false, redirectUrl: null, message, debugMessage: "" };
}

export function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function cookieOf(request: IncomingMessage, name: string): string {
  const pair = (request.headers.cookie ?? "").split("; ").find((one) => one.startsWith(`${name}=`));
  return pair?.slice(name.length + 1) ?? "";
}

export async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk);
  } catch {
    // The client gave up; what came is all there is.
  }
  return Buffer.concat(chunks).toString("utf8");
}
