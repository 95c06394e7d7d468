import * as z from "zod/mini";
import type { Variable } from "../../lib/service/environment";

/** A text that may be left out: empty then. */
export const optionalText = { allowed: "a text, or nothing", schema: z.string(), default: "" } satisfies Partial<Variable<string>>;
