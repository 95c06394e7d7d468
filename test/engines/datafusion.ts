/** What the log store asks its streams with. */
import { join } from "node:path";
import { z } from "zod";
import type { Columns } from "../../lib/log-store/condition";
import type { ColumnType } from "../../lib/logs/stream";
import { runEngine } from "./engine";
import type { LogRecord } from "./vrl";

export interface Table {
  readonly columns: Readonly<Record<string, ColumnType>>;
  readonly records: readonly LogRecord[];
}

export interface Ask {
  /** Its place among the tables. */
  readonly table: number;
  /** What the question calls it. */
  readonly name: string;
  readonly sql: string;
  /** Microseconds, as the store keeps them; the end is left out. */
  readonly from: number;
  readonly to: number;
}

/** A stream that was made with the columns that are declared. */
export const tableOf = (columns: Columns, records: readonly LogRecord[]): Table => ({
  columns: { _timestamp: "integer", ...Object.fromEntries(Object.entries(columns).map(([name, { type }]) => [name, type])) },
  records,
});

const row = z.record(z.string(), z.unknown());
const reply = z.array(z.union([z.object({ rows: z.array(row) }), z.object({ error: z.string() })]));
export type Answer = z.infer<typeof reply>[number];

/** All in one process. */
export async function answersOf(tables: readonly Table[], asks: readonly Ask[]): Promise<readonly Answer[]> {
  const stdin = JSON.stringify({ tables, asks });
  const { code, stdout, output } = await runEngine("datafusion-python", [join(__dirname, "ask-tables.py")], { stdin });
  if (code !== 0) throw new Error(`datafusion ended with ${code}: ${output.slice(-2000)}`);
  return reply.parse(JSON.parse(stdout));
}

/** @throws when a question is refused */
export async function rowsOf(tables: readonly Table[], asks: readonly Ask[]): Promise<readonly z.infer<typeof row>[][]> {
  return (await answersOf(tables, asks)).map((answer, index) => {
    if ("error" in answer) throw new Error(`${answer.error}: ${asks[index]?.sql}`);
    return answer.rows;
  });
}
