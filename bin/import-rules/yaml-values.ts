import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseAllDocuments,
  type YAMLMap,
} from "yaml";
import { quoteText } from "../../lib/site/quote";
import type { Position } from "../../lib/site/site-error";

/** A YAML document, or why there is none. */
export type ReadDocument = { readonly root: Value } | { readonly at: Position; readonly problem: string };

const START: Position = { line: 1, column: 1 };

/** Reads a stream of documents: one that is no YAML takes none of the others with it. JSON is YAML too. */
export function readDocuments(text: string): readonly ReadDocument[] {
  const read = readStrictly(text);
  if (read.every((document) => "root" in document)) return read;
  const again = readStrictly(withIndentedQuotes(text));
  return again.every((document) => "root" in document) ? again : read;
}

/** Go's parser takes the further lines of a quoted text wherever they begin; YAML wants them deeper than their key. Their blanks mean nothing. */
function withIndentedQuotes(text: string): string {
  let inside: { readonly quote: string; readonly indent: string } | undefined;
  return text
    .split("\n")
    .map((line) => {
      const [, indent = "", quote = "", rest = ""] = inside ? [] : (/^([ -]*)[\w.-]+:[ \t]+(["'])(.*)$/s.exec(line) ?? []);
      const open = inside ?? (quote === "" ? undefined : { quote, indent: `${indent.replaceAll("-", " ")}  ` });
      if (open === undefined) return line;
      const deeper = inside && line.trim() !== "" ? `${open.indent}${line.trimStart()}` : line;
      inside = isClosed(inside ? line : rest, open.quote) ? undefined : open;
      return deeper;
    })
    .join("\n");
}

const isClosed = (rest: string, quote: string): boolean =>
  (quote === '"' ? rest.replace(/\\./g, "") : rest.replaceAll("''", "")).includes(quote);

function readStrictly(text: string): readonly ReadDocument[] {
  const lines = new LineCounter();
  const positionOf = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return line === 0 ? START : { line, column: col };
  };
  try {
    // failsafe: every scalar is the text that stands there, so that no 1.0 becomes 1, and no yes becomes true
    const documents = parseAllDocuments(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false, schema: "failsafe" });
    if ("empty" in documents) return [];
    return documents.map((document): ReadDocument => {
      const [error] = document.errors;
      if (error !== undefined) return { at: positionOf(error.pos[0]), problem: explained(error.code, error.message) };
      return { root: new Value(document.contents, { document, positionOf }) };
    });
  } catch (error) {
    // the parser recurses: a file of nothing but brackets ends in an exhausted stack
    const reason = error instanceof RangeError ? "it is nested too deeply" : quoteText(error instanceof Error ? error.message : "");
    return [{ at: START, problem: `not readable as YAML: ${reason}` }];
  }
}

const explained = (code: string, message: string): string =>
  code === "TAB_AS_INDENT" ? "a tab indents this line; use spaces" : `not valid YAML: ${quoteText(message)}`;

interface Source {
  readonly document: Document;
  readonly positionOf: (offset: number) => Position;
}

export interface Entry {
  readonly key: string;
  readonly keyAt: Position;
  readonly value: Value;
}

/** A value and where it stands. Aliases and merge keys are read as what they stand for, and only where somebody looks: never all of them. */
export class Value {
  readonly at: Position;
  readonly #node: Node | null;
  readonly #source: Source;

  constructor(node: unknown, source: Source, at?: Position) {
    this.#source = source;
    const own = isNode(node) ? node : null;
    this.at = at ?? (own?.range ? source.positionOf(own.range[0]) : START);
    this.#node = isAlias(own) ? (own.resolve(source.document) ?? null) : own;
  }

  get isMapping(): boolean {
    return isMap(this.#node);
  }

  get isList(): boolean {
    return isSeq(this.#node);
  }

  /** Nothing stands there, or `null`. */
  get isNothing(): boolean {
    if (this.#node === null) return true;
    return isScalar(this.#node) && this.#node.type === "PLAIN" && /^(?:|~|null|Null|NULL)$/.test(String(this.#node.value ?? ""));
  }

  /** What a scalar says; undefined for everything else. */
  get text(): string | undefined {
    return isScalar(this.#node) && !this.isNothing ? String(this.#node.value ?? "") : undefined;
  }

  get items(): readonly Value[] {
    return isSeq(this.#node) ? this.#node.items.map((item) => new Value(item, this.#source)) : [];
  }

  /** The entries of a mapping, those that it merges behind its own. */
  get entries(): readonly Entry[] {
    return isMap(this.#node) ? this.#entriesOf(this.#node, 0) : [];
  }

  /** The last of that name, as most parsers have it; what is given twice is told by {@link repeated}. */
  get(key: string): Value | undefined {
    const found = this.entries.findLast((entry) => entry.key === key)?.value;
    return found?.isNothing ? undefined : found;
  }

  /** A key that is given twice, the second time. */
  get repeated(): Entry | undefined {
    const seen = new Set<string>();
    return this.entries.find(({ key }) => seen.size === seen.add(key).size);
  }

  #entriesOf(map: YAMLMap, depth: number): Entry[] {
    const own = map.items.filter((pair) => !isMerge(pair)).map((pair) => this.#entry(pair));
    if (depth > DEEPEST_MERGE) return own;
    const names = new Set(own.map(({ key }) => key));
    const merged = map.items.filter(isMerge).flatMap(({ value }) => this.#merged(value, depth));
    const added = merged.filter(({ key }) => names.size !== names.add(key).size);
    return [...own, ...added];
  }

  #merged(value: unknown, depth: number): Entry[] {
    const node = isAlias(value) ? value.resolve(this.#source.document) : value;
    if (isMap(node)) return this.#entriesOf(node, depth + 1);
    return isSeq(node) && depth <= DEEPEST_MERGE ? node.items.flatMap((item) => this.#merged(item, depth + 1)) : [];
  }

  #entry({ key, value }: Pair): Entry {
    const keyAt = new Value(key, this.#source).at;
    const own = new Value(value, this.#source);
    // an empty value has no place, and a block of lines begins on the next one: the key shows better where to look
    const isBlock = (own.isMapping || own.isList) && !(isNode(value) && (isMap(value) || isSeq(value)) && value.flow);
    return {
      key: isScalar(key) ? String(key.value) : "?",
      keyAt,
      value: isBlock || own.isNothing ? new Value(value, this.#source, keyAt) : own,
    };
  }
}

/** Merges of merges: a file that needs more is not written by people. */
const DEEPEST_MERGE = 8;

const isMerge = ({ key }: Pair): boolean => isScalar(key) && key.value === "<<" && key.type === "PLAIN";
