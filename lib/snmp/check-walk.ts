import { quote } from "../site/quote";
import { type Column, type IndexType, isScalar, type Lookup, oidOf, type SnmpModule, type Table } from "./module";
import type { ValueKind, Walk, WalkedValue, WalkLine } from "./walk";

/** What a module would make of a recorded walk. */
export interface WalkReport {
  /** What keeps series away, a sentence each. */
  readonly missing: readonly string[];
  /** What is not there and need not be. */
  readonly notes: readonly string[];
  /** What is there: how many samples of each series. */
  readonly found: readonly { readonly name: string; readonly rows: number }[];
}

/** A column of a walk: that of a series, or of a text that is looked up for some. */
interface Wanted {
  readonly name: string;
  readonly oid: string;
  readonly kind: Extract<ValueKind, "number" | "text">;
  readonly isOptional: boolean;
  /** Of a lookup: the rows that have to have a text. @default - some rows may lack it */
  readonly named?: ReadonlySet<string>;
  /** As of a lookup. */
  readonly whereEmpty?: string | undefined;
}

const FEW = 3;

/** Compares a walk with what a module asks. */
export function checkWalk(module: SnmpModule, { values, cutOff }: Walk): WalkReport {
  const missing: string[] = cutOff === undefined ? [] : [cutShort(cutOff)];
  const notes: string[] = [];
  const found: { name: string; rows: number }[] = [];
  // tables of one index are one: a port has a row in both of its tables
  for (const group of groupsOf(module.tables)) {
    const wanted = wantedOf(group.tables, values);
    const walked = wanted.map((one) => ({ one, rows: rowsOf(one.oid, values) }));
    const rows = new Set(walked.flatMap(({ rows: of }) => [...of.keys()]));
    if (group.optional !== undefined && rows.size === 0) {
      notes.push(`${wanted.map(({ name }) => name).join(", ")}: not there, and need not be: ${group.optional}`);
      continue;
    }
    for (const { one, rows: own } of walked) {
      const place = `${one.name} (${one.oid})`;
      if (own.size === 0) {
        if (one.isOptional) notes.push(`${place}: not there, and need not be: some devices have none`);
        else missing.push(`${place} is missing`);
        continue;
      }
      const lacking = [...rows].filter((row) => !own.has(row));
      const nameless = lacking.filter((row) => one.named?.has(row));
      // a tunnel has no counters, an empty bay no condition: what any row has is asked for rightly. But a value without its text is nobody's
      if (nameless.length > 0)
        missing.push(`${place} is missing in ${nameless.length} of ${rows.size} rows that have values: ${few(nameless)}`);
      else if (lacking.length > 0) notes.push(`${place}: not there in ${lacking.length} of ${rows.size} rows: ${few(lacking)}`);
      const wrong = [...own.values()].filter(({ kind }) => kind !== one.kind);
      const [first] = wrong;
      if (first !== undefined) {
        const rest = wrong.length === 1 ? "" : `, and ${wrong.length - 1} more`;
        missing.push(
          `${place} is ${first.type} in line ${first.line}${rest}; it should be ${one.kind === "number" ? "a number" : "a text"}`,
        );
      } else if (one.kind === "number") found.push({ name: one.name, rows: own.size });
      else if (one.whereEmpty !== undefined && [...own.values()].every(({ isEmpty }) => isEmpty)) {
        notes.push(`${place} is empty in all ${own.size} rows: ${one.whereEmpty}`);
      }
    }
  }
  const told = new Set(module.tables.flatMap(ownLookups).map(({ oid }) => oid));
  for (const table of module.tables) {
    const rows = [...valuedRows(table, values)];
    for (const { label, oid, by, optional } of table.lookups) {
      const texts = rowsOf(oid, values);
      // a column that is not there at all is told of the table that it is in
      if (by === undefined || rows.length === 0 || (texts.size === 0 && told.has(oid))) continue;
      const lacking = rows.filter((row) => !texts.has(partOf(row, table, by)));
      if (lacking.length === 0) continue;
      const of = `${label} (${oid}), by ${by.join(", ")} of ${Object.keys(table.columns).join(", ")}`;
      if (lacking.length === rows.length && optional === undefined) missing.push(`${of}, is missing in all ${rows.length} rows`);
      else notes.push(`${of}: not there in ${lacking.length} of ${rows.length} rows: ${few(lacking)}`);
    }
  }
  return { missing, notes, found };
}

