/** An alert's proof as the store sees it: its records on the router's way, at the times that make its window just hold them. */
import { STREAMS } from "../../components/log-router/streams/all";
import { all, type Condition } from "../../lib/log-store/condition";
import { alertSql, type LogAlert, type RawRecord } from "../../lib/log-store/log-alert";
import type { StreamSource } from "../../lib/logs/stream";
import { type Ask, type Table, tableOf } from "./datafusion";
import { asStored, type LogRecord } from "./vrl";

const SECOND = 1_000_000;

/** Records together, and whether an alert fires on them. */
export interface ProofCase {
  readonly alert: LogAlert;
  readonly name: string;
  readonly records: readonly RawRecord[];
  readonly fires: boolean;
  /** How long before the evaluation each came, in seconds. */
  readonly ages: readonly number[];
}

/** Every case of a proof, with those that follow from its threshold and its window. */
export function casesOf(alert: LogAlert): ProofCase[] {
  const { proof, within } = alert;
  const spread = (records: readonly RawRecord[], late = 0) => agesOver(records.length, within.seconds, late);
  const one = (name: string, records: readonly RawRecord[], fires: boolean, ages = spread(records)) => ({
    alert,
    name,
    records,
    fires,
    ages,
  });
  return [
    one("fires", proof.fires, true),
    ...proof.alsoFires.map((records, index) => one(`fires on form ${index + 1}`, records, true)),
    one("one too few", proof.fires.slice(1), false),
    one("the first too long ago", proof.fires, false, spread(proof.fires, 2)),
    ...proof.silent.map((records, index) => one(`silent case ${index + 1}`, records, false)),
  ];
}

/** Over the whole window and no more: the first a second after it begins, the last a second before it ends. */
function agesOver(count: number, window: number, late: number): number[] {
  return Array.from({ length: count }, (_, index) => late + window - 1 - (count === 1 ? 0 : (index * (window - 2)) / (count - 1)));
}

/** The cases as stored, and where each stands in its table. */
export interface StoredCase extends ProofCase {
  readonly table: Table;
  readonly streams: readonly string[];
}

/**
 * All cases through the programs of the router. The programs write when a record came; here each came when the case says, since they keep no
 * record for older than the store takes.
 */
export async function storedCases(cases: readonly ProofCase[], now: number): Promise<StoredCase[]> {
  const sourceOf = new Map(STREAMS.map(({ name, source }) => [name, source]));
  const all = cases.flatMap((one, place) => one.records.map((record, index) => ({ one, place, record, age: one.ages[index] ?? 0 })));
  const stored = new Map<number, { stream: string; record: LogRecord }[]>();
  for (const source of new Set(sourceOf.values())) {
    const own = all.filter(({ one }) => sourceOf.get(one.alert.stream) === source);
    const records = await asStored(
      source,
      own.map(({ record, age }) => stamped(source, record, now - age * 1000)),
    );
    for (const [index, { place }] of own.entries()) {
      const { stream, record } = records[index] ?? { stream: "none", record: {} };
      stored.set(place, [...(stored.get(place) ?? []), { stream, record }]);
    }
  }
  return cases.map((one, place) => {
    const records = stored.get(place) ?? [];
    return {
      ...one,
      streams: records.map(({ stream }) => stream),
      table: tableOf(
        one.alert.columns,
        records.filter(({ stream }) => stream === one.alert.stream).map(({ record }) => record),
      ),
    };
  });
}

/** A device writes its own time into the message, which the router goes by. */
function stamped(source: StreamSource, record: RawRecord, at: number): RawRecord {
  const time = new Date(at).toISOString();
  if (source !== "devices") return { ...record, time };
  return { ...record, timestamp: time, message: String(record.message).replace(/^(<\d+>1 )\S+/, `$1${time}`) };
}

/** What the store asks at the moment `now`, in milliseconds. */
export function askOf(alert: LogAlert, table: number, now: number): Ask {
  const to = now * 1000;
  return { table, name: alert.stream, sql: alertSql(alert), from: to - alert.within.seconds * SECOND, to };
}

/** An alert that asks something else, and what. */
export interface Mutant {
  readonly what: string;
  readonly alert: LogAlert;
}

/** Each number and each single question of an alert moved or left out. */
export function mutantsOf(alert: LogAlert): Mutant[] {
  const { from, within, where, each, differing } = alert;
  const [first, ...others] = each;
  return [
    { what: "one more", alert: { ...alert, from: from + 1 } },
    // a row is there only where there is a record
    ...(from === 1 ? [] : [{ what: "one fewer", alert: { ...alert, from: from - 1 } }]),
    ...[0.9, 1.1].map((times) => ({ what: `${times} of its window`, alert: { ...alert, within: { seconds: within.seconds * times } } })),
    ...without(where).map((less, index) => ({ what: `without question ${index + 1}`, alert: { ...alert, where: less } })),
    ...(differing === undefined ? [] : [{ what: "records counted", alert: omitted(alert) }]),
    // of one record there is one row, whatever tells rows apart
    ...(from === 1 || others.length > 0 ? [] : [{ what: `all of ${first} together`, alert: { ...alert, each: ["origin"] as const } }]),
  ];
}

const omitted = ({ differing: _, ...alert }: LogAlert): LogAlert => alert;

/** A condition without each of its questions in turn; what is left of none is everything. */
function without(condition: Condition): Condition[] {
  if (condition.kind === "not") return without(condition.of).map((of) => ({ kind: "not", of }));
  if ("column" in condition) return [all()];
  return condition.of.flatMap((one, index) => {
    const others = condition.of.filter((_, place) => place !== index);
    const dropped = { ...condition, of: others };
    const inside = "column" in one ? [] : without(one).map((less) => ({ ...condition, of: condition.of.with(index, less) }));
    return [dropped, ...inside];
  });
}
