import { Yaml } from "cdk8s";

/*
 * cdk8s's own printer takes a tenth of a synth at the width that the platform is meant for. Here a text of one line is printed when
 * it is clear how; every other scalar, and every key that is not plain, is left to cdk8s and set in: the bytes are the same.
 */

const LINE = /^[\x20-\x7e]+$/;
/** It would not be a text, or end before its end, be a key, or begin a comment. */
const QUOTED = /^[ ,[\]{}#&*!|>'"%@`]|: | #|[ :]$/;
/** With a digit or another sign in front it may be a number. */
const WORD_LIKE = /^[A-Za-z_(/]/;
/** What YAML 1.1 reads as something else. */
const WORD = /^(?:y|yes|n|no|on|off|true|false|null|e[-+]?\d+)$/i;
/** A longer key is written in another form. */
const KEY_LENGTH = 1000;
const STEP = "  ";

/** An object of JSON as one document of block YAML: what cdk8s prints of it. */
export function printYaml(object: object): string {
  return isBlock(object) ? block(object, "") : Yaml.stringify(object);
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
  const line = typeof value === "string" ? lineOf(value) : undefined;
  if (line !== undefined) return `${line}\n`;
  if ((Number.isSafeInteger(value) && !Object.is(value, -0)) || typeof value === "boolean") return `${value}\n`;
  return setIn(Yaml.stringify({ k: value }).slice("k: ".length), indent);
}

function lineOf(text: string): string | undefined {
  if (!LINE.test(text)) return undefined;
  if (QUOTED.test(text)) return text.includes('"') && !text.includes("'") ? `'${text}'` : JSON.stringify(text);
  return WORD_LIKE.test(text) && !WORD.test(text) ? text : undefined;
}

/** All lines but the first, and those with nothing on them. */
const setIn = (text: string, indent: string): string => text.replaceAll(/\n(?=[^\n])/g, `\n${indent}`);
