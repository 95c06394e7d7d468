import { quote } from "../site/quote";
import { type Column, isScalar, type Lookup, oidOf, type SnmpModule, type Table } from "./module";
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
    const wanted = wantedOf(group.tables);
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
      // a tunnel has no counters, an empty bay no condition: what any row has is asked for rightly
      if (lacking.length > 0) notes.push(`${place}: not there in ${lacking.length} of ${rows.size} rows: ${few(lacking)}`);
      const wrong = [...own.values()].filter(({ kind }) => kind !== one.kind);
      const [first] = wrong;
      if (first !== undefined) {
        const rest = wrong.length === 1 ? "" : `, and ${wrong.length - 1} more`;
        missing.push(
          `${place} is ${first.type} in line ${first.line}${rest}; it should be ${one.kind === "number" ? "a number" : "a text"}`,
        );
      } else if (one.kind === "number") found.push({ name: one.name, rows: own.size });
      else if (one.whereEmpty !== undefined && [...own.values()].every(({ isEmpty }) => isEmpty)) {
        missing.push(`${place} is empty in all ${own.size} rows: ${one.whereEmpty}`);
      }
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

function wantedOf(tables: readonly Table[]): Wanted[] {
  const columns = tables.flatMap((table) => Object.entries<Column>(table.columns).map(([name, column]) => ofColumn(table, name, column)));
  const lookups = tables.flatMap(ownLookups).map(({ label, oid, optional, whereEmpty }) => ({
    name: label,
    oid,
    kind: "text" as const,
    isOptional: optional === true,
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

/** The values of a column, by the rest of their OIDs. */
function rowsOf(oid: string, values: readonly WalkedValue[]): ReadonlyMap<string, WalkedValue> {
  const start = `${oid}.`;
  return new Map(values.flatMap((value) => (value.oid.startsWith(start) ? [[value.oid.slice(start.length), value] as const] : [])));
}

function few(rows: readonly string[]): string {
  const shown = rows.slice(0, FEW).join(", ");
  return rows.length > FEW ? `${shown}, ...` : shown;
}
