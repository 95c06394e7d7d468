/** What the log store makes of a template when an alert fires (OpenObserve 0.93, apply_custom_template): its own words, the rows' columns, then the alert's attributes. */
import type { StoreAlert } from "./declaration";

export function filled(body: string, alert: StoreAlert, rows: readonly Readonly<Record<string, string>>[]): string {
  const own = body.replaceAll("{alert_name}", alert.name).replaceAll("{stream_name}", alert.stream);
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const withRows = columns.reduce((text, key) => put(text, key, [...new Set(rows.flatMap((row) => row[key] ?? []))].join(", ")), own);
  return Object.entries(alert.context_attributes).reduce((text, [key, value]) => put(text, key, value), withRows);
}

/** `{key}`, and `{key:<characters>}` for so much of it. */
function put(text: string, key: string, value: string): string {
  return text.replaceAll(new RegExp(`\\{${key}(?::([0-9]+))?\\}`, "g"), (_, length?: string) =>
    escaped(length === undefined ? value : value.slice(0, Number(length))),
  );
}

const ESCAPES: Readonly<Record<string, string>> = {
  "'": "\\\\'",
  '"': '\\"',
  "\\": "\\\\",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\u001b": "\\u{1b}",
};

const escaped = (value: string): string => Array.from(value, (one) => ESCAPES[one] ?? one).join("");
