import type { Address } from "../address";
import type { Duration } from "../duration";
import type { SecretKey } from "../kubernetes/credential";
import type { Outside } from "../network/connection";
import type { Labels, Workload } from "../network/workload";
import type { Series } from "../series";
import type { Probe } from "./probe";

/**
 * Something that exports series: declared once, projected onto the VM*Scrape object, the connection from the agent, the
 * `job` that rules ask for, and the set of series that rules and dashboards may read.
 */
export interface Scrape {
  /** Names the scrape, and its object where it has one of ours. */
  readonly name: string;
  /** The `job` label of its samples; rules take it from here. @default - comes with the samples */
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
  | ObservedTarget
  | DevicesTarget
  | ProbedTargets
  | {
      /** What others pushed to a gateway, which gives it in the answer to a scrape of its own: it is asked for by no object. */
      readonly kind: "pushed";
      readonly to: WorkloadPort;
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

/** What was seen answering: the program whose names of series are copied, and its release. Others install it, from whatever chart. */
export interface SeenProgram {
  readonly program: string;
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
  /** What is asked of each pod. @default - its /metrics */
  readonly endpoints?: readonly Endpoint[];
}

/** One request of a scrape. An exporter that asks many devices has one for each, told apart by `labels`. */
export interface Endpoint {
  /** @default /metrics */
  readonly path?: string;
  /** Query parameters. @default - none */
  readonly params?: Readonly<Record<string, string>>;
  /** Put on every sample of this request, `up` included. @default - none */
  readonly labels?: Readonly<Record<string, string>>;
  /** Whether labels of the samples win over those of the target (`job`, `instance`, ...). @default - the target's win */
  readonly honorLabels?: boolean;
  /** @default - the agent's own interval */
  readonly interval?: Duration;
  /** No longer than the interval. @default - ten seconds, the agent's own */
  readonly timeout?: Duration;
}

/** Every node's kubelet (VMNodeScrape), whose samples carry the `node` and, as upstream's rules and dashboards ask, the `metrics_path`. */
export interface NodeTarget {
  readonly kind: "node";
  readonly nodes: Outside;
  readonly port: number;
  readonly path: string;
}

/** What somebody else runs, wherever the site says that it is (VMServiceScrape, VMPodScrape, VMStaticScrape). */
export interface ObservedTarget {
  /** What was seen answering. */
  readonly release: SeenProgram;
  readonly kind: "observed";
  /** What it tells of and by what, for people: "chrony, by chrony_exporter". */
  readonly what: string;
  readonly at:
    | {
        readonly kind: "service" | "pods";
        readonly selector: Labels;
        /** Name of the Service's port, or of the container's. */
        readonly port: string;
        /** A pod of it runs on every node. @default - some run somewhere */
        readonly onEachNode?: true;
        /** @default - all */
        readonly namespaces?: readonly string[];
        /** Of all with the selector's labels, those that are left out: a scrape of their own asks them. @default - none */
        readonly without?: Labels;
        /** Pods of ours, which their policy lets the agent in to. @default - somebody else's */
        readonly ofOurs?: Workload;
      }
    | {
        readonly kind: "addresses";
        readonly targets: readonly { readonly address: Address; readonly port: number }[];
      };
  readonly ask: Ask;
}

/** Devices that speak no Prometheus, asked through an exporter (VMStaticScrape): each is an `instance`, by its address. */
export interface DevicesTarget extends WorkloadPort {
  readonly kind: "devices";
  readonly devices: readonly Address[];
  /** The request to the exporter; the device is its parameter `target`. */
  readonly endpoint: Endpoint;
}

/** What an observed exporter is asked, beyond what any is. */
export interface Ask extends Omit<Endpoint, "labels" | "honorLabels"> {
  /**
   * Every label of its samples but `job` wins over the target's, `instance` among them. Those that its catalogue declares do without it.
   * @default - the target's win
   */
  readonly honorLabels?: true;
  /** Sent as a bearer token. Its Secret is in the namespace of the scrape object. */
  readonly token?: SecretKey;
  /** Sent the token of the agent's own service account, which the operator lets read metrics. @default - no token, or the one given */
  readonly hasOwnToken?: true;
  /**
   * Over TLS, with a certificate for this name that the system's roots vouch for, or one of its own making that nobody verifies.
   * @default false
   */
  readonly tls?: "unverified" | { readonly serverName: string | undefined } | false;
  /** Its series get other names at the scrape: a pattern of the name, fully anchored, and what stands in its place (`$1`: the first group). */
  readonly rename?: { readonly from: string; readonly to: string };
}

/** What a blackbox exporter asks for us (VMProbe, one for each). */
export interface ProbedTargets {
  readonly kind: "probes";
  readonly exporter: WorkloadPort;
  readonly probes: readonly Probe[];
}

/** An upstream chart or operator brings its own scrape object; we rely on its series, and let the agent in. */
export interface UpstreamTarget {
  readonly kind: "upstream";
  readonly owner: UpstreamRelease;
  /** Pods; pods on the nodes' own network; or addresses that no pod is behind, such as the API server's. */
  readonly to:
    | WorkloadPort
    | { readonly nodes: Outside; readonly port: number }
    | { readonly outside: Outside; readonly ports: readonly number[] };
}
