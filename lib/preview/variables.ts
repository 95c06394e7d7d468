/** What is chosen of a variable. */
export interface Choice {
  readonly values: readonly string[];
  /** Several may be chosen: then its values are parts of a pattern. */
  readonly isPattern: boolean;
  /** What stands for all of them, taken as it is. */
  readonly whole?: string;
}

export type Choices = ReadonlyMap<string, Choice>;

/** What a pattern reads as operators. */
const escapePattern = (value: string): string => value.replace(/[\\^$*+?.()|[\]{}]/g, "\\$&");

const FORM = /\$(\w+)|\$\{(\w+)(?:\.[^:}]+)?(?::([^}]*))?\}|\[\[(\w+)(?::([^\]]*))?\]\]/g;

/** `$name`, `${name}`, `${name:format}` and `[[name]]`; what nothing is known of stays. */
function replaced(text: string, of: (name: string, format: string | undefined) => string | undefined): string {
  return text.replace(FORM, (whole, plain?: string, braced?: string, format?: string, square?: string, squareFormat?: string) => {
    return of(plain ?? braced ?? square ?? "", format ?? squareFormat) ?? whole;
  });
}

/** In an expression (Grafana, packages/grafana-prometheus/src/datasource.ts): several values are alternatives of a pattern. */
export function inExpression(text: string, choices: Choices, builtIn: Readonly<Record<string, string>>): string {
  return replaced(text, (name, format) => {
    const own = builtIn[name];
    if (own !== undefined) return own;
    const choice = choices.get(name);
    if (choice === undefined) return undefined;
    if (choice.whole !== undefined) return choice.whole;
    if (format !== undefined && format !== "") return formattedAs(choice, format);
    if (!choice.isPattern) return (choice.values[0] ?? "").replaceAll("\\", "\\\\").replaceAll('"', '\\"');
    // once for the pattern, and once for the text that it stands in
    const parts = choice.values.map((value) => escapePattern(value).replaceAll("\\", "\\\\"));
    return parts.length === 1 ? (parts[0] ?? "") : `(${parts.join("|")})`;
  });
}

function formattedAs({ values }: Choice, format: string): string {
  switch (format) {
    case "regex":
      return values.length === 1 ? escapePattern(values[0] ?? "") : `(${values.map(escapePattern).join("|")})`;
    case "csv":
      return values.join(",");
    case "json":
      return JSON.stringify(values);
    case "percentencode":
      return encodeURIComponent(values.join(","));
    default:
      return values.join(format === "pipe" ? "|" : ",");
  }
}

/** In a title or a text, for people. */
export function inText(text: string, choices: Choices): string {
  return replaced(text, (name) => {
    const choice = choices.get(name);
    return choice === undefined ? undefined : choice.whole === undefined ? choice.values.join(" + ") : "All";
  });
}

/** `var-name=value` for each value, as addresses of dashboards have it. */
export const inAddress = (choices: Choices): string =>
  [...choices]
    .flatMap(([name, { values, whole }]) =>
      (whole === undefined ? values : ["$__all"]).map((value) => `var-${name}=${encodeURIComponent(value)}`),
    )
    .join("&");
