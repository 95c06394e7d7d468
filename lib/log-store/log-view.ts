import type { OutputFile } from "../gitops/manifest";
import { type Asked, asked, type Columns, type Condition, leavesOf, sqlOf } from "./condition";
import { quoted } from "./sql";

/** What people ask a stream again and again. */
export interface LogView {
  /** Letters, digits, blanks, - and _: what the store's page takes for the name of a saved view. */
  readonly name: string;
  readonly what: string;
  readonly stream: string;
  readonly columns: Columns;
  readonly where: Condition;
  /** Shown of each record, the newest first; or, where they are counted, what each row is of. */
  readonly shows: readonly [string, ...string[]];
  /** What the number of records is called; the greatest is first. @default - each record is a row */
  readonly counted?: string;
}

export type LogViewProps<C extends Columns> = Pick<LogView, "what" | "counted"> & {
  readonly where: (columns: Asked<C>) => Condition;
  readonly shows: readonly [keyof C & string, ...(keyof C & string)[]];
};

export function logView<C extends Columns>(stream: string, columns: C, name: string, { where, ...props }: LogViewProps<C>): LogView {
  return { name, stream, columns, where: where(asked(columns)), ...props };
}

const TIME = quoted("_timestamp");

/** @param time what is said of when a record came */
export function viewSql({ stream, where, shows, counted }: LogView, time = TIME): string {
  const columns = shows.map(quoted).join(", ");
  const from = `FROM ${quoted(stream)} WHERE ${sqlOf(where)}`;
  return counted === undefined
    ? `SELECT ${time}, ${columns} ${from} ORDER BY ${TIME} DESC`
    : `SELECT ${columns}, count(*) AS ${quoted(counted)} ${from} GROUP BY ${columns} ORDER BY ${quoted(counted)} DESC`;
}

/** The columns that a view reads. */
export const columnsOfView = ({ where, shows }: LogView): string[] => [
  ...new Set([...leavesOf(where).map(({ column }) => column), ...shows]),
];

/** `queries.sql`, to be put into the store's page, or saved there as a view by its name. The time is what the page says. */
export function queriesFile(organisation: string, views: readonly LogView[]): OutputFile {
  const head = `-- What people ask the log store again and again, organisation ${organisation}. The page says of which time; each can be saved there as a view.\n`;
  return { file: "queries.sql", text: [head, ...views.map((view) => `-- ${view.name}: ${view.what}\n${viewSql(view)};\n`)].join("\n") };
}
