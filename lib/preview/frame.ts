import type { FieldConfig } from "./field-config";

/** A series as the store answers: its labels, and what it is called by a query's legend. */
export interface SeriesAnswer {
  readonly refId: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly name: string;
  /** Milliseconds since the epoch, the same for all series of a graph. */
  readonly times: readonly number[];
  readonly values: readonly (number | null)[];
}

export type Cell = number | string | null;

/** A column of a table, with its look. */
export interface Field {
  readonly name: string;
  readonly kind: "time" | "number" | "string";
  readonly values: readonly Cell[];
  readonly labels?: Readonly<Record<string, string>>;
  readonly config: FieldConfig;
}

export interface Frame {
  readonly refId: string;
  readonly fields: readonly Field[];
}
