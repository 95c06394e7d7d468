import type { Column, ColumnType } from "../logs/stream";
import { quoted, textOf } from "./sql";

/** Which records of a stream are meant: what SQL asks of them, and what can be asked of one here. */
export type Condition = Leaf | Joined | Negated;

interface Joined {
  readonly kind: "all" | "any";
  readonly of: readonly Condition[];
}

interface Negated {
  readonly kind: "not";
  readonly of: Condition;
}

type Leaf = { readonly column: string } & (
  | { readonly kind: "is"; readonly values: readonly (string | number | boolean)[] }
  | { readonly kind: "atLeast"; readonly least: number }
  | { readonly kind: "contains"; readonly text: string }
  | { readonly kind: "matches"; readonly pattern: RegExp }
  | { readonly kind: "isThere" }
);

export const all = (...of: readonly Condition[]): Condition => ({ kind: "all", of });
export const any = (...of: readonly Condition[]): Condition => ({ kind: "any", of });
/** Also of a record without the column. */
export const not = (of: Condition): Condition => ({ kind: "not", of });

interface Anything {
  readonly isThere: () => Condition;
}

interface Ask {
  readonly text: Anything & {
    readonly is: (...values: readonly [string, ...string[]]) => Condition;
    /** As it is spelled. */
    readonly contains: (text: string) => Condition;
    /** In the subset that Ruby, JavaScript and Rust read alike; flag `i` where letters may be of any case. */
    readonly matches: (pattern: RegExp) => Condition;
  };
  readonly integer: Anything & {
    readonly is: (...values: readonly [number, ...number[]]) => Condition;
    readonly atLeast: (least: number) => Condition;
  };
  readonly float: Anything & { readonly atLeast: (least: number) => Condition };
  readonly boolean: Anything & { readonly is: (value: boolean) => Condition };
  /** The store keeps a list as its JSON. */
  readonly texts: Anything & { readonly has: (value: string) => Condition };
}

export type Columns = Readonly<Record<string, Column>>;

/** What may be asked of each column, by its type: a misspelt name does not compile. */
export type Asked<C extends Columns> = { readonly [K in keyof C]: Ask[C[K]["type"]] };

export function asked<C extends Columns>(columns: C): Asked<C> {
  const entries = Object.entries(columns).map(([column, { type }]) => [column, ask(column)[type]]);
  return Object.fromEntries(entries) as Asked<C>;
}

function ask(column: string): Ask {
  const isThere = (): Condition => ({ kind: "isThere", column });
  const is = (...values: readonly (string | number | boolean)[]): Condition => ({ kind: "is", column, values });
  const atLeast = (least: number): Condition => ({ kind: "atLeast", column, least });
  const contains = (text: string): Condition => ({ kind: "contains", column, text });
  const matches = (pattern: RegExp): Condition => ({ kind: "matches", column, pattern });
  return {
    text: { isThere, is, contains, matches },
    integer: { isThere, is, atLeast },
    float: { isThere, atLeast },
    boolean: { isThere, is },
    texts: { isThere, has: (value: string) => contains(JSON.stringify(value)) },
  } satisfies Record<ColumnType, unknown>;
}

/** Every single question of a condition. */
export function leavesOf(condition: Condition): readonly Leaf[] {
  if (condition.kind === "not") return leavesOf(condition.of);
  return "column" in condition ? [condition] : condition.of.flatMap(leavesOf);
}

/** As SQL that is true or not, or unknown where the column is not there. */
export function sqlOf(condition: Condition): string {
  switch (condition.kind) {
    case "not":
      return `(${sqlOf(condition.of)}) IS NOT TRUE`;
    case "all":
    case "any":
      if (condition.of.length === 0) return String(condition.kind === "all");
      return `(${condition.of.map(sqlOf).join(condition.kind === "all" ? " AND " : " OR ")})`;
    default:
      return leafSql(condition, quoted(condition.column));
  }
}

function leafSql(leaf: Leaf, column: string): string {
  switch (leaf.kind) {
    case "is":
      return leaf.values.length === 1 ? `${column} = ${leaf.values.map(textOf)}` : `${column} IN (${leaf.values.map(textOf).join(", ")})`;
    case "atLeast":
      return `${column} >= ${leaf.least}`;
    case "contains":
      return `strpos(${column}, ${textOf(leaf.text)}) > 0`;
    case "matches": {
      const { source, flags } = leaf.pattern;
      return `regexp_like(${[column, textOf(source), ...(flags === "" ? [] : [textOf(flags)])].join(", ")})`;
    }
    case "isThere":
      return `${column} IS NOT NULL`;
  }
}

/** Whether a record, as its columns are stored, is meant. */
export function isMeant(condition: Condition, record: Readonly<Record<string, unknown>>): boolean {
  switch (condition.kind) {
    case "not":
      return !isMeant(condition.of, record);
    case "all":
      return condition.of.every((one) => isMeant(one, record));
    case "any":
      return condition.of.some((one) => isMeant(one, record));
    default: {
      const value = record[condition.column];
      if (value === undefined || value === null) return false;
      return leafHolds(condition, Array.isArray(value) ? JSON.stringify(value) : value);
    }
  }
}

function leafHolds(leaf: Leaf, value: unknown): boolean {
  switch (leaf.kind) {
    case "is":
      return leaf.values.some((one) => one === value);
    case "atLeast":
      return Number(value) >= leaf.least;
    case "contains":
      return String(value).includes(leaf.text);
    case "matches":
      return leaf.pattern.test(String(value));
    case "isThere":
      return true;
  }
}
