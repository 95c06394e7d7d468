import type { Duration } from "../duration";
import type { Outside } from "../network/connection";
import type { Workload } from "../network/workload";
import type { Series } from "../series";

/**
 * Something that exports series: declared once, projected onto the VM*Scrape object, the connection from the agent, the
 * `job` that rules ask for, and the set of series that rules and dashboards may read.
 */
export interface Scrape {
  /** Names the scrape, and its object where it has one of ours. */
  readonly name: string;
  /** The `job` label of its samples; rules take it from here. @default - comes with the samples, or is not known yet */
  readonly job?: string;
  /** The exported series that anything of ours reads or may read. */
  readonly series: readonly Series[];
  /** Labels that its targets are given beyond those of their kind. @default - none */
  readonly targetLabels?: readonly string[];
  readonly from: ScrapeSource;
}

export type ScrapeSource =
  | ServiceTarget
  | NodeTarget
  | UpstreamTarget
  | {
      /** The series are relied on before their scrape is part of the platform. */
      readonly kind: "pending";
      /** What will export them. */
      readonly until: string;
      /** Where the agent is let in already. @default - nowhere */
      readonly to?: WorkloadPort;
    };

/** What a rule on a scrape's series asks for. */
export interface Scraped {
  readonly job: string;
}

/** A port of a workload, by its name. */
export interface WorkloadPort {
  readonly workload: Workload;
  readonly port: string;
}

/** A chart or an operator, with the release whose names we copy. */
export interface UpstreamRelease {
  readonly chart: string;
  readonly release: string;
}

/** Pods behind a Service (VMServiceScrape). */
export interface ServiceTarget {
  readonly kind: "service";
  /** The pods behind it, in whose namespace it is. */
  readonly workload: Workload;
  /** Labels of the Service. */
  readonly selector: Readonly<Record<string, string>>;
  /** Name of the Service's port, which has the name of the workload's. */
  readonly port: string;
  /** Whose Service it is. @default - it is in our own output */
  readonly owner?: UpstreamRelease;
  /** @default /metrics */
  readonly path?: string;
  /** @default - the agent's own interval */
  readonly interval?: Duration;
}

/** Every node's kubelet (VMNodeScrape). */
export interface NodeTarget {
  readonly kind: "node";
  readonly nodes: Outside;
  readonly port: number;
  readonly path: string;
}

/** An upstream chart or operator brings its own scrape object; we rely on its series, and let the agent in. */
export interface UpstreamTarget {
  readonly kind: "upstream";
  readonly owner: UpstreamRelease;
  readonly to: WorkloadPort | { readonly nodes: Outside; readonly port: number };
}
