/** Expressions that a template builds: `printf "up{pod=%q}" $labels.pod`, with stand-ins for what the alert brings. */
import { parseExpression } from "../metrics/promql";

// of the private use area: no text holds them
const ANY_TEXT = "\uE000";
const ANY_NUMBER = "\uE001";
const STAND_INS = /[\uE000\uE001]/;

/** Whether nothing in a text stands in for what only the alert brings. */
export const isWhole = (text: string): boolean => !STAND_INS.test(text);

const VERB = /%(?:%|[-+# 0]*\d*(?:\.\d+)?([a-zA-Z]))/g;

/** What `printf` gives; a stand-in for each argument that is not known. */
export function formatted(format: string, given: readonly (string | undefined)[]): string {
  const left = [...given];
  return format.replace(VERB, (_, verb?: string) => {
    if (verb === undefined) return "%";
    const known = left.shift();
    if (verb === "q") return known === undefined ? `"${ANY_TEXT}"` : JSON.stringify(known);
    return known ?? (verb === "s" ? ANY_TEXT : ANY_NUMBER);
  });
}

const STRING = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`/g;
const EQUALITY = new RegExp(`(?<!!)=~?\\s*(${STRING.source})`, "g");

/**
 * An expression as far as it can be judged: a condition on a value that only the alert brings is one that any value meets.
 * Nothing where a stand-in is in place of a name, or where a built one does not parse: the alert may mend it.
 */
export function judgeable(text: string): string | undefined {
  if (isWhole(text)) return text;
  const query = text
    .replace(EQUALITY, (condition) => (isWhole(condition) ? condition : '=~".+"'))
    .replace(STRING, (literal) => literal.replace(new RegExp(STAND_INS, "g"), "x"))
    .replaceAll(ANY_NUMBER, "1");
  return isWhole(query) && parseExpression(query).errors.length === 0 ? query : undefined;
}
