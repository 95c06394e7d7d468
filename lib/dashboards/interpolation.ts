/** `$name`, `${name}`, `${name:format}` and `[[name]]`, as the application replaces them (Grafana, docs: dashboards/variables). `$1` is a group of label_replace. */
const FORM = /\$([a-zA-Z_]\w*)|\$\{([a-zA-Z_]\w*)(?:\.[^:}]+)?(?::[^}]*)?\}|\[\[([a-zA-Z_]\w*)(?::[^\]]*)?\]\]/g;

/** Those that the application has itself: what stands for one where an expression is only read. */
const BUILT_IN: Readonly<Record<string, string>> = {
  __rate_interval: "5m",
  __interval: "1m",
  __interval_ms: "60000",
  __range: "6h",
  __range_s: "21600",
  __range_ms: "21600000",
  __from: "0",
  __to: "1",
};

/** The dashboard's own variables that a text names. */
export function variablesIn(text: string): string[] {
  const named = Array.from(text.matchAll(FORM), ([, plain, braced, square]) => plain ?? braced ?? square ?? "");
  return [...new Set(named)].filter((name) => !(name in BUILT_IN) && !name.startsWith("__"));
}

/** The text with a value for each variable. @param standsFor of the dashboard's own; where it gives nothing the variable's text stays */
export function interpolated(text: string, standsFor: (name: string) => string | undefined): string {
  return text.replace(FORM, (whole, plain, braced, square) => {
    const name: string = plain ?? braced ?? square ?? "";
    return BUILT_IN[name] ?? standsFor(name) ?? whole;
  });
}

/** The same for what is only read, each variable in its own length: what is found in it stands at the same place in the text. */
export function aligned(text: string): string {
  return text.replace(FORM, (whole, plain, braced, square) => {
    const name: string = plain ?? braced ?? square ?? "";
    return BUILT_IN[name]?.padEnd(whole.length) ?? "x".repeat(whole.length);
  });
}
