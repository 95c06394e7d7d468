/** The calls of the boiler cloud, and how each can go wrong. */

export const CALLS = [
  "LoginPage",
  "Login",
  "GetData",
  "SetData",
  "SetTemperature",
  "SetTimeProg",
  "GetHolidays",
  "SetHoliday",
  "WriteDataPoints",
] as const;
export type CallName = (typeof CALLS)[number];

/** How one request goes wrong. */
export type Fault =
  /** All sessions end, and the request is turned away in this form. */
  | { readonly kind: "expire"; readonly as: "302" | "401" | "403" | "html" }
  | { readonly kind: "rateLimit"; readonly retryAfter?: string; readonly body?: string }
  /** Never answered. */
  | { readonly kind: "hang"; readonly hasEffect?: boolean }
  | { readonly kind: "drop"; readonly hasEffect?: boolean }
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly body: string;
      readonly hasEffect?: boolean;
      readonly headers?: Record<string, string>;
    }
  | { readonly kind: "reject"; readonly message?: string }
  | { readonly kind: "communicationError"; readonly hasEffect?: boolean }
  /** Accepted, and nothing happens. */
  | { readonly kind: "silentDrop" }
  /** Accepted and done; the boiler goes back to what it held. */
  | { readonly kind: "revert"; readonly afterMs: number }
  /** A read that shows what was there before the last write. */
  | { readonly kind: "stale" }
  | { readonly kind: "slow"; readonly ms: number };
