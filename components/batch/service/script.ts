import type { AnyCatalogue } from "../../../lib/series";
import type { Configuration, Variables } from "../../../lib/service/environment";
import type { Logger } from "../../../lib/service/log";
import type { JobName } from "../jobs/names";
import type { Gauge } from "./gauge";

/** What a run is given. */
export interface Run<V extends Variables = Variables> {
  readonly configuration: Configuration<V>;
  readonly log: Logger;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Aborts when the run has to end. */
  readonly signal: AbortSignal;
}

/** What a run found, and what it could not read, each by its name. A run with failures has failed, and what it found is pushed all the same. */
export interface Found {
  readonly gauges: readonly Gauge[];
  /** @default - none */
  readonly failures?: readonly Error[];
}

/** A script of the image: what it does once. */
export interface Script<V extends Variables = Variables> {
  readonly name: JobName;
  /** For `--help`: what it finds out. */
  readonly purpose: string;
  /** For `--help`: what it asks, and how. */
  readonly protocol: string;
  /** Its own variables. */
  readonly settings: V;
  readonly series: AnyCatalogue;
  /** What is told of a run that could find out nothing, by its settings for instance. @default - nothing: figures of before stay */
  readonly always?: readonly Gauge[];
  /** Settles with what it found; rejects, with a Refusal where that can be mended, when it could find out nothing. Soon after `signal`. */
  run(run: Run<V>): Promise<Found>;
}
