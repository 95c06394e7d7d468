/** The pipelines of a template's actions, as Go text/template reads them; what Go refuses is left out. */
import type { Token } from "./template";

export type Operand = { readonly fields: readonly string[] /** As it is written. */; readonly source: string } & (
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "dot" }
  | { readonly kind: "variable"; readonly name: string }
  | { readonly kind: "group"; readonly pipe: Pipe }
  | { readonly kind: "function"; readonly name: string }
  | { readonly kind: "other" }
);

/** A function with its arguments, or a value alone. */
export type Command = readonly Operand[];

/** Each command is the last argument of the next. */
export interface Pipe {
  /** The variables that it declares: `$i, $one := ...`. */
  readonly declares: readonly string[];
  /** The variables that it sets anew: `$one = ...`. */
  readonly sets: readonly string[];
  readonly commands: readonly Command[];
}

/** The variables that an action sets anew. */
export const variablesSet = (tokens: readonly Token[]): string[] =>
  tokens.flatMap(({ variable, isSet }) => (variable !== undefined && isSet ? [variable] : []));

/** Takes the tokens of one pipeline from the front, and with them the bracket that ends it. */
export function takePipe(tokens: Token[]): Pipe {
  const declares: string[] = [];
  const sets: string[] = [];
  const commands: Operand[][] = [[]];
  let isApart = true;
  for (let token = tokens.shift(); token !== undefined && token.text !== ")"; token = tokens.shift()) {
    const { text, variable, isDeclared, isSet } = token;
    const command = commands.at(-1) ?? [];
    const last = command.at(-1);
    const isSpace = /^(?:\s|\/\*)/.test(text);
    if (variable !== undefined && isDeclared) declares.push(variable);
    else if (variable !== undefined && isSet) sets.push(variable);
    else if (text === "|") commands.push([]);
    else if (!isApart && last?.kind === "group" && text.startsWith(".")) command.splice(-1, 1, withFields(last, text));
    else if (!isSpace && text !== ",") command.push(operandOf(token, tokens));
    isApart = isSpace;
  }
  return { declares, sets, commands };
}

const withFields = (operand: Operand, path: string): Operand => ({
  ...operand,
  source: operand.source + path,
  fields: path.split(".").slice(1),
});

function operandOf({ text, variable, word }: Token, behind: Token[]): Operand {
  const [first = "", ...fields] = text.split(".").filter((part, index) => index === 0 || part !== "");
  if (variable !== undefined) return { kind: "variable", name: first, fields, source: text };
  if (text === "(") return { kind: "group", pipe: takePipe(behind), fields: [], source: "(...)" };
  if (text.startsWith(".")) return { kind: "dot", fields, source: text };
  if (/^["`]/.test(text)) return { kind: "text", text: unquoted(text), fields: [], source: text };
  if (word !== undefined && !["true", "false", "nil"].includes(word)) return { kind: "function", name: word, fields, source: text };
  return { kind: "other", fields: [], source: text };
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };

function unquoted(literal: string): string {
  const inside = literal.slice(1, -1);
  return literal.startsWith("`") ? inside : inside.replace(/\\(.)/g, (_, char: string) => ESCAPES[char] ?? char);
}
