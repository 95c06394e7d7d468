import { type Document, isAlias, isMap, isNode, isScalar, isSeq, LineCounter, type Node, parseDocument, type YAMLError } from "yaml";
import { quoteText } from "./quote";
import type { Mistake, Position } from "./site-error";

/** A YAML text together with where each of its values stands. */
export interface YamlSource {
  readonly value: unknown;
  /** Mistakes of the YAML alone that leave the values readable: keys that are given twice. */
  readonly mistakes: readonly Mistake[];
  /** Where the value of a path stands; for a key that is missing, where its parent does. */
  positionOf(path: readonly PropertyKey[]): Position;
  positionOfKey(path: readonly PropertyKey[]): Position;
}

const START: Position = { line: 1, column: 1 };

/** Where the parser's own words help little. */
const EXPLANATIONS: Partial<Record<YAMLError["code"], string>> = {
  MULTIPLE_DOCS: "a second YAML document begins here; keep one",
  NON_STRING_KEY: "a key is not text; write a plain word before the colon",
  RESOURCE_EXHAUSTION: "the file is nested too deeply; a site has four levels",
  TAB_AS_INDENT: "a tab indents this line; use spaces",
};

/** Reads a text; either the source, or the mistakes that make its values unreadable. */
export function readYaml(text: string): YamlSource | { readonly unreadable: readonly Mistake[] } {
  try {
    return readTree(text);
  } catch (error) {
    // The parser and the walk below recurse: a file of nothing but brackets ends in an exhausted stack.
    const reason =
      error instanceof RangeError
        ? "it is nested too deeply; a site has four levels"
        : quoteText(error instanceof Error ? error.message : "");
    return { unreadable: [{ position: START, path: [], message: `the file cannot be read as YAML: ${reason}` }] };
  }
}

function readTree(text: string): ReturnType<typeof readYaml> {
  const lineCounter = new LineCounter();
  // Keys given twice are found below: the parser would neither name the key nor read on.
  const document = parseDocument(text, { lineCounter, prettyErrors: false, uniqueKeys: false, stringKeys: true, logLevel: "error" });
  const position = (offset: number): Position => {
    const { line, col } = lineCounter.linePos(offset);
    return line === 0 ? START : { line, column: col };
  };

  const syntax = syntaxMistakes(document, position);
  if (syntax.length > 0) return { unreadable: syntax };

  const references: Mistake[] = [];
  const repeated: Mistake[] = [];
  walk(document.contents, [], (node, path) => {
    const at = position(offsetOf(node) ?? 0);
    if (isAlias(node)) {
      references.push({ position: at, path, message: `an alias (*${quoteText(node.source)}) is not allowed; write the value out` });
    } else if (node.anchor !== undefined) {
      references.push({
        position: at,
        path,
        message: `an anchor (&${quoteText(node.anchor)}) is not allowed; write the value where it is needed`,
      });
    }
    if (isMap(node)) repeated.push(...keysGivenTwice(node, path, position));
  });
  // Never resolved: a few lines of aliases of aliases would grow to gigabytes.
  if (references.length > 0) return { unreadable: [...references, ...repeated] };

  return {
    value: document.toJS(),
    mistakes: repeated,
    positionOf: (path) => position(find(document, path).value),
    positionOfKey: (path) => position(find(document, path).key),
  };
}

function syntaxMistakes(document: Document, position: (offset: number) => Position): Mistake[] {
  // The parser stumbles again over the rest of a line that it could not read: one message is enough.
  const byLine = new Map<number, Mistake>();
  for (const error of [...document.errors, ...document.warnings]) {
    const at = position(error.pos[0]);
    const message = EXPLANATIONS[error.code] ?? `not valid YAML: ${quoteText(error.message)}`;
    if (!byLine.has(at.line)) byLine.set(at.line, { position: at, path: [], message });
  }
  return [...byLine.values()];
}

function walk(node: unknown, path: readonly PropertyKey[], visit: (node: Node, path: readonly PropertyKey[]) => void): void {
  if (isScalar(node) || isAlias(node)) visit(node, path);
  else if (isMap(node)) {
    visit(node, path);
    for (const { key, value } of node.items) {
      walk(key, [...path, keyOf(key)], visit);
      walk(value, [...path, keyOf(key)], visit);
    }
  } else if (isSeq(node)) {
    visit(node, path);
    node.items.forEach((item, index) => {
      walk(item, [...path, index], visit);
    });
  }
}

function keyOf(key: unknown): string {
  return isScalar(key) ? String(key.value) : "";
}

function keysGivenTwice(
  { items }: { readonly items: readonly { readonly key: unknown }[] },
  path: readonly PropertyKey[],
  position: (offset: number) => Position,
): Mistake[] {
  const lines = new Map<string, number>();
  return items.flatMap(({ key }) => {
    if (!isScalar(key)) return [];
    const name = keyOf(key);
    const at = position(offsetOf(key) ?? 0);
    const first = lines.get(name);
    if (first === undefined) {
      lines.set(name, at.line);
      return [];
    }
    return [{ position: at, path: [...path, name], message: `is given twice, first on line ${first}; keep one` }];
  });
}

/** The offsets of a path's key and value; of its deepest parent when there is no such path. */
function find(document: Document, path: readonly PropertyKey[]): { readonly key: number; readonly value: number } {
  let node: unknown = document.contents;
  let key = offsetOf(node) ?? 0;
  for (const step of path) {
    if (isMap(node)) {
      // The last one: that is the one whose value counts when a key is given twice.
      const pair = node.items.findLast((item) => keyOf(item.key) === String(step));
      if (pair === undefined) return { key, value: key };
      key = offsetOf(pair.key) ?? key;
      node = pair.value;
    } else if (isSeq(node) && typeof step === "number") {
      node = node.items[step];
      key = offsetOf(node) ?? key;
    } else return { key, value: key };
  }
  // An empty value has no place, and a block of lines begins on the next one: the key shows better where to look.
  const hasPlace = (isScalar(node) && node.value !== null) || ((isMap(node) || isSeq(node)) && node.flow === true);
  return { key, value: hasPlace ? (offsetOf(node) ?? key) : key };
}

function offsetOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}
