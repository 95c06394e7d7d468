import * as z from "zod/mini";
import { holdsMoreValues } from "./json-values";

/** A body of 2 MiB that holds nothing but the shortest alerts has a hundred thousand values; parsed, so many take some 10 MiB. */
const MAX_VALUES = 131_072;

const schema = z.object({
  version: z.literal("4"),
  alerts: z.array(z.unknown()),
  // A count that can't be read may hide alerts; looking them up is harmless.
  truncatedAlerts: z.catch(z.optional(z.number().check(z.gte(0))), 1),
});

export interface Webhook {
  /** Elements of `alerts`, unchecked. */
  readonly alerts: readonly unknown[];
  /** Whether Alertmanager left alerts out. */
  readonly isTruncated: boolean;
}

/** Alertmanager's webhook payload, version 4 (Alertmanager, notify/webhook and template), or undefined. Its own status, its labels and the order of its alerts say nothing here. */
export function readWebhook(body: Buffer): Webhook | undefined {
  if (holdsMoreValues(body, MAX_VALUES)) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
  const result = z.safeParse(schema, value);
  return result.success ? { alerts: result.data.alerts, isTruncated: (result.data.truncatedAlerts ?? 0) > 0 } : undefined;
}
