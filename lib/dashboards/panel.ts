import type { LogView } from "../log-store/log-view";
import type { Unit } from "../series";
import type { Threshold } from "./threshold";

/** One expression of a panel, over the metrics store. */
export interface Query {
  /** PromQL in which `$node` and the like stand for the dashboard's variables, and `$__rate_interval` for a range that holds four samples. */
  readonly expr: string;
  /** `{{label}}` is the series' value of it. @default - every label that tells the series apart */
  readonly legend?: string;
}

/** A line of a graph. */
export interface Line extends Query {
  /** Drawn below the nought, where what goes the other way stands above it; its numbers are told as they are. @default false */
  readonly isMirrored?: true;
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
  /** Where the colour of a value changes; of a graph, where a line is drawn. @default - where the alerts of `asks` fire */
  readonly thresholds?: readonly Threshold[];
  /** Names of alerts that judge this very quantity in this unit: their thresholds are drawn, and their runbooks linked. @default - none */
  readonly asks?: readonly string[];
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
  /** What the legend says, in place of the value: a version, a name. @default false */
  readonly showsName?: boolean;
}

/** Lines over time. */
export interface GraphPanel extends Common {
  readonly kind: "graph";
  readonly queries: readonly [Line, ...Line[]];
  /** Parts of a whole. @default false */
  readonly isStacked?: boolean;
  /** Colour by legend: `COMPONENT_COLORS`, `SEVERITY_COLORS`. @default - each line has one of its own by its name */
  readonly colors?: Readonly<Record<string, string>>;
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
export interface TableColumn extends Pick<Common, "unit" | "decimals" | "thresholds" | "asks" | "means"> {
  readonly title: string;
  readonly expr: string;
}

/** Another dashboard, with what was clicked on chosen. */
export interface LeadsToDashboard {
  readonly dashboard: string;
  /** Of that one, for the value that was clicked on. */
  readonly variable: string;
  /** Its further variables, by the labels of the row that they take: a pod's name says little without its namespace. @default - none */
  readonly with?: Readonly<Record<string, string>>;
}

/** A row for each set of labels, sorted by its first column, the greatest on top. */
export interface TablePanel extends Omit<Common, "unit" | "means" | "thresholds" | "asks" | "decimals"> {
  readonly kind: "table";
  /** The labels that a row has, in order: their heads. */
  readonly by: Readonly<Record<string, string>>;
  /** Where a click on a label's value leads: to a dashboard with it chosen, or to the runbook of that name. @default - nowhere */
  readonly leadsTo?: Readonly<Record<string, LeadsToDashboard | "runbook">>;
  readonly columns: readonly [TableColumn, ...TableColumn[]];
  /** The least of the first column stands on top: what is left, and not what is used. @default false */
  readonly isLeastFirst?: true;
}

/** How often what value was seen, over time: of a histogram. */
export interface HeatPanel extends Common {
  readonly kind: "heat";
  /** Of one histogram's buckets, by `le`. */
  readonly expr: string;
}

/** Records of the log store, the newest first. */
export interface LogsPanel extends Pick<Common, "title" | "description" | "width" | "height"> {
  readonly kind: "logs";
  readonly view: LogView;
}

/** Words. */
export interface TextPanel extends Pick<Common, "title" | "description" | "width" | "height"> {
  readonly kind: "text";
  readonly markdown: string;
}

export type Panel = StatPanel | GraphPanel | TimelinePanel | BarsPanel | TablePanel | HeatPanel | LogsPanel | TextPanel;

/** What a panel asks the metrics store. */
export function expressionsOf(panel: Panel): string[] {
  switch (panel.kind) {
    case "table":
      return panel.columns.map(({ expr }) => expr);
    case "heat":
      return [panel.expr];
    case "logs":
    case "text":
      return [];
    default:
      return panel.queries.map(({ expr }) => expr);
  }
}

/** The alerts that judge what a panel shows. */
export function asksOf(panel: Panel): readonly string[] {
  if (panel.kind === "table") return [...new Set(panel.columns.flatMap(({ asks = [] }) => asks))];
  return "asks" in panel ? (panel.asks ?? []) : [];
}

type Of<P extends Panel> = Omit<P, "kind">;

export const stat = (panel: Of<StatPanel>): StatPanel => ({ kind: "stat", ...panel });
export const graph = (panel: Of<GraphPanel>): GraphPanel => ({ kind: "graph", ...panel });
export const timeline = (panel: Of<TimelinePanel>): TimelinePanel => ({ kind: "timeline", ...panel });
export const bars = (panel: Of<BarsPanel>): BarsPanel => ({ kind: "bars", ...panel });
export const table = (panel: Of<TablePanel>): TablePanel => ({ kind: "table", ...panel });
export const text = (panel: Of<TextPanel>): TextPanel => ({ kind: "text", ...panel });
export const logs = (panel: Of<LogsPanel>): LogsPanel => ({ kind: "logs", ...panel });
export const heat = (panel: Of<HeatPanel>): HeatPanel => ({ kind: "heat", ...panel });
