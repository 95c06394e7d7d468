import type { Routing } from "../alerts/routing";
import { nameOf, type Placed, type Rule, type RuleBundle } from "../alerts/rule";
import type { UpstreamChart } from "../gitops/application";
import type { Manifest, OutputFile } from "../gitops/manifest";
import type { LocalDetector } from "../logs/detector";
import type { Scrape } from "../metrics/scrape";
import type { Site } from "../site/schema";

/** Everything that was declared, and what became of it. */
export interface Platform {
  readonly site: Site;
  readonly scrapes: readonly Scrape[];
  readonly rules: readonly RuleBundle[];
  readonly detectors: readonly LocalDetector[];
  readonly routing: Routing;
  readonly promises: ReceiverPromises;
  readonly charts: readonly UpstreamChart[];
  /** Which outputs and flows play which part in the log plane. */
  readonly logs: { readonly relayOutput: string; readonly catchAllFlow: string; readonly maxBodyBytes: number };
  /** Runbook pages by alert name. */
  readonly runbooks: ReadonlyMap<string, string>;
  readonly manifests: readonly Manifest[];
  /** What is written beside the objects, for people. */
  readonly files: readonly OutputFile[];
}

/** Which receivers an alert reaches, by what its labels promise. */
export interface ReceiverPromises {
  readonly watchdog: readonly string[];
  readonly critical: readonly string[];
  readonly warning: readonly string[];
  readonly info: readonly string[];
  /** Upstream rules: no `team`. */
  readonly imported: readonly string[];
}

/** A drift that must not be merged. */
export interface Finding {
  /** File and object, as the reader finds them. */
  readonly where: string;
  /** What is wrong, with the value. */
  readonly what: string;
  /** What to do, or what is allowed. */
  readonly mend: string;
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
