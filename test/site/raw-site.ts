import { readFileSync } from "node:fs";
import { parse } from "yaml";

/** A site as its file holds it, before any check. */
export function rawSite(file: string): unknown {
  return parse(readFileSync(file, "utf8"));
}
