import { nameOf, type Placed, type Rule } from "../alerts/rule";
import type { Manifest } from "../gitops/manifest";
import type { Platform } from "../platform/platform";

/** A drift that must not be merged. */
export interface Finding {
  /** File and object, as the reader finds them. */
  readonly where: string;
  /** What is wrong, with the value. */
  readonly what: string;
  /** What to do, or what is allowed. */
  readonly fix: string;
}

/** One kind of drift, looked for in everything that was declared. */
export interface Check {
  /** Kebab-case; named in the message. */
  readonly name: string;
  readonly run: (platform: Platform) => readonly Finding[];
}

/** Where a rule is declared. */
export function rulePlace({ area, group, rule }: Placed<Rule>): string {
  return `rules/${area}.ts group "${group}" rule "${nameOf(rule)}"`;
}

/** Where an object is, as the reviewer of the output finds it. */
export function objectPlace({ file, object }: Manifest): string {
  return `dist/${file} ${object.kind} "${object.metadata.name}"`;
}
