const NAMED: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/**
 * A text of a stranger on one line of a terminal: what would move the cursor, colour the screen or turn the direction of writing stands there
 * as an escape (control and format characters, halves of a pair, characters that are none yet, line and paragraph separators).
 */
export function visible(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return NAMED[character] ?? (code.length <= 2 ? `\\x${code.padStart(2, "0")}` : `\\u{${code}}`);
  });
}

/** The same JSON on one line, with nothing in it that a terminal would heed: its texts may hold all but the first 32 characters as they are. */
export function visibleJson(json: string): string {
  return json
    .replace(/[\n\r\t]+/g, " ")
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) =>
      Array.from({ length: character.length }, (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`).join(""),
    );
}

/** Two cells of a terminal: East Asian wide and full-width characters, and what is shown as a picture. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;

/** How many cells a visible text takes, at most: each character one at least, as a hostile text may have thousands that join to one. */
export function cellsOf(text: string): number {
  let cells = 0;
  for (const character of text) cells += WIDE.test(character) ? 2 : 1;
  return cells;
}

/** The beginning of a visible text that fits into so many cells, with an ellipsis where it was cut. */
export function fitted(text: string, cells: number): string {
  if (text.length * 2 <= cells) return text;
  let [used, end, lastEnd] = [0, 0, 0];
  for (const character of text) {
    used += WIDE.test(character) ? 2 : 1;
    if (used > cells) return cells < 1 ? "" : `${text.slice(0, lastEnd)}…`;
    end += character.length;
    if (used < cells) lastEnd = end;
  }
  return text;
}
