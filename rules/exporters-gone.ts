import { readSeries } from "../lib/alerts/notation";
import type { SeriesSet } from "../lib/alerts/proof";
import { type AlertRule, alert, area, ownAlerts, type RuleBundle } from "../lib/alerts/rule";
import { minutes } from "../lib/duration";
import { askedJobs } from "../lib/metrics/asked-jobs";
import { targetSeries } from "../lib/metrics/built-in-series";
import { parseExpression } from "../lib/metrics/promql";
import type { Scraped } from "../lib/metrics/scrape";
import { rememberedOf } from "../lib/remembered";
import type { Component } from "../lib/site/component";
import { COMES_AND_GOES } from "./comes-and-goes";
import { DOWN_SHARE } from "./metrics-agent";

const { up } = targetSeries;

/** An exporter that others run and that is asked at this site. */
export interface AskedExporter extends Scraped {
  /** What is not watched without it. */
  readonly component: Component;
  /** The site names its addresses: each of them is meant to answer, where a pod among several may be about to go. */
  readonly isOfAddresses: boolean;
}

/** Of all targets. Where fewer answer it is the agent's trouble, or the network's, and no component's. */
const ANSWERING_SHARE = 1 - DOWN_SHARE;

/**
 * What others run and the agent asks: an alert that reads what none of them gives any more is content for ever. One for each component.
 *
 * @param others rules that may tell themselves that an exporter is gone, by a name that says what it means
 */
export function exportersGone(asked: readonly AskedExporter[], others: readonly RuleBundle[]): RuleBundle {
  const [told, down] = [toldGone(others), toldDown(others)];
  const exporters = asked.filter(({ job }) => !told.has(job));
  const components = [...new Set(exporters.map(({ component }) => component))].sort();
  return area(
    "exporters-gone",
    { severity: "warning", ...COMES_AND_GOES },
    components.flatMap((component) => {
      const of = exporters.filter((one) => one.component === component);
      const [first, ...more] = of.sort((a, b) => (a.job < b.job ? -1 : 1));
      return first === undefined ? [] : [gone(component, [first, ...more], down)];
    }),
  );
}

/** The jobs whose absence rules tell: one of their alerts is proven to fire where other jobs answer, and nothing else is known. */
export const toldGone = rememberedOf(
  (bundles: readonly RuleBundle[]): ReadonlySet<string> =>
    toldBy(bundles, (job, series) => Object.keys(series).every((key) => isUp(key) && !isUpOf(job, key))),
);

/** The jobs of which rules tell a target that does not answer: one of their alerts is proven to fire on it. */
export const toldDown = rememberedOf(
  (bundles: readonly RuleBundle[]): ReadonlySet<string> =>
    toldBy(bundles, (job, series) => Object.entries(series).some(([key, values]) => isUpOf(job, key) && /^0(?:x|$)/.test(values))),
);

/** Jobs that an alert asks by `up`, with a proof of that kind. */
function toldBy(bundles: readonly RuleBundle[], isProof: (job: string, series: SeriesSet) => boolean): ReadonlySet<string> {
  const jobs = ownAlerts(bundles).flatMap(({ rule }) => {
    const asked = parseExpression(rule.expr).selectors.flatMap((one) => ("name" in one && one.name === "up" ? one.matchers : []));
    const named = asked.flatMap(({ label, value }) => (label === "job" ? value.split("|") : []));
    return named.filter((job) => rule.proof.fires.some(({ series }) => isProof(job, series)));
  });
  return new Set(jobs);
}

const isUp = (key: string): boolean => readSeries(key)?.name === "up";
const isUpOf = (job: string, key: string): boolean => isUp(key) && readSeries(key)?.labels.get("job") === job;

/** @param down jobs whose targets are told where they don't answer: those of them are missed where none is found */
function gone(component: Component, exporters: readonly [Scraped, ...Scraped[]], down: ReadonlySet<string>): Omit<AlertRule, "severity"> {
  const answer = (value: string, job: string, instance = "10.42.0.17:9121") => ({ [up({ job, instance })]: `${value}x30` });
  const nodes = (count: number, value = "1", network = "192.168.10"): SeriesSet =>
    Object.assign({}, ...Array.from({ length: count }, (_, index) => answer(value, "node-exporter", `${network}.${index}:9100`)));
  const answering = (but?: Scraped): SeriesSet =>
    Object.assign(nodes(10), ...exporters.filter((one) => one !== but).map(({ job }) => answer("1", job)));
  const watched = exporters.filter(({ job }) => !down.has(job));
  const [first, ...more] = exporters;
  const isDown = (one: Scraped): SeriesSet => ({ ...answering(one), ...answer("0", one.job) });
  const without = (one: Scraped): SeriesSet[] => [...(watched.includes(one) ? [isDown(one)] : []), answering(one)];
  // none of them is found, and a node of ten does not answer
  const amid = (others: number): SeriesSet => ({ ...nodes(others), ...nodes(1, "0", "192.168.11") });
  return alert("ExporterGone", {
    expr: [
      "(",
      `  ${[
        ...(watched.length > 0 ? [`max by (job) (${up({ job: askedJobs(watched) })}) == 0`] : []),
        // a target that is not found any more has no `up` at all
        ...exporters.map(({ job }) => `absent(${up({ job })})`),
      ].join("\n  or ")}`,
      ")",
      `and on () sum(${up()}) / count(${up()}) > ${ANSWERING_SHARE}`,
    ].join("\n"),
    for: minutes(15),
    component,
    summary: "{{ $labels.job }} tells nothing: none of its exporters is found, or none answers",
    description:
      "Nobody watches what it tells of, and alerts on it stay silent. Look at the exporter; one that is not installed here belongs in scrapes.off.",
    fires: [amid(10), ...without(first), ...more.flatMap(without)],
    silent: [
      answering(),
      amid(9),
      ...exporters.filter((one) => !watched.includes(one)).map(isDown),
      { ...answering(), ...Object.assign({}, ...exporters.map(({ job }) => answer("0", job, "10.42.1.23:9121"))) },
    ],
  });
}
