/** Longer values are cut: a message names the value, it does not repeat a file that was pasted into it. */
const LONGEST = 60;

/** A value as a message may show it: on one line, cut, and with what looks like a secret hidden. */
export function quote(value: unknown): string {
  if (typeof value === "string") return oneLine(JSON.stringify(cut(hideSecrets(value), LONGEST)));
  if (value === null || value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "a mapping";
  return String(value);
}

/** Free text of another program (a YAML error may repeat the source), made fit for one line of ours. */
export function quoteText(text: string): string {
  return oneLine(cut(hideSecrets(text), 160));
}

/** A word that stands in a message without quotes, for example as part of a YAML path. */
export function quoteKey(key: string): string {
  return /^[A-Za-z0-9_-]+$/.test(key) && cut(hideSecrets(key), LONGEST) === key ? key : quote(key);
}

function hideSecrets(text: string): string {
  return (
    text
      // Up to the last @ that no image's digest follows, unless nothing is before it, as in a schedule's @daily: a password may itself hold a slash, a blank or an @.
      .replace(/^([a-z]+:\/\/)?.+@(?!sha\d+:[0-9a-f]*$)/is, "$1***@")
      .replace(/(:\/\/[^\s?#]*[?#])\S+/g, "$1***")
      // Tokens are long runs that mix letters and digits; names have dots and dashes in between.
      .replace(/[A-Za-z0-9_+=]{20,}/g, (run) => (/\d/.test(run) && /[A-Za-z]/.test(run) ? `${run.slice(0, 4)}***` : run))
  );
}

function cut(text: string, longest: number): string {
  if (text.length <= longest) return text;
  // Not in the middle of a surrogate pair.
  return `${text.slice(0, longest).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** Line breaks would break the list of mistakes, direction marks would turn its text around. */
function oneLine(text: string): string {
  return text.replace(/[\p{C}\u2028\u2029]/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}
