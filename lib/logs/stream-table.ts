import type { OutputFile } from "../gitops/manifest";
import { type Column, isPersonal, type Stream } from "./stream";

type Row = readonly [stream: string, column: string, type: string, personal: string, source: string, days: string, what: string];

const HEADER: Row = ["stream", "column", "type", "personal", "source", "retention_days", "what"];

/** Of the rows that stand for columns of every stream. */
const EVERY_STREAM = "*";

/**
 * `streams.tsv`, what can be searched, for people and programs: a row for each stream, with where its records come from and for how many days
 * they are kept, then one for each of its columns; those that every record has where it has one stand once, under `*`. What says something of
 * a person is marked, and so is a stream that has such a column of its own.
 */
export function streamTable(streams: readonly Stream[], shared: Readonly<Record<string, Column>>): OutputFile {
  const rows = [
    HEADER,
    ...columnRows(EVERY_STREAM, shared),
    ...streams.flatMap((stream): Row[] => [
      [stream.name, "", "", mark(isPersonal(stream)), stream.source, String(stream.retentionDays), stream.what],
      ...columnRows(stream.name, stream.columns),
    ]),
  ];
  return { file: "streams.tsv", text: rows.map((row) => `${row.join("\t")}\n`).join("") };
}

const columnRows = (stream: string, columns: Readonly<Record<string, Column>>): Row[] =>
  Object.entries(columns).map(([name, { type, isPersonal, what }]) => [stream, name, type, mark(isPersonal), "", "", what]);

const mark = (isPersonal = false): string => (isPersonal ? "personal" : "");
