/** The little of XML that object stores answer with: elements and text. No document type, so no entity can be defined. */

export interface Element {
  readonly name: string;
  readonly children: readonly Element[];
  /** Of an element without children. */
  readonly text: string;
}

const TOKEN = /<\?[^>]*\?>|<!--[\s\S]*?-->|<(\/?)([A-Za-z_][\w.:-]*)([^<>]*?)(\/?)>|([^<]+)/y;
const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };
const DEEPEST = 16;

type Open = { readonly name: string; readonly children: Element[]; text: string };

/** The root of a whole document; undefined for anything else, a document that was cut off included. */
export function parseXml(document: string): Element | undefined {
  const root: Open = { name: "", children: [], text: "" };
  const open = [root];
  TOKEN.lastIndex = document.startsWith("\uFEFF") ? 1 : 0;
  while (TOKEN.lastIndex < document.length) {
    const match = TOKEN.exec(document);
    const inner = open.at(-1);
    if (!match || !inner) return undefined;
    const [, slash, name, , empty, text] = match;
    if (text !== undefined) inner.text += text;
    else if (name !== undefined && slash === "/") {
      if (open.length === 1 || inner.name !== name) return undefined;
      open.pop();
      open.at(-1)?.children.push(closed(inner));
    } else if (name !== undefined && empty === "/") inner.children.push({ name, children: [], text: "" });
    else if (name !== undefined) {
      if (open.length > DEEPEST) return undefined;
      open.push({ name, children: [], text: "" });
    }
  }
  const [only, ...more] = root.children;
  return open.length === 1 && more.length === 0 && root.text.trim() === "" ? only : undefined;
}

function closed({ name, children, text }: Open): Element {
  return { name, children, text: children.length > 0 ? "" : decode(text) };
}

function decode(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|(\w+));/g, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

export function textOf({ children }: Element, name: string): string | undefined {
  return children.find((child) => child.name === name)?.text;
}

export function childrenOf({ children }: Element, name: string): readonly Element[] {
  return children.filter((child) => child.name === name);
}
