import type { MountedSecret } from "../kubernetes/credential";
import type { StoreLists } from "../log-store/lists";
import type { Call } from "../network/connection";
import type { AnyCatalogue } from "../series";
import type { Variables } from "../service/environment";
import type { Component } from "../site/component";
import type { Site } from "../site/schema";
import type { ServiceValues } from "../workloads/service-values";
import type { JobSeverity } from "./declaration";
import type { ListedResource } from "./listed-resource";

/** What a script reads and pushes, whatever becomes of it in the cluster. */
export interface Script<V extends Variables = Variables> {
  /** Its own variables, beside those of every job. */
  readonly settings: V;
  /** What it pushes, the series of its run among them. */
  readonly series: AnyCatalogue;
}

/** A batch job of ours. Its name is its script's: CronJob, push label, cadence, rules and series have no other. */
export interface BatchJob<Name extends string = string, V extends Variables = Variables> {
  /** Base name of the script in the image. */
  readonly script: Name;
  readonly reads: Script<V>;
  /** For people, what it looks after: the end of a sentence that begins with "the job that". */
  readonly purpose: string;
  /** As Kubernetes reads it, in the site's time zone, unless the site says another. */
  readonly schedule: string;
  /** Whose its alerts are. */
  readonly component: Component;
  readonly severity: JobSeverity;
  /** What it is told and whom it asks; a text where the site has nothing for it, saying what it lacks. */
  at(site: Site): JobAtSite<V> | string;
}

export interface JobAtSite<V extends Variables = Variables> {
  readonly values: ServiceValues<V>;
  /** Beside the gateway and what it lists of the API server. @default - nobody */
  readonly calls?: readonly Call[];
  /** What its service account may list of the API server. @default - it has no token */
  readonly lists?: readonly ListedResource[];
  /** What is made for it of what all parts declare of the log store, by file name: found below `configPath` of its name. @default - nothing */
  readonly files?: (declared: StoreLists) => Readonly<Record<string, string>>;
  /** Secrets that its service account may read, make and change, each by its name. @default - none */
  readonly secrets?: (declared: StoreLists) => readonly MountedSecret[];
  /** @default - the job's own */
  readonly schedule?: string;
  /** The longest that a run may take. @default - that of every job */
  readonly runSeconds?: number;
}

/** Declares a job. The name is the script's and nothing else: one that pushes under another can't be written. */
export function batchJob<const Name extends string, V extends Variables>(job: BatchJob<Name, V>): BatchJob<Name, V> {
  return job;
}
