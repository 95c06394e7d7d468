import { createHash } from "node:crypto";

/** The pod annotation that changes with a ConfigMap's content, so that a change restarts what reads it. */
export function checksumAnnotation(configMap: string): string {
  return `checksum/${configMap}`;
}

/** Independent of key order. */
export function checksum(data: Readonly<Record<string, string>>): string {
  const sorted = Object.entries(data).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(sorted)).digest("hex");
}
