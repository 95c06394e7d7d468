/** What the adapter needs of a status page: one small interface, so that another product is another file. */
import type { Level } from "./status";

export interface PageComponent {
  readonly id: string;
  readonly status: string;
}

/** An unresolved incident that this adapter made. */
export interface OwnIncident {
  readonly id: string;
  readonly component: string;
  readonly level: string;
}

/** One request to the page. Each takes one turn of the rate limit. */
export type Call =
  | { readonly kind: "components"; readonly page: number }
  | { readonly kind: "set"; readonly id: string; readonly level: Level }
  | { readonly kind: "incidents"; readonly page: number }
  | { readonly kind: "open incident"; readonly id: string; readonly component: string; readonly level: Level }
  | { readonly kind: "update incident"; readonly incident: string; readonly component: string; readonly level: Level }
  | { readonly kind: "resolve incident"; readonly incident: string; readonly component: string };

/** How a call ended, for the metric and for what comes next. */
export const CALL_OUTCOMES = ["ok", "rate_limited", "unauthorized", "refused", "failed", "timeout"] as const;

export type CallResult =
  | {
      readonly outcome: "ok";
      /** Of a list. */
      readonly components?: readonly PageComponent[];
      readonly incidents?: readonly OwnIncident[];
      /** Of a list: whether another page of it follows. */
      readonly hasMore?: boolean;
      /** Of an opened incident. */
      readonly incident?: string;
    }
  | { readonly outcome: "rate_limited"; readonly retryAfterMs: number | undefined }
  | { readonly outcome: "unauthorized"; readonly reason: string }
  /** Any other 4xx: the page won't do it, and did not. */
  | { readonly outcome: "refused"; readonly reason: string }
  /** 5xx, connection errors, an answer that makes no sense: the page may have done it. */
  | { readonly outcome: "failed" | "timeout"; readonly reason: string };

export interface Page {
  /** Never rejects. */
  readonly call: (call: Call) => Promise<CallResult>;
}
