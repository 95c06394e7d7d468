/** The texts of an alert that becomes ours. */

/** A summary is shown in lists and as a message's title. */
const LONGEST_SUMMARY = 120;

export interface OwnTexts {
  readonly summary: string;
  readonly description: string;
  /** The summary was too long, and stands whole in the description. */
  readonly isCut: boolean;
}

export function ownTexts(name: string, annotations: Readonly<Record<string, string>>): OwnTexts {
  const { summary, description, message } = annotations;
  const long = [description, message].find(isSaid);
  const title = oneLine([summary, long].find(isSaid) ?? inWords(name));
  const isCut = title.length > LONGEST_SUMMARY;
  const rest = (long ?? title).trim();
  const isInRest = !isCut || oneLine(rest).startsWith(title);
  return { summary: isCut ? cut(title) : title, description: isInRest ? rest : `${title}\n${rest}`, isCut };
}

const isSaid = (text: string | undefined): text is string => text !== undefined && text.trim() !== "";
const oneLine = (text: string): string => text.trim().replace(/\s+/g, " ");

/** `KubePodNotReady` -> `Kube pod not ready`. */
function inWords(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/[_-]+/g, " ")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Behind a word, and never inside of a template's action or of its block: half of one would make the evaluator refuse the rule. */
function cut(text: string): string {
  let [at, whole, open] = [0, 0, 0];
  for (const [piece] of text.matchAll(/\{\{.*?\}\}|\s+|[^\s{]+|\{/g)) {
    const [, keyword] = /^\{\{-?\s*(if|range|with|define|block|end)\b/.exec(piece) ?? [];
    if (keyword !== undefined) open += keyword === "end" ? -1 : 1;
    at += piece.length;
    if (at > LONGEST_SUMMARY - 1) break;
    if (open === 0) whole = at;
  }
  return `${whole === 0 ? "See the description" : text.slice(0, whole).trimEnd()}…`;
}
