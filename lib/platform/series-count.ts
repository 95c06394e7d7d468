import type { SourcedSample } from "../metrics/catalogue";
import { EVALUATION_INTERVAL, SCRAPE_INTERVAL } from "../metrics/intervals";
import type { LabelSet } from "../metrics/label-set";
import { allows, type LabelMatcher, type Selector, seriesNamed } from "../metrics/promql";
import type { Scrape } from "../metrics/scrape";
import { remembered, rememberedOf } from "../remembered";
import { catalogueOf } from "./catalogue";
import type { Platform } from "./platform";

/*
 * How many series there are of a name, made from its labels. The cluster is one and the same for every site: what a rule costs grows
 * with what there is, and so does the machine that evaluates it.
 */
const NODES = 10;
const PODS = 30 * NODES;
/** Of what pods belong to and of what they use: namespaces, services, workloads, claims, hosts. */
const THINGS = 60;
const A_FEW = 3;

const each = (count: number, labels: string): [string, number][] => labels.split(" ").map((label) => [label, count]);

/** Labels that tell things apart. They go together, as a pod has one namespace: the most numerous counts alone. */
const OF_THINGS: ReadonlyMap<string, number> = new Map([
  ...each(NODES, "node instance id name image"),
  ...each(
    THINGS,
    "namespace service deployment replicaset statefulset horizontalpodautoscaler cronjob ingress host persistentvolumeclaim pvc volume " +
      "persistentvolume owner_name job_name created_by_name poddisruptionbudget target",
  ),
  ...each(PODS, "pod uid container pod_ip container_id container_name resource_name"),
]);

/** Labels that tell kinds apart, where they have others than a few values. */
const OF_KINDS: ReadonlyMap<string, number> = new Map([
  ...each(1, "job owner_kind owner_is_controller created_by_kind"),
  ...each(4, "code quantile state device"),
  ...each(5, "status phase condition verb"),
  ...each(8, "cpu mode"),
  ...each(16, "le flag component"),
  ...each(20, "command"),
]);
/** The series of a name that come from one place. */
interface Source {
  /** Nothing where it is not known. */
  readonly job: string | undefined;
  readonly targets: number;
  /** Seconds between two samples. */
  readonly interval: number;
  /** Its own, as lists: of each the labels. */
  readonly labels: readonly (readonly string[])[];
  /** Its labels say something of a thing, and tell no kinds apart. */
  readonly isInfo: boolean;
}

/** Series of which a selector reads as many samples. */
export interface Picked {
  readonly series: number;
  /** Seconds between two samples. */
  readonly interval: number;
}

/** About how many series a selector picks. */
export function picked(selector: Selector, platform: Platform): Picked[] {
  const sources = sourcesOf(platform);
  const { matchers } = selector;
  const found: Picked[] = [];
  for (const name of seriesNamed(selector, catalogueOf(platform).names)) {
    for (const source of sources(name)) {
      const { job, interval } = source;
      if (job !== undefined && !matchers.every((matcher) => matcher.label !== "job" || allows(matcher, job))) continue;
      found.push({ series: countOf(source, matchers), interval });
    }
  }
  return found;
}

/** The most numerous of the things, times the two most numerous kinds: of more labels not every value meets every other. */
function countOf({ targets, labels, isInfo }: Source, matchers: readonly LabelMatcher[]): number {
  let [things, most, second] = [targets, 1, 1];
  for (const list of labels) {
    for (const label of list) {
      // of what is asked for one value there is that one
      if (matchers.some((matcher) => matcher.label === label && matcher.op === "=" && matcher.value !== "")) continue;
      const many = OF_THINGS.get(label);
      if (many !== undefined) things = Math.max(things, many);
      else if (!isInfo) {
        const kinds = OF_KINDS.get(label) ?? A_FEW;
        second = Math.max(second, Math.min(most, kinds));
        most = Math.max(most, kinds);
      }
    }
  }
  return things * most * second;
}

/** Of the names that are asked, which are few of those that there are. */
const sourcesOf = rememberedOf((platform: Platform): ((name: string) => readonly Source[]) => {
  const catalogue = catalogueOf(platform);
  const scrapes = new Map(platform.scrapes.map((scrape) => [scrape.name, { targets: targetsOf(scrape), interval: intervalOf(scrape) }]));
  const elsewhere = { targets: A_FEW, interval: SCRAPE_INTERVAL.seconds };
  const exported = ({ labels, sometimes, from: { series, job, scrape } }: SourcedSample): Source => {
    const { targets, interval } = (scrape === undefined ? undefined : scrapes.get(scrape)) ?? elsewhere;
    return { job, targets, interval, isInfo: series.kind === "info", labels: [labels, sometimes] };
  };
  const recorded = ({ labels }: LabelSet): Source => {
    const job = labels.get("job")?.value;
    return { job, targets: 1, interval: EVALUATION_INTERVAL.seconds, isInfo: false, labels: [[...labels.keys()]] };
  };
  return remembered((name) => [...(catalogue.samples.get(name) ?? []).map(exported), ...catalogue.recordedUnder(name).map(recorded)]);
});

function targetsOf({ from }: Scrape): number {
  if (from.kind === "probes") return THINGS;
  const isOnEachNode =
    from.kind === "node" ||
    (from.kind === "upstream" && "nodes" in from.to) ||
    (from.kind === "observed" && from.at.kind !== "addresses" && from.at.onEachNode === true);
  return isOnEachNode ? NODES : A_FEW;
}

/** Where its requests differ, the shortest. */
function intervalOf({ from }: Scrape): number {
  const asked =
    from.kind === "service"
      ? (from.endpoints ?? [])
      : from.kind === "observed"
        ? [from.ask]
        : from.kind === "devices"
          ? [from.endpoint]
          : [];
  return Math.min(SCRAPE_INTERVAL.seconds, ...asked.flatMap(({ interval }) => interval?.seconds ?? []));
}
