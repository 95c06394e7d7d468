/*
 * What a class of devices is asked over SNMP, as tables of a MIB: declared once, projected onto the exporter's configuration, the
 * catalogue of series and the check of a recorded walk. Names are those of the MIB's objects, and its indexes are labels.
 */

import type { Metric, MetricKind } from "../series";

/** A part of a row's OID that becomes a label. `mac` is six octets, without a length in front. */
export type IndexType = "integer" | "mac";

/** An object of each row: the number of its column, and what its value is. */
export interface Column<Kind extends MetricKind = MetricKind> {
  readonly column: number;
  readonly metric: Metric<Kind, never>;
  /** Its value times this is what the series gives. @default 1 */
  readonly scale?: number;
  /** What the numbers stand for, of an `info`: a series `<name>_info` tells the word in the label `<name>`. @default - the number is the value */
  readonly enums?: Readonly<Record<number, string>>;
  /** Some devices of the class have no such column. @default - all have it */
  readonly optional?: true;
}

/** A text of each row that becomes a label of its other objects. It is looked up by the index of its own table, which these have, too. */
export interface Lookup<Label extends string = string> {
  readonly label: Label;
  /** Whole, without a row. */
  readonly oid: string;
  /** The indexes of the table that `oid` is in. @default - all of this table's */
  readonly by?: readonly string[];
  /** As of a column. */
  readonly optional?: true;
  /** What it means that the text is empty in every row, and how to mend it. @default - nothing: it need not say anything */
  readonly whereEmpty?: string;
}

/** A table of a MIB, or a scalar, which has no index and the row 0. */
export interface Table {
  /** Of its entry: columns follow. */
  readonly oid: string;
  readonly indexes: Readonly<Record<string, IndexType>>;
  readonly lookups: readonly Lookup[];
  readonly columns: Readonly<Record<string, Column>>;
  /** A device may be well without it: why. @default - a device of this class has it */
  readonly optional?: string;
  /** What its columns give, by name. */
  readonly metrics: Readonly<Record<string, Metric>>;
}

export interface SnmpModule {
  readonly name: string;
  /** What is asked by it, for people. */
  readonly asks: string;
  readonly tables: readonly Table[];
}

type Enumerated = { readonly enums: object };
type LabelOf<Indexes, L extends Lookup> = (keyof Indexes & string) | `${L["label"]}?`;
type Named<Name extends string, C> = C extends Enumerated ? `${Name}_info` : Name;
type KindOf<C> = C extends Column<infer Kind> ? Kind : never;
type Own<Name, C> = C extends Enumerated ? Name & string : never;

/** The series of a table's columns, with its indexes and what is looked up as labels: a text that a row lacks is none. */
export type MetricsOf<Indexes, L extends Lookup, Columns> = {
  readonly [Name in keyof Columns & string as Named<Name, Columns[Name]>]: Metric<
    KindOf<Columns[Name]>,
    LabelOf<Indexes, L> | Own<Name, Columns[Name]>
  >;
};

/** Declares a table: `table({ oid, indexes: { ifIndex: "integer" }, lookups, columns: { ifOperStatus: { column: 8, metric: gauge(...) } } })`. */
export function table<
  const Indexes extends Readonly<Record<string, IndexType>>,
  const Label extends string,
  const Columns extends Readonly<Record<string, Column>>,
>(declared: {
  readonly oid: string;
  readonly indexes: Indexes;
  readonly lookups?: readonly Lookup<Label>[];
  readonly columns: Columns;
  readonly optional?: string;
}): Omit<Table, "metrics"> & { readonly metrics: MetricsOf<Indexes, Lookup<Label>, Columns> } {
  const { indexes, lookups = [], columns } = declared;
  const labels = [...Object.keys(indexes), ...lookups.map(({ label }) => `${label}?`)];
  const metrics = Object.fromEntries(
    Object.entries<Column>(columns).map(([name, column]) => [
      storedName(name, column),
      { ...column.metric, labels: column.enums === undefined ? labels : [...labels, name] },
    ]),
  );
  // each entry is made from the column of its name, with the labels of the table
  return { ...declared, lookups, metrics: metrics as unknown as MetricsOf<Indexes, Lookup<Label>, Columns> };
}

/** A single object, without an index. */
export const scalar = <const Columns extends Readonly<Record<string, Column>>>(oid: string, columns: Columns, optional?: string) =>
  table({ oid, indexes: {}, lookups: [] as readonly Lookup<never>[], columns, optional });

/** The whole OID of a column. */
export const oidOf = ({ oid }: Pick<Table, "oid">, { column }: Pick<Column, "column">): string => `${oid}.${column}`;

/** Whether the rows of a table are one, of the number 0. */
export const isScalar = ({ indexes }: Pick<Table, "indexes">): boolean => Object.keys(indexes).length === 0;

const storedName = (name: string, { enums }: Column): string => (enums === undefined ? name : `${name}_info`);

/** A series that a device gives with the rows of a table, with the labels that all its samples carry. */
export interface Anchor {
  readonly name: string;
  readonly labels: readonly string[];
}

/**
 * Every column of every table with rows: whoever gives none of them tells nothing of what is asked by the module, and one is enough, for some
 * devices of a class tell of less than others. A scalar such as the uptime is given by whatever answers.
 */
export function anchorsOf({ tables }: SnmpModule): Anchor[] {
  return tables
    .filter((one) => !isScalar(one))
    .flatMap(({ columns, metrics }) =>
      Object.entries(columns).map((column) => {
        const name = storedName(...column);
        return { name, labels: (metrics[name]?.labels ?? []).filter((label) => !label.endsWith("?")) };
      }),
    );
}