/** What came before it may look whole: a stack without its last member does. */
const cutShort = ({ line, text }: WalkLine): string =>
  `the end of the walk is missing: snmpwalk gave up in line ${line}, ${quote(text.slice(0, 80))}; record it anew, with more patience (-t 10 -r 5)`;

interface Group {
  readonly tables: readonly Table[];
  readonly optional?: string;
}

/** Tables by the index that they share; scalars by themselves. */
function groupsOf(tables: readonly Table[]): Group[] {
  const groups = new Map<string, Table[]>();
  for (const table of tables) {
    const key = isScalar(table) ? table.oid : Object.keys(table.indexes).join();
    groups.set(key, [...(groups.get(key) ?? []), table]);
  }
  return [...groups.values()].map((of) => ({
    tables: of,
    ...(of.every(({ optional }) => optional !== undefined) && { optional: of[0]?.optional }),
  }));
}

function wantedOf(tables: readonly Table[], values: readonly WalkedValue[]): Wanted[] {
  const columns = tables.flatMap((table) => Object.entries<Column>(table.columns).map(([name, column]) => ofColumn(table, name, column)));
  const lookups = tables.flatMap(ownLookups).map(({ label, oid, optional, whereEmpty }) => ({
    name: label,
    oid,
    kind: "text" as const,
    isOptional: optional === true,
    ...(optional === undefined && { named: new Set(beside(oid, tables).flatMap((table) => [...valuedRows(table, values)])) }),
    whereEmpty,
  }));
  return [...columns, ...new Map(lookups.map((one) => [one.oid, one])).values()];
}

const ofColumn = (table: Table, name: string, column: Column): Wanted => ({
  name,
  oid: oidOf(table, column),
  kind: "number",
  isOptional: column.optional === true,
});

/** Those of its own rows: what another table's index is looked up in belongs there. */
const ownLookups = ({ lookups }: Table): readonly Lookup[] => lookups.filter(({ by }) => by === undefined);

/** The table that a text is in; of one that is in none of them, all with its index. */
function beside(oid: string, tables: readonly Table[]): readonly Table[] {
  const its = tables.filter((table) => oid.startsWith(`${table.oid}.`));
  return its.length > 0 ? its : tables;
}

/** The rows in which a table has a value. */
const valuedRows = (table: Table, values: readonly WalkedValue[]): ReadonlySet<string> =>
  new Set(Object.values<Column>(table.columns).flatMap((column) => [...rowsOf(oidOf(table, column), values).keys()]));

const ARCS = { integer: 1, mac: 6 } as const satisfies Record<IndexType, number>;

/** What of a row's OID some of its indexes are. */
function partOf(row: string, { indexes }: Table, by: readonly string[]): string {
  let rest = row.split(".");
  const parts = Object.entries(indexes).map(([name, type]) => {
    const part = rest.slice(0, ARCS[type]).join(".");
    rest = rest.slice(ARCS[type]);
    return [name, part] as const;
  });
  const all = new Map(parts);
  return by.map((name) => all.get(name)).join(".");
}

/** The values of a column, by the rest of their OIDs. */
function rowsOf(oid: string, values: readonly WalkedValue[]): ReadonlyMap<string, WalkedValue> {
  const start = `${oid}.`;
  return new Map(values.flatMap((value) => (value.oid.startsWith(start) ? [[value.oid.slice(start.length), value] as const] : [])));
}

function few(rows: readonly string[]): string {
  const shown = rows.slice(0, FEW).join(", ");
  return rows.length > FEW ? `${shown}, ...` : shown;
}
