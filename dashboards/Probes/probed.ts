import type { Probe } from "../../lib/metrics/probe";
import { type Condition, type Declared, matches, matchesNot, select } from "../../lib/series";

/** How a probe asks, by the beginning of its module's name (components/probes/probes.ts). */
export const ASKS = { pages: "http_", mail: "(smtp|imap)", names: "dns", others: "(tls|tcp|nat64)" } as const;
type Asks = keyof typeof ASKS;

/** Its module and more, which the exporter does not know: a probe's target brings them. */
export const probed = (of: Declared, labels: Readonly<Record<string, Condition>>): string => select(of.series.name)(labels);

/** Of those that ask so, and of one that does not say how it asks. */
export const asking = (asks: Asks) => ({ module: matches(`(${ASKS[asks]}.*)?`) });
export const notAsking = (asks: Asks) => ({ module: matchesNot(`${ASKS[asks]}.*`) });

export const probesThatAsk = (asks: Asks, all: readonly Probe[]): Probe[] => {
  const pattern = new RegExp(`^${ASKS[asks]}`);
  return all.filter(({ module }) => pattern.test(module));
};

export const PASSES = { 0: { text: "fails", color: "red" }, 1: { text: "passes", color: "green" } } as const;

/** A row for each line, up to what a screen holds. */
export const heightOf = (lines: number): number => Math.min(4 + Math.ceil(lines * 0.7), 22);
