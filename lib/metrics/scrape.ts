import type { Duration } from "../duration";

/**
 * Something that exports series: declared once, projected onto the VM*Scrape object and onto the
 * set of series that rules and dashboards may read.
 */
export interface Scrape {
  /** Names the scrape object; for `service` also the Service, and so the `job` label. */
  readonly name: string;
  /** The exported series that anything of ours reads or may read; a histogram by its `_bucket`, `_sum`, `_count` names. */
  readonly series: readonly string[];
  readonly from: ScrapeSource;
}

export type ScrapeSource =
  | ServiceTarget
  | NodeTarget
  | {
      /** An upstream chart or operator brings its own scrape object; we only rely on its series. */
      readonly kind: "upstream";
      /** Which chart or operator, e.g. `kube-prometheus-stack`. */
      readonly owner: string;
    }
  | {
      /** The series are relied on before their scrape is part of the platform. */
      readonly kind: "pending";
      /** What will export them. */
      readonly until: string;
    };

/** Pods behind a Service (VMServiceScrape). */
export interface ServiceTarget {
  readonly kind: "service";
  readonly namespace: string;
  /** Labels of the Service. */
  readonly selector: Readonly<Record<string, string>>;
  /** Name of the Service's port. */
  readonly port: string;
  /** @default /metrics */
  readonly path?: string;
  /** @default - the agent's own interval */
  readonly interval?: Duration;
}

/** Every node's kubelet (VMNodeScrape). */
export interface NodeTarget {
  readonly kind: "node";
  readonly port: string;
  readonly path: string;
  /** The `job` label. */
  readonly job: string;
}

/** Series that the scraper or the evaluator makes itself, whatever is scraped. */
export const BUILT_IN_SERIES = ["up", "scrape_duration_seconds", "scrape_samples_scraped", "ALERTS", "ALERTS_FOR_STATE"] as const;
