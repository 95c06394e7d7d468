/** Our declarations as TypeScript; the formatter lays them out. */

/** Code, not a text. */
export class Code {
  constructor(readonly text: string) {}
}

export type Printable = string | number | boolean | undefined | Code | readonly Printable[] | { readonly [key: string]: Printable };

/** A value as TypeScript writes it; what is undefined is left out. */
export function printed(value: Printable): string {
  if (value instanceof Code) return value.text;
  if (typeof value === "string") return textLiteral(value);
  if (Array.isArray(value)) return `[${value.map(printed).join(", ")}]`;
  if (typeof value !== "object") return String(value);
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return entries.length === 0 ? "{}" : `{ ${entries.map(([key, one]) => `${keyLiteral(key)}: ${printed(one)}`).join(", ")} }`;
}

/** Without brackets the prototype would be set. */
const keyLiteral = (key: string): string => (key === "__proto__" ? `["${key}"]` : JSON.stringify(key));

/** What can't be seen in a source, or turns its lines around, or is made another character when the source is read. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** A text of several lines stands as it is written, where reading the source changes nothing of it. */
export function textLiteral(text: string): string {
  return text.includes("\n") && !/[\p{C}\p{Zl}\p{Zp}]/u.test(text.replaceAll("\n", "")) ? `\`${insideTemplate(text)}\`` : quoted(text);
}

export function quoted(text: string): string {
  return JSON.stringify(text).replace(UNSEEN, (character) =>
    Array.from({ length: character.length }, (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`).join(""),
  );
}

export const insideTemplate = (text: string): string => text.replace(/[\\`]|\$(?=\{)/g, "\\$&");

/** A comment's text: nothing in it may end it. */
export const commentText = (text: string): string => text.replace(UNSEEN, " ").replaceAll("*/", "* /");
