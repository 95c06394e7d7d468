import type { Unit } from "../series";
import type { Threshold } from "./threshold";

/** One expression of a panel, over the metrics store. */
export interface Query {
  /** PromQL in which `$node` and the like stand for the dashboard's variables, and `$__rate_interval` for a range that holds four samples. */
  readonly expr: string;
  /** `{{label}}` is the series' value of it. @default - every label that tells the series apart */
  readonly legend?: string;
}

/** What a value means, where it is a state and no quantity. */
export interface Meaning {
  readonly text: string;
  readonly color: "green" | "yellow" | "orange" | "red" | "blue" | "gray";
}

/** How several samples of the time that is shown become one value. */
export type Reduction = "last" | "max" | "mean" | "sum";

interface Common {
  /** A question or a quantity. */
  readonly title: string;
  /** What it shows, and what to think of a high or a low one: whole sentences. */
  readonly description: string;
  readonly unit: Unit;
  /** @default - as many as the value needs */
  readonly decimals?: number;
  /** Of the 24 columns. @default - by its kind */
  readonly width?: number;
  /** In units of 30 pixels. @default - by its kind */
  readonly height?: number;
  /** Where the colour of a value changes; of a graph, where a line is drawn. @default - none */
  readonly thresholds?: readonly Threshold[];
  /** By value. @default - it is a quantity */
  readonly means?: Readonly<Record<string, Meaning>>;
}

/** One or few numbers, as they are now. */
export interface StatPanel extends Common {
  readonly kind: "stat";
  readonly queries: readonly [Query, ...Query[]];
  /** With a line of the time that is shown below it. @default false */
  readonly hasTrend?: boolean;
  /** Of the time that is shown. @default last */
  readonly reduce?: Reduction;
  /** Fills the tile with the colour of its threshold, which is read from across a room. @default false */
  readonly isTile?: boolean;
}

/** Lines over time. */
export interface GraphPanel extends Common {
  readonly kind: "graph";
  readonly queries: readonly [Query, ...Query[]];
  /** Parts of a whole. @default false */
  readonly isStacked?: boolean;
  /** @default - from the data */
  readonly min?: number;
  readonly max?: number;
}

/** The state of several things over time, a row each. */
export interface TimelinePanel extends Common {
  readonly kind: "timeline";
  readonly queries: readonly [Query, ...Query[]];
}

/** A bar for each series, the largest first. */
export interface BarsPanel extends Common {
  readonly kind: "bars";
  readonly queries: readonly [Query, ...Query[]];
  /** @default - from the data */
  readonly min?: number;
  readonly max?: number;
}

/** A column of a table: one query's value, joined to the others by the labels that all have. */
export interface TableColumn extends Pick<Common, "unit" | "decimals" | "thresholds" | "means"> {
  readonly title: string;
  readonly expr: string;
}

/** A row for each set of labels, sorted by its first column. */
export interface TablePanel extends Omit<Common, "unit" | "means" | "thresholds" | "decimals"> {
  readonly kind: "table";
  /** The labels that a row has, in order: their heads. */
  readonly by: Readonly<Record<string, string>>;
  readonly columns: readonly [TableColumn, ...TableColumn[]];
}

/** How often what value was seen, over time: of a histogram. */
export interface HeatPanel extends Common {
  readonly kind: "heat";
  /** Of one histogram's buckets, by `le`. */
  readonly expr: string;
}

export type Panel = StatPanel | GraphPanel | TimelinePanel | BarsPanel | TablePanel | HeatPanel;

type Of<P extends Panel> = Omit<P, "kind">;

export const stat = (panel: Of<StatPanel>): StatPanel => ({ kind: "stat", ...panel });
export const graph = (panel: Of<GraphPanel>): GraphPanel => ({ kind: "graph", ...panel });
export const timeline = (panel: Of<TimelinePanel>): TimelinePanel => ({ kind: "timeline", ...panel });
export const bars = (panel: Of<BarsPanel>): BarsPanel => ({ kind: "bars", ...panel });
export const table = (panel: Of<TablePanel>): TablePanel => ({ kind: "table", ...panel });
export const heat = (panel: Of<HeatPanel>): HeatPanel => ({ kind: "heat", ...panel });
