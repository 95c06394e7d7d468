import * as z from "zod/mini";
import type { Variable } from "../../lib/service/environment";

/** The name of a time zone that this Node knows. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

export const timeZone = {
  allowed: 'an IANA time zone name, such as "Europe/Berlin"',
  schema: z.string().check(z.refine(isTimeZone)),
} satisfies Partial<Variable<string>>;
