/**
 * A proof names the labels that matter to its author; a real sample also carries its job and what the scraper knows of the target.
 * Judged without these, a join by `pod` or across jobs holds in the proof and nowhere else.
 */

import { targetSeries } from "../metrics/built-in-series";
import type { Scrape } from "../metrics/scrape";
import { labelsOfTarget } from "../metrics/target-labels";
import { type SampleName, sampleNames, TARGET_LABELS, type TargetLabel } from "../series";
import { readSeries } from "./notation";
import type { SeriesSet } from "./proof";

export type Labels = Readonly<Record<string, string>>;

/** A series of a proof, read. */
export interface ProofSeries {
  readonly name: string;
  readonly labels: Labels;
  /** In promtool's notation. */
  readonly values: string;
}

export interface CompletedSeries {
  readonly series: readonly ProofSeries[];
  /** The labels that no author wrote. */
  readonly added: ReadonlySet<string>;
}

/** Those of every target, whatever it exports. */
const OF_EVERY_TARGET = new Set(Object.keys(targetSeries));

/**
 * The series with the labels that their author left out. Nothing written is changed, and what no scrape exports stays as it is.
 * @throws for a series that several jobs export, when it is written without one
 */
export function completeSeries(written: SeriesSet, scrapes: readonly Scrape[]): CompletedSeries {
  const targets: Target[] = [];
  const placed = Object.entries(written).map(([selector, values]) => {
    const one = proofSeries(selector, values);
    const origin = originOf(one, scrapes);
    return { one, origin, target: origin && targetOf(one, origin, targets) };
  });
  const added = new Set<string>();
  const series = placed.map(({ one, origin, target }) => {
    if (origin === undefined || target === undefined) return one;
    // an exporter's own label wins over the target's (honorLabels): one that every sample has and the author left out is his to write
    const isOwn = (label: string) => origin.sample.labels.includes(label) && !(label === "node" && origin.scrape.from.kind === "node");
    const carried = { ...labelsOfTarget(origin.scrape, { index: target.index, node: target.known.node }), ...target.known };
    const missing = Object.entries(carried).filter(([label]) => one.labels[label] === undefined && !isOwn(label));
    for (const [label] of missing) added.add(label);
    return { ...one, labels: { ...Object.fromEntries(missing), ...one.labels } };
  });
  return { series, added };
}

function proofSeries(selector: string, values: string): ProofSeries {
  const one = readSeries(selector);
  if (one === undefined) {
    throw new Error(`"${selector}" is no series: write a name and the exact values of its labels, such as up{job="relay"}`);
  }
  return { name: one.name, labels: Object.fromEntries(one.labels), values };
}

/** The scrape that brings a series, and how it is exported there. */
interface Origin {
  readonly scrape: Scrape;
  readonly sample: SampleName;
}

function originOf({ name, labels }: ProofSeries, scrapes: readonly Scrape[]): Origin | undefined {
  // the job is all that tells one `up` from another: without it, it is anybody's
  if (OF_EVERY_TARGET.has(name)) {
    const isAsked = ({ job, from }: Scrape) =>
      job === labels.job && (from.kind !== "node" || [undefined, from.path].includes(labels.metrics_path));
    const scrape = labels.job === undefined ? undefined : scrapes.find(isAsked);
    return scrape && { scrape, sample: { name, labels: [], sometimes: [] } };
  }
  const origins = scrapes.flatMap((scrape): Origin[] => {
    const sample = samplesOf(scrape).get(name);
    return sample === undefined ? [] : [{ scrape, sample }];
  });
  // a scrape without a job is a pushed or a pending one: its samples bring theirs
  if (labels.job !== undefined) {
    return origins.find(({ scrape }) => scrape.job === labels.job) ?? origins.find(({ scrape }) => scrape.job === undefined);
  }
  const [origin] = origins;
  // several scrapes may bring one job: databases of ours and those of others
  const choices = [...new Set(origins.map(({ scrape }) => scrape.job ?? `(${scrape.name}: any)`))].sort();
  if (choices.length > 1) {
    throw new Error(`the series "${name}" comes from several jobs; write its job in the proof, one of: ${choices.join(", ")}`);
  }
  return origin;
}

/** Kept, because every series of every proof is looked up. */
const exported = new WeakMap<Scrape, ReadonlyMap<string, SampleName>>();

function samplesOf(scrape: Scrape): ReadonlyMap<string, SampleName> {
  const known = exported.get(scrape) ?? new Map(scrape.series.flatMap(sampleNames).map((sample) => [sample.name, sample]));
  exported.set(scrape, known);
  return known;
}

/** A target of a scrape, as far as the series of a proof tell of it. */
interface Target {
  readonly scrape: Scrape;
  /** Which of the scrape's targets, from 0. */
  readonly index: number;
  readonly known: Record<string, string>;
  /** The series it exports, without the target's labels. */
  readonly exports: Set<string>;
}

/** Series of one proof that don't contradict each other come from one target, so that they join as they would. */
function targetOf({ name, labels }: ProofSeries, { scrape, sample }: Origin, targets: Target[]): Target {
  const isTargets = (label: string) => isTargetLabel(label) && !sample.labels.includes(label);
  const own = JSON.stringify([
    name,
    ...Object.entries(labels)
      .filter(([label]) => !isTargets(label))
      .sort(),
  ]);
  const known = Object.fromEntries(Object.entries(labels).filter(([label]) => isTargets(label) || isNodes(label, scrape)));
  const ofScrape = targets.filter((target) => target.scrape === scrape);
  const fitting = ofScrape.find(
    (target) => !target.exports.has(own) && Object.entries(known).every(([label, value]) => (target.known[label] ?? value) === value),
  );
  const target = fitting ?? { scrape, index: ofScrape.length, known: {}, exports: new Set<string>() };
  if (fitting === undefined) targets.push(target);
  Object.assign(target.known, known);
  target.exports.add(own);
  return target;
}

const isTargetLabel = (label: string): label is TargetLabel => TARGET_LABELS.some((known) => known === label);

/** A node's scrape puts its name on every sample, whether or not its catalogue calls that label the exporter's. */
const isNodes = (label: string, scrape: Scrape) => label === "node" && scrape.from.kind === "node";
