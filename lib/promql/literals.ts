import { unquote } from "../metrics/promql";
import { secondsOf } from "../metrics/promql-time";
import { Refused } from "./vector";

const TIME = /^(?:\d+(?:ms|[smhdwy]))+$/;

/** A number as it is written; a time counts in seconds. */
export function numberIn(text: string): number {
  const [, sign = "", digits = ""] = /^([+-]?)\s*(.*)$/s.exec(text) ?? [];
  return (sign === "-" ? -1 : 1) * positiveIn(digits);
}

function positiveIn(digits: string): number {
  if (/^nan$/i.test(digits)) return Number.NaN;
  if (/^inf$/i.test(digits)) return Number.POSITIVE_INFINITY;
  if (TIME.test(digits)) return secondsOf(digits);
  const number = Number(digits.replaceAll("_", ""));
  if (Number.isNaN(number) || digits === "") throw new Refused(`the number ${digits} is not evaluated here`);
  return number;
}

/** Seconds of a range or an offset: a time, or a number of seconds. */
export function timeIn(text: string): number {
  const [, sign = "", time = ""] = /^(-?)\s*(.*)$/s.exec(text) ?? [];
  const seconds = TIME.test(time) ? secondsOf(time) : /^\d+(?:\.\d+)?$/.test(time) ? Number(time) : Number.NaN;
  if (Number.isNaN(seconds)) throw new Refused(`the time ${text} is not evaluated here: write one such as 1h30m`);
  return sign === "-" ? -seconds : seconds;
}

/** What an escape may begin with, behind its backslash. */
const ESCAPED = /\\([^abfnrtvxuU0-7\\'"])/;

export function textIn(literal: string): string {
  const [, wrong] = (!literal.startsWith("`") && ESCAPED.exec(literal.replaceAll("\\\\", ""))) || [];
  if (wrong !== undefined) throw new Error(`the text ${literal} has \\${wrong}, which is no character: write \\\\${wrong}`);
  return unquote(literal);
}
