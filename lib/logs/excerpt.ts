/** Characters (code points) of the matched text that an alert's summary carries (observability specification, parts 2 and 8). */
const EXCERPT_LENGTH = 120;

/** Below this no code unit joins with its neighbours, except for \r\n (Unicode annex 29: no Extend or Prepend under U+0300). */
const FIRST_JOINING = 0x300;

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * The first 120 characters of a text, cut between graphemes: a flag or an accented letter is whole
 * or absent. Looks at no more than the first few hundred code units, however long the text is.
 * Half a pair of surrogates, which JSON can spell and UTF-8 can't, becomes U+FFFD.
 */
export function excerpt(text: string): string {
  return start(text).toWellFormed();
}

function start(text: string): string {
  const end = offsetOfCodePoint(text, EXCERPT_LENGTH);
  if (end >= text.length || isPlainBoundary(text, end)) return text.slice(0, end);
  // A grapheme that is longer than the whole excerpt starts at 0, and leaves nothing to show.
  const window = text.slice(0, end + 2);
  return text.slice(0, graphemes.segment(window).containing(end)?.index ?? end);
}

function offsetOfCodePoint(text: string, count: number): number {
  let offset = 0;
  for (let n = 0; n < count && offset < text.length; n++) offset += (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
  return offset;
}

function isPlainBoundary(text: string, offset: number): boolean {
  const [before, after] = [text.charCodeAt(offset - 1), text.charCodeAt(offset)];
  return before < FIRST_JOINING && after < FIRST_JOINING && !(before === 0x0d && after === 0x0a);
}
