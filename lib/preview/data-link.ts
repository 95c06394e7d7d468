import type { Cell, Field } from "./frame";
import { type Choices, inText } from "./variables";

export interface LinkedCell {
  readonly value: Cell;
  readonly text: string;
  readonly field: Field;
  /** The other cells of its row, by their heads. */
  readonly row: ReadonlyMap<string, Cell>;
}

const FORM = /\$\{__(value\.(?:raw|numeric|text)|value|field\.name|url_time_range|data\.fields\["([^"]+)"\]|data\.fields\.(\w+))\}/g;

/** What a cell leads to (Grafana, docs: panels-visualizations/configure-data-links). @param time `from=...&to=...` of what is shown */
export function linkOf(url: string, { value, text, field, row }: LinkedCell, choices: Choices, time: string): string {
  const asked = url.replace(FORM, (_, what: string, quoted?: string, plain?: string) => {
    if (what === "url_time_range") return time;
    if (what === "field.name") return encodeURIComponent(field.name);
    if (quoted !== undefined || plain !== undefined) return encodeURIComponent(String(row.get(quoted ?? plain ?? "") ?? ""));
    return encodeURIComponent(what === "value" || what === "value.text" ? text : String(value ?? ""));
  });
  return inText(asked, choices);
}
