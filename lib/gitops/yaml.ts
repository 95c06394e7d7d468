import { Yaml } from "cdk8s";

/*
 * cdk8s's own printer takes a tenth of a synth at the width that the platform is meant for. Here a text is printed when it is clear
 * how; every other scalar, and every key that is not plain, is left to cdk8s and set in: the bytes are the same.
 */

const LINE = /^[\x20-\x7e]+$/;
/** It would not be a text, or end before its end, be a key, or begin a comment. */
const QUOTED = /^[ ,[\]{}#&*!|>'"%@`]|: | #|[ :]$/;
/** With a digit or another sign in front it may be a number. */
const WORD_LIKE = /^[A-Za-z_(/]/;
const NUMBER = /^(?:0|[1-9]\d*)(?:\.\d+)?$/;
/** With a sign that no number and no date has: `200m`, `10.0.0.0/8`. */
const MEASURE = /^\d.*[G-SU-WYg-np-su-wy/]/;
/** What YAML 1.1 reads as something else. */
const WORD = /^(?:y|yes|n|no|on|off|true|false|null|e[-+]?\d+)$/i;
/** Lines without blanks about them; the last may have its end. */
const LINES = /^[\x21-\x7e][\x20-\x7e\n]*[\x21-\x7e]\n?$/;
/** A longer key is written in another form. */
const KEY_LENGTH = 1000;
const STEP = "  ";

/** An object of JSON as one document of block YAML: what cdk8s prints of it. */
export function printYaml(object: object): string {
  return isBlock(object) ? block(object, "") : Yaml.stringify(object);
}

/** The same of what a program is configured with, where a key that is undefined is none. */
export function printConfiguration(object: object): string {
  return printYaml(JSON.parse(JSON.stringify(object)) as object);
}

const isBlock = (value: unknown): value is object => typeof value === "object" && value !== null && Object.keys(value).length > 0;

/** Every line set in, with its end. */
function block(value: object, indent: string): string {
  const inner = indent + STEP;
  if (Array.isArray(value))
    return value.map((item) => `${indent}- ${isBlock(item) ? block(item, inner).slice(inner.length) : scalar(item, indent)}`).join("");
  const pairs = Object.entries(value).map(([key, held]: [string, unknown]) => {
    if (lineOf(key) !== key || key.length > KEY_LENGTH) return `${indent}${setIn(Yaml.stringify({ [key]: held }), indent)}`;
    return `${indent}${key}:${isBlock(held) ? `\n${block(held, inner)}` : ` ${scalar(held, indent)}`}`;
  });
  return pairs.join("");
}

function scalar(value: unknown, indent: string): string {
  const text = typeof value === "string" ? (lineOf(value) ?? linesOf(value, indent)) : undefined;
  if (text !== undefined) return `${text}\n`;
  if ((Number.isSafeInteger(value) && !Object.is(value, -0)) || typeof value === "boolean") return `${value}\n`;
  return setIn(Yaml.stringify({ k: value }).slice("k: ".length), indent);
}

function lineOf(text: string): string | undefined {
  if (!LINE.test(text)) return undefined;
  if (QUOTED.test(text)) return text.includes('"') && !text.includes("'") ? `'${text}'` : JSON.stringify(text);
  if (NUMBER.test(text)) return `"${text}"`;
  return (WORD_LIKE.test(text) && !WORD.test(text)) || MEASURE.test(text) ? text : undefined;
}

function linesOf(text: string, indent: string): string | undefined {
  if (!text.includes("\n") || !LINES.test(text)) return undefined;
  const isEnded = text.endsWith("\n");
  return setIn(`|${isEnded ? "" : "-"}\n${isEnded ? text.slice(0, -1) : text}`, indent + STEP);
}

/** All lines but the first, and those with nothing on them. */
const setIn = (text: string, indent: string): string => text.replaceAll(/\n(?=[^\n])/g, `\n${indent}`);
