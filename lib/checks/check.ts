import type { Manifest } from "../gitops/manifest";
import type { Finding } from "../platform/finding";
import type { Platform } from "../platform/platform";

export { rulePlace } from "../alerts/rule";
export type { Finding } from "../platform/finding";

/** One kind of drift, looked for in everything that was declared. */
export interface Check {
  /** Kebab-case; named in the message. */
  readonly name: string;
  readonly run: (platform: Platform) => readonly Finding[];
}

/** Where an object is, as the reviewer of the output finds it. */
export function objectPlace({ file, object }: Manifest): string {
  return `dist/${file} ${object.kind} "${object.metadata.name}"`;
}
