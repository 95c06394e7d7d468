import type { Row } from "./dashboard";
import { type GraphPanel, graph, type Query } from "./panel";

type Signal = Pick<GraphPanel, "asks" | "thresholds"> & { readonly queries: readonly [Query, ...Query[]]; readonly description: string };

export interface GoldenSignals {
  /** @default - Traffic, errors, duration */
  readonly title?: string;
  /** Requests, messages or the like: in a second, or of what is rare in an hour. */
  readonly traffic: Signal & { readonly unit?: "per second" | "per hour" };
  /** The share of them that failed: 0 to 1. */
  readonly errors: Signal;
  /** Seconds that one takes. */
  readonly duration: Signal;
  /** How full what it needs most is: 0 to 1. @default - not shown */
  readonly saturation?: Signal;
}

/** The same four questions of whatever serves somebody, in the same order, size and unit. */
export function goldenSignals({ title = "Traffic, errors, duration", traffic, errors, duration, saturation }: GoldenSignals): Row {
  const width = saturation === undefined ? 8 : 6;
  return {
    title,
    panels: [
      graph({ title: "How much is asked?", unit: "per second", min: 0, width, ...traffic }),
      graph({ title: "What share of it fails?", unit: "ratio", min: 0, width, ...errors }),
      graph({ title: "How long does one take?", unit: "seconds", min: 0, width, ...duration }),
      ...(saturation === undefined ? [] : [graph({ title: "How full is it?", unit: "ratio", min: 0, width, ...saturation })]),
    ],
  };
}
