import type { Severity } from "../alerts/labels";
import type { Duration } from "../duration";
import type { Stream } from "../logs/stream";
import type { Component } from "../site/component";
import { type Asked, asked, type Columns, type Condition, leavesOf, sqlOf } from "./condition";
import { quoted, textOf } from "./sql";

/**
 * A condition on what is stored, which the log store watches and tells the alert manager of: what no rule and no detector sees. Its labels are
 * those of every alert.
 */
export interface LogAlert {
  /** CamelCase, the subject first: the label `alertname`. */
  readonly name: string;
  readonly component: Component;
  readonly severity: Severity;
  /** Whose idea it is; the condition is ours. */
  readonly follows: Followed;
  /** The log stream that is asked, and the columns that its records may have. */
  readonly stream: string;
  readonly columns: Columns;
  /** Which of its records count. */
  readonly where: Condition;
  /** Columns of text: what they say together is one finding, and stands in the alert. */
  readonly each: readonly [string, ...string[]];
  /** Records of one finding from which on it fires; of a column, so many of its values that differ. */
  readonly from: number;
  readonly differing?: string;
  /** How far back it looks. */
  readonly within: Duration;
  /** One line of at most 120 characters, without what varies: what was found stands behind the description. */
  readonly summary: string;
  /** One or two sentences: what it means, and what to do first. */
  readonly description: string;
  readonly proof: LogProof;
}

/** A rule of a library that others keep. */
export interface Followed {
  /** A repository of GitHub. */
  readonly library: string;
  readonly file: string;
}

export type RawRecord = Readonly<Record<string, unknown>>;

/** Records as they enter the stream's source; when they came, the test says. */
export interface LogProof {
  /** Just enough of them: with one less, or spread over more time, it stays silent. */
  readonly fires: readonly [RawRecord, ...RawRecord[]];
  /** Other forms that fire, each by itself. */
  readonly alsoFires: readonly (readonly RawRecord[])[];
  /** Nearest misses, each alone as many as would fire. */
  readonly silent: readonly [readonly RawRecord[], ...(readonly RawRecord[])[]];
}

type TextColumn<C extends Columns> = { [K in keyof C]: C[K]["type"] extends "text" ? K : never }[keyof C] & string;

/** What the declaration says itself; the stream says the rest. */
export interface LogAlertProps<C extends Columns>
  extends Pick<LogAlert, "component" | "severity" | "follows" | "within" | "summary" | "description"> {
  readonly where: (columns: Asked<C>) => Condition;
  readonly each: readonly [TextColumn<C>, ...TextColumn<C>[]];
  /** @default 1 */
  readonly from?: number;
  /** @default - records are counted */
  readonly differing?: keyof C & string;
  readonly fires: LogProof["fires"][number] | LogProof["fires"];
  /** @default - none */
  readonly alsoFires?: LogProof["alsoFires"];
  readonly silent: LogProof["silent"];
}

/** Declares an alert on a stream whose records may have these columns. */
export function logAlert<C extends Columns>(
  { name: stream }: Pick<Stream, "name">,
  columns: C,
  name: string,
  { where, fires, alsoFires = [], silent, from = 1, ...props }: LogAlertProps<C>,
): LogAlert {
  const proof = { fires: (Array.isArray(fires) ? fires : [fires]) as LogProof["fires"], alsoFires, silent };
  return { name, stream, columns, where: where(asked(columns)), from, ...props, proof };
}

/** For whoever has to find it. */
export const logAlertPlace = ({ name, stream }: Pick<LogAlert, "name" | "stream">): string => `alert "${name}" on the stream "${stream}"`;

/** The columns that an alert reads. */
export const columnsRead = ({ where, each, differing }: LogAlert): string[] => [
  ...new Set([...leavesOf(where).map(({ column }) => column), ...each, ...(differing === undefined ? [] : [differing])]),
];

/** What a row has beside the columns that it is one of. */
export const ROW = { found: "found", counted: "counted" } as const;

/**
 * What may stand in an alert of what others wrote: the store writes a control character into the notification as no JSON has it, so that one
 * in a name would keep its alert from ever arriving (OpenObserve, format_variable_value), and puts in what looks like one of its `{variables}`.
 */
const UNSAFE = "[^0-9A-Za-z ._:/@+-]";

/** Asks for one row of each finding, the greatest first: the store reads a hundred of them. */
export function alertSql({ stream, where, each, from, differing }: LogAlert): string {
  const groups = each.map(quoted);
  const shown = groups.map((column) => `regexp_replace(coalesce(${column}, 'unknown'), ${textOf(UNSAFE)}, '_', 'g')`);
  const found = shown.length === 1 ? shown.join() : `concat(${shown.join(", ' ', ")})`;
  const counted = differing === undefined ? "count(*)" : `count(DISTINCT ${quoted(differing)})`;
  return [
    `SELECT ${[...groups, `${found} AS ${ROW.found}`, `${counted} AS ${ROW.counted}`].join(", ")}`,
    `FROM ${quoted(stream)}`,
    `WHERE ${sqlOf(where)}`,
    `GROUP BY ${groups.join(", ")}`,
    `HAVING ${counted} >= ${from}`,
    `ORDER BY ${ROW.counted} DESC`,
  ].join(" ");
}
