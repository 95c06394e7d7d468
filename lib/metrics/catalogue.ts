import { remembered } from "../remembered";
import { type SampleName, type Series, sampleNames, seriesOf } from "../series";
import { evaluatorSeries, targetSeries } from "./built-in-series";
import { type KnownLabel, type LabelSet, labelSet, NO_LABELS, withOrWithout } from "./label-set";
import { PROBE_LABELS } from "./probe";
import { type SeriesSelector, seriesNamed } from "./promql";
import { type ResultLabels, resultLabels } from "./result-labels";
import type { Scrape } from "./scrape";

/** A rule that records a series. */
export interface Recorded {
  readonly name: string;
  readonly expr: string;
  /** Put on every sample. @default - none */
  readonly labels?: Readonly<Record<string, string>>;
}

/** A series as one source gives it. */
export interface SourcedSeries {
  readonly series: Series;
  /** The `job` of its samples; nothing where it comes with them, or is not known yet. */
  readonly job: string | undefined;
  /** Nothing of what the evaluator makes. */
  readonly scrape: string | undefined;
  /** Labels that the scraper adds. */
  readonly target: Target;
  /** Whether samples may carry labels that nobody declares. */
  readonly isOpen: boolean;
}

/** Samples under one name, as one source gives them. */
export interface SourcedSample extends SampleName {
  readonly from: SourcedSeries;
}

/** A scrape, or an exporter that nobody asks here: a rule may name its series beside others that are there. */
export type CatalogueSource = Pick<Scrape, "name" | "job" | "series" | "targetLabels"> & {
  readonly from: Scrape["from"] | { readonly kind: "absent" };
};

/** What can be asked: the series that scrapes export, that the scraper and the evaluator make, and that rules record. */
export class Catalogue {
  /** In the order of the scrapes. */
  readonly exported: readonly SourcedSeries[];
  /** The same by the names under which samples are stored. */
  readonly samples: ReadonlyMap<string, readonly SourcedSample[]>;
  /** Every name under which samples are stored. */
  readonly names: ReadonlySet<string>;
  readonly #recorded = new Map<string, Recorded[]>();
  readonly #inferred = new Map<string, ResultLabels>();
  /** Made when they are asked for: rules ask for few of the names. */
  readonly #exportedUnder = remembered((name): readonly LabelSet[] =>
    (this.samples.get(name) ?? []).map((sample) => labelSet([...sample.from.target, ...own(sample)], sample.from.isOpen)),
  );

  constructor(
    scrapes: readonly CatalogueSource[],
    readonly recordings: readonly Recorded[],
  ) {
    const exported: SourcedSeries[] = [];
    const samples = new Map<string, SourcedSample[]>();
    const declare = (series: Series, scrape: Pick<Scrape, "name" | "job"> | undefined, target: Target, isOpen = false) => {
      const from = { series, job: scrape?.job, scrape: scrape?.name, target, isOpen };
      exported.push(from);
      for (const { name, labels, sometimes } of sampleNames(series)) put(samples, name, { name, labels, sometimes, from });
    };
    for (const scrape of scrapes) {
      const target = targetLabels(scrape);
      // whose job is not known is not scraped yet, or scraped as the target of another
      const ofTarget = scrape.job === undefined ? [] : seriesOf(targetSeries);
      for (const series of [...scrape.series, ...ofTarget]) declare(series, scrape, target);
    }
    for (const series of seriesOf(evaluatorSeries)) declare(series, undefined, [], true);
    for (const recorded of recordings) put(this.#recorded, recorded.name, recorded);
    this.exported = exported;
    this.samples = samples;
    this.names = new Set([...samples.keys(), ...this.#recorded.keys()]);
  }

  /** The labels of the samples under a name, one set for each source; none under a name that nobody gives. */
  labelsUnder(name: string): readonly LabelSet[] {
    return [...this.#exportedUnder(name), ...this.recordedUnder(name)];
  }

  /** The same of those that rules record. */
  recordedUnder(name: string): readonly LabelSet[] {
    return (this.#recorded.get(name) ?? []).flatMap((one) => this.labelsRecorded(one));
  }

  /** The labels of what a rule records. */
  labelsRecorded({ expr, labels = {} }: Recorded): readonly LabelSet[] {
    const { sets = [NO_LABELS] } = this.labelsOf(expr);
    return sets.map((set) =>
      // an empty value takes the label away
      Object.entries(labels).reduce(
        (so, [label, value]) => withOrWithout(so, label, value === "" ? undefined : { always: true, value }),
        set,
      ),
    );
  }

  /** The labels of what a selector picks by its name, its conditions on labels apart. */
  labelsPicked(selector: SeriesSelector): readonly LabelSet[] {
    return seriesNamed(selector, this.names).flatMap((name) => this.labelsUnder(name));
  }

  /** The labels of what an expression gives. */
  labelsOf(expr: string): ResultLabels {
    const known = this.#inferred.get(expr);
    if (known !== undefined) return known;
    // a recording that reads itself gives nothing
    this.#inferred.set(expr, { sets: [], problems: [] });
    const inferred = resultLabels(expr, (selector) => this.labelsPicked(selector));
    this.#inferred.set(expr, inferred);
    return inferred;
  }
}

/** Labels, each with what is known of it. */
type Target = readonly (readonly [string, KnownLabel])[];

const ALWAYS: KnownLabel = { always: true };
const SOMETIMES: KnownLabel = { always: false };

/** What the scraper puts on a target's samples (operator, factory/vmscrapes). */
function targetLabels({ job, from, targetLabels: more = [] }: CatalogueSource): Target {
  const each = (known: KnownLabel, ...labels: string[]): Target => labels.map((label) => [label, known]);
  const ofService = (known: KnownLabel) => [...each(known, "namespace", "service", "endpoint"), ...each(SOMETIMES, "pod", "container")];
  const ofKind = {
    service: ofService(ALWAYS),
    upstream: ofService(ALWAYS),
    node: each(ALWAYS, "node", "metrics_path"),
    probes: each(ALWAYS, ...PROBE_LABELS),
    pushed: ofService(ALWAYS),
    // the same rules hold wherever the site has it
    observed: ofService(SOMETIMES),
    devices: [],
    absent: ofService(SOMETIMES),
  };
  const known = job === undefined ? ALWAYS : { always: true, value: job };
  const endpoints = from.kind === "service" ? (from.endpoints ?? []) : from.kind === "devices" ? [from.endpoint] : [];
  const ofEndpoints = new Set(endpoints.flatMap(({ labels = {} }) => Object.keys(labels)));
  const given = [...ofEndpoints].map(
    (label) => [label, endpoints.every(({ labels = {} }) => label in labels) ? ALWAYS : SOMETIMES] as const,
  );
  // what is pushed brings an empty instance along, and with it no other
  const instance = from.kind === "pushed" ? SOMETIMES : ALWAYS;
  return [["job", known], ["instance", instance], ...ofKind[from.kind], ...each(ALWAYS, ...more), ...given];
}

/** What the exporter itself says of a sample stands, whatever its target is given. */
function own({ labels, sometimes }: SampleName): Target {
  return [...labels.map((label) => [label, ALWAYS] as const), ...sometimes.map((label) => [label, SOMETIMES] as const)];
}

function put<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
