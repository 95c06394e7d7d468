/** Rows under a heading each; `|` in a cell would end it. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [header, header.map(() => "---"), ...rows.map((cells) => cells.map((cell) => cell.replaceAll("|", "\\|")))];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** Commands to paste, one to a line. */
export function shell(...commands: readonly string[]): string {
  return ["```sh", ...commands, "```"].join("\n");
}

export function list(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join("\n");
}

export const code = (text: string): string => `\`${text}\``;

/** `a`, `b` and so on, each once, sorted. */
export function codes(texts: Iterable<string>): string {
  return [...new Set(texts)].sort().map(code).join(", ");
}

/** Paragraphs, tables and blocks with a blank line between them; an empty one is left out. */
export function blocks(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n\n");
}
