import type { ReceiverPromises, Routing } from "../alerts/routing";
import type { RuleBundle } from "../alerts/rule";
import type { DeclaredJob } from "../batch/declaration";
import type { Dashboard, SavedDashboard } from "../dashboards/dashboard";
import type { UpstreamChart } from "../gitops/application";
import type { OutputFile } from "../gitops/manifest";
import type { Credential } from "../kubernetes/credential";
import type { NamespaceDeclaration } from "../kubernetes/namespace";
import type { StoreLists } from "../log-store/lists";
import type { LocalDetector } from "../logs/detector";
import type { Stream } from "../logs/stream";
import type { AbsentExporter } from "../metrics/observed";
import type { Scrape, UpstreamRelease } from "../metrics/scrape";
import type { Connection } from "../network/connection";
import type { Workload } from "../network/workload";
import type { Series } from "../series";
import type { OutsideSetup, Prerequisite, SectionAtSite } from "./installation";
import type { Waiting } from "./rules-at-site";

/** What parts declare, each any number of: together they are what the platform is made of. */
export interface Lists extends StoreLists {
  readonly namespaces: readonly NamespaceDeclaration[];
  readonly credentials: readonly Credential[];
  readonly charts: readonly UpstreamChart[];
  /** The operators that make something of our objects, whoever installs them. */
  readonly operators: readonly UpstreamRelease[];
  /** Who calls or is called; each of ours gets the network policy that its connections need. */
  readonly workloads: readonly Workload[];
  readonly connections: readonly Connection[];
  readonly scrapes: readonly Scrape[];
  /** Exporters that nobody asks here: rules on what they alone give are left out. */
  readonly absentExporters: readonly AbsentExporter[];
  /** What a second store gets too, once there is one. */
  readonly curated: readonly Series[];
  /** Everything that runs by the clock and tells of it: what dashboards show a row of. */
  readonly batchJobs: readonly DeclaredJob[];
  readonly rules: readonly RuleBundle[];
  readonly detectors: readonly LocalDetector[];
  /** Alerts of detectors that have nothing to look at here. */
  readonly dormantDetections: readonly string[];
  /** Pages of the dashboard application. */
  readonly dashboards: readonly (Dashboard | SavedDashboard)[];
  /** Rules of ours that have nothing to look at here: they are told, and their runbook pages stay. */
  readonly withheld: readonly Waiting[];
  /** What somebody installs before the first bundle is applied. */
  readonly prerequisites: readonly Prerequisite[];
  /** What people set up where the CD tool applies nothing. */
  readonly outsideSetups: readonly OutsideSetup[];
  /** The sections that this site could do without. */
  readonly sections: readonly SectionAtSite[];
  /** What works and may not for long, or not as meant: whole lines for people, each with its key of the site. */
  readonly cautions: readonly string[];
  /** What is written beside the objects, for people. */
  readonly files: readonly OutputFile[];
}

/** What exactly one part declares: there is one alert manager, one agent, one log plane. */
export interface Singles {
  readonly routing: Routing;
  readonly promises: ReceiverPromises;
  /** The scraper agent, which calls whatever is scraped. */
  readonly agent: Workload;
  readonly logs: LogPlane;
}

export interface Declarations extends Lists, Singles {}

/** Which outputs and flows play which part in the log plane. */
export interface LogPlane {
  /** What ships to the outputs. */
  readonly aggregator: Workload;
  readonly relayOutput: string;
  /** Where everything is searched for. */
  readonly routerOutput: string;
  /** Ships every line to the router, but those that shipping makes. */
  readonly catchAllFlow: string;
  /** The relay refuses a larger body. */
  readonly maxBodyBytes: number;
  /** What every stored record may have beside its stream's columns. */
  readonly sharedColumns: Stream["columns"];
}

const NOTHING: Lists = {
  namespaces: [],
  credentials: [],
  charts: [],
  operators: [],
  workloads: [],
  connections: [],
  scrapes: [],
  absentExporters: [],
  curated: [],
  batchJobs: [],
  rules: [],
  detectors: [],
  dormantDetections: [],
  streams: [],
  ingestTokens: [],
  storedTelemetry: [],
  logAlerts: [],
  dashboards: [],
  withheld: [],
  prerequisites: [],
  outsideSetups: [],
  sections: [],
  cautions: [],
  files: [],
};

const SINGLES = ["routing", "promises", "agent", "logs"] satisfies (keyof Singles)[];

/** What a part may declare, by name. */
export const DECLARATIONS: readonly string[] = [...Object.keys(NOTHING), ...SINGLES];

/**
 * Everything that the parts declare.
 * @throws when two parts declare what there is one of, or none does: a mistake in charts/, not in the site
 */
export function together(declared: readonly Partial<Declarations>[]): Declarations {
  const lists = Object.fromEntries(
    (Object.keys(NOTHING) as (keyof Lists)[]).map((key) => [key, declared.flatMap((one): readonly unknown[] => one[key] ?? [])]),
  );
  // every key of Lists is there, each with what the parts declare under it
  return { ...(lists as unknown as Lists), ...singles(declared) };
}

function singles(declared: readonly Partial<Declarations>[]): Singles {
  const only = <K extends keyof Singles>(key: K): Singles[K] => {
    const [one, ...more] = declared.flatMap((part) => part[key] ?? []);
    if (one === undefined || more.length > 0)
      throw new Error(
        `${more.length === 0 ? "no part declares" : "several parts declare"} "${key}"; list exactly one that does in charts/platform.ts`,
      );
    return one as Singles[K];
  };
  return { routing: only("routing"), promises: only("promises"), agent: only("agent"), logs: only("logs") };
}
