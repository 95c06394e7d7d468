/** One condition of a route or an inhibition. A label that is absent equals the empty string. */
export interface Matcher {
  readonly label: string;
  readonly op: "=" | "!=" | "=~" | "!~";
  readonly value: string;
}

export type Labels = Readonly<Record<string, string>>;

const make =
  (op: Matcher["op"]) =>
  (label: string, value: string): Matcher => ({ label, op, value });

export const equals = make("=");
export const differs = make("!=");
/** `value` is a regular expression over the whole label value. */
export const matches = make("=~");

export function matchesLabels({ label, op, value }: Matcher, labels: Labels): boolean {
  const actual = labels[label] ?? "";
  switch (op) {
    case "=":
      return actual === value;
    case "!=":
      return actual !== value;
    case "=~":
      return new RegExp(`^(?:${value})$`).test(actual);
    case "!~":
      return !new RegExp(`^(?:${value})$`).test(actual);
  }
}

/** Alertmanager's notation; the value is always quoted, so that its classic and its UTF-8 parser agree. */
export function matcherText({ label, op, value }: Matcher): string {
  return `${label}${op}${JSON.stringify(value)}`;
}
