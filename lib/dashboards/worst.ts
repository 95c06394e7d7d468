import { type TableColumn, type TablePanel, table } from "./panel";

export interface Worst extends Omit<TablePanel, "kind" | "columns">, Omit<TableColumn, "title"> {
  /** Of the value. */
  readonly head: string;
  /** How many are shown. @default 10 */
  readonly most?: number;
}

/** A table of the worst offenders: those with the highest value, the worst first. Only those that the expression gives. */
export function worst({ head, most = 10, expr, unit, decimals, thresholds, asks, means, ...panel }: Worst): TablePanel {
  const column = { title: head, expr: `topk(${most}, ${expr})`, unit, decimals, thresholds, asks, means };
  return table({ width: 12, height: 8, ...panel, columns: [column] });
}
