import type { Series } from "../series";
import type { Component } from "../site/component";

/** Tells how often each CronJob of the cluster runs. */
export const CADENCE_MAP = "cadence-map";

/** Cadences that may pass without a run: one run may fail, and the next one take its time. */
export const CADENCES_UNTIL_STALE = 2;

/** How loud a batch job is: of what only `info` tells, nobody would hear. */
export const JOB_SEVERITIES = ["critical", "warning"] as const;
export type JobSeverity = (typeof JOB_SEVERITIES)[number];

/**
 * A batch job at a site, as everybody but its own CronJob knows it: rules, dashboards, checks, the install page. Its name is the base name of
 * its script, the label `job` of what it pushes, and what its cadence is told under: there is no second place to name it.
 */
export interface DeclaredJob {
  readonly name: string;
  readonly component: Component;
  readonly severity: JobSeverity;
  /** What it tells beside its runs; each sample also has its `job`. */
  readonly gauges: readonly Series[];
  readonly runs: OwnRuns | ForeignRuns;
}

/** A CronJob of ours. */
export interface OwnRuns {
  readonly by: "belfry";
  /** As Kubernetes reads it. */
  readonly schedule: string;
  /** IANA name. */
  readonly timeZone: string;
}

/** Somebody else's program, in whatever language. */
export type ForeignRuns =
  /** A CronJob of the cluster, whose schedule the cadence map reads. */
  | { readonly by: "cluster"; readonly namespace: string }
  /** Outside of the cluster, where nobody else knows how often it runs. */
  | { readonly by: "elsewhere"; readonly addresses: readonly string[]; readonly everySeconds: number };
