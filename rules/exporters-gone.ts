import { readSeries } from "../lib/alerts/notation";
import type { SeriesSet } from "../lib/alerts/proof";
import { type AlertRule, alert, area, ownAlerts, type RuleBundle } from "../lib/alerts/rule";
import { minutes } from "../lib/duration";
import { targetSeries } from "../lib/metrics/built-in-series";
import { parseExpression } from "../lib/metrics/promql";
import type { Scraped } from "../lib/metrics/scrape";
import type { Component } from "../lib/site/component";
import { askedJobs } from "./asked-jobs";
import { COMES_AND_GOES } from "./comes-and-goes";
import { DOWN_SHARE } from "./metrics-agent";

const { up } = targetSeries;

export const EXPORTER_GONE = "ExporterGone";

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
  const told = toldGone(others);
  const exporters = asked.filter(({ job }) => !told.has(job));
  const components = [...new Set(exporters.map(({ component }) => component))].sort();
  return area(
    "exporters-gone",
    { severity: "warning", ...COMES_AND_GOES },
    components.flatMap((component) => {
      const of = exporters.filter((one) => one.component === component);
      const [first, ...more] = of.sort((a, b) => (a.job < b.job ? -1 : 1));
      return first === undefined ? [] : [gone(component, [first, ...more])];
    }),
  );
}

/** The jobs whose absence rules tell: one of their alerts is proven to fire where other jobs answer, and nothing else is known. */
export function toldGone(bundles: readonly RuleBundle[]): ReadonlySet<string> {
  const jobs = ownAlerts(bundles).flatMap(({ rule }) => {
    const asked = parseExpression(rule.expr).selectors.flatMap((one) => ("name" in one && one.name === "up" ? one.matchers : []));
    const named = asked.flatMap(({ label, value }) => (label === "job" ? value.split("|") : []));
    const isAnother = (key: string, job: string) => {
      const one = readSeries(key);
      return one?.name === "up" && one.labels.get("job") !== job;
    };
    const isWithout = (job: string) => rule.proof.fires.some(({ series }) => Object.keys(series).every((key) => isAnother(key, job)));
    return named.filter(isWithout);
  });
  return new Set(jobs);
}

function gone(component: Component, exporters: readonly [Scraped, ...Scraped[]]): Omit<AlertRule, "severity"> {
  const answer = (value: string, job: string, instance = "10.42.0.17:9121") => ({ [up({ job, instance })]: `${value}x30` });
  const nodes = (count: number): SeriesSet =>
    Object.assign({}, ...Array.from({ length: count }, (_, index) => answer("1", "node-exporter", `192.168.10.${index}:9100`)));
  /** As many others as leave just nine in ten when all exporters fail. */
  const tooFew = 9 * exporters.length;
  const answering = (but?: Scraped): SeriesSet =>
    Object.assign(nodes(tooFew + 1), ...exporters.filter((one) => one !== but).map(({ job }) => answer("1", job)));
  const [first, ...more] = exporters;
  const without = (one: Scraped): SeriesSet[] => [{ ...answering(one), ...answer("0", one.job) }, answering(one)];
  const failing = (others: number) => Object.assign(nodes(others), ...exporters.map(({ job }) => answer("0", job)));
  return alert(EXPORTER_GONE, {
    expr: [
      "(",
      `  max by (job) (${up({ job: askedJobs(exporters) })}) == 0`,
      // a target that is not found any more has no `up` at all
      ...exporters.map(({ job }) => `  or absent(${up({ job })})`),
      ")",
      `and on () sum(${up()}) / count(${up()}) > ${ANSWERING_SHARE}`,
    ].join("\n"),
    for: minutes(15),
    component,
    summary: "{{ $labels.job }} tells nothing: none of its exporters is found, or none answers",
    description:
      "Nobody watches what it tells of, and alerts on it stay silent. Look at the exporter; one that is not installed here belongs in scrapes.off.",
    fires: [failing(tooFew + 1), ...without(first), ...more.flatMap(without)],
    silent: [
      answering(),
      failing(tooFew),
      { ...answering(), ...Object.assign({}, ...exporters.map(({ job }) => answer("0", job, "10.42.1.23:9121"))) },
    ],
  });
}
