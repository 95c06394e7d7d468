import { readFileSync } from "node:fs";
import * as z from "zod/mini";
import { isCidr, isIPv4Address } from "../../../lib/address";
import { errorCode } from "../../../lib/service/environment";
import { COMPONENTS } from "../../../lib/site/component";
import type { RelaySite } from "../site-file";

// What site.yaml accepts, read by the same functions: a range that one end takes and the other refuses would stop the relay.
const range = z.string().check(z.refine(isCidr, { error: "expected an address range such as 192.168.0.0/16" }));
const address = z.string().check(z.refine(isIPv4Address, { error: "expected an IPv4 address" }));
const schema = z.strictObject({
  namespaces: z.record(z.string(), z.enum(COMPONENTS, { error: `expected one of ${COMPONENTS.join(", ")}` })),
  trusted_ranges: z.array(range),
  nat64_egress: z.optional(address),
  quoting: z.optional(z.strictObject({ namespaces: z.array(z.string()) })),
});

/** The site from its file, or everything that is wrong with the file. */
export function readSite(path: string): RelaySite | { problems: string[] } {
  const at = `RELAY_SITE_FILE ${JSON.stringify(path)}`;
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    return {
      problems: [
        `${at}: ${error instanceof SyntaxError ? "it is no JSON" : `can't be read (${errorCode(error)})`}; write the relay's site.json there`,
      ],
    };
  }
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  return { problems: result.error.issues.map((issue) => `${at}: ${issue.path.join(".") || "the file"}: ${sentence(issue)}`) };
}

/** zod/mini speaks no language of its own, which keeps 400 kB of them out of the bundle. */
function sentence(issue: z.core.$ZodIssue): string {
  if (issue.code === "unrecognized_keys") {
    return `unknown key ${issue.keys.map((key) => JSON.stringify(key)).join(", ")}; allowed are ${Object.keys(schema.shape).join(", ")}`;
  }
  return issue.code === "invalid_type" ? `expected ${issue.expected}` : issue.message;
}
