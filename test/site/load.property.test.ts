import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { isMap, isScalar, isSeq, type Pair, parseDocument, Scalar } from "yaml";
import { parseSite } from "../../lib/site/load";
import { SiteError } from "../../lib/site/site-error";
import { anyCharacter } from "../any-text";
import { EXAMPLE_FILE } from "../example";
import { isWide, runs } from "../wide";
import { PLAIN_SITE } from "./plain-site";

/** Whether the text is a site. A SiteError has to name a line in every one of its own; anything else is a bug and thrown on. */
function isSite(text: string): boolean {
  try {
    parseSite(text, "site.yaml");
    return true;
  } catch (error) {
    if (!(error instanceof SiteError)) throw error;
    const lines = text.split("\n").length;
    for (const line of error.message.split("\n")) {
      const number = Number(/^site\.yaml:(\d+):[1-9]\d* ./.exec(line)?.[1]);
      // toBe and its kin are too slow for every line of every run.
      if (!(number >= 1 && number <= lines)) throw new Error(`no line of the text: ${line}`);
    }
    return false;
  }
}

/** The same mistakes every time: a run that fails only sometimes teaches nobody. */
const cases = (all: number) => ({ numRuns: runs(all) });

const yamlPiece = fc.constantFrom(
  ...[
    "\n",
    "  ",
    "- ",
    ": ",
    "? ",
    "[",
    "]",
    "{",
    "}",
    ", ",
    "&a ",
    "*a",
    "!t ",
    "!!binary ",
    "|\n",
    ">-\n",
    '"',
    "'",
    "# ",
    "---\n",
    "...\n",
  ],
  ...[
    "%YAML 1.1\n",
    "<<",
    "\t",
    "\r\n",
    "\ufeff",
    "~",
    "1",
    "0x1f",
    ".inf",
    "true",
    "cluster",
    "urls",
    "components",
    "name",
    "Mail",
    "__proto__",
  ],
);

/** Every pair of a mapping in the document, in order. */
function pairsOf(node: unknown): { readonly owner: { items: Pair[] }; readonly pair: Pair }[] {
  if (isSeq(node)) return node.items.flatMap(pairsOf);
  if (!isMap(node)) return [];
  return node.items.flatMap((pair) => [{ owner: node, pair }, ...pairsOf(pair.value)]);
}

function scalarsOf(node: unknown): Scalar[] {
  if (isScalar(node)) return [node];
  if (isSeq(node)) return node.items.flatMap(scalarsOf);
  return isMap(node) ? node.items.flatMap(({ value }) => scalarsOf(value)) : [];
}

const example = readFileSync(EXAMPLE_FILE, "utf8");
const anyIndex = fc.nat({ max: 10_000 });

/** The n-th of a list, counted round. */
function nth<T>(list: readonly T[], index: number): T {
  const found = list[index % list.length];
  if (found === undefined) throw new Error("the list is empty");
  return found;
}

test("any text is refused with a line", () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 60 }), (text) => !isSite(text)),
    cases(100),
  );
});

test("any YAML-like text is refused with a line", () => {
  fc.assert(
    fc.property(fc.array(yamlPiece, { maxLength: 25 }), (pieces) => !isSite(pieces.join(""))),
    cases(200),
  );
});

test("the example with any piece of YAML anywhere is a site or refused with a line", () => {
  fc.assert(
    fc.property(fc.nat({ max: example.length }), yamlPiece, (offset, piece) => {
      isSite(example.slice(0, offset) + piece + example.slice(offset));
    }),
    cases(30),
  );
});

/** What the plain site has all the same; grafana_url is one more, but it does not go alone. */
const OPTIONAL = new Set(["grafana_embed_url", "auth_url", "nat64_egress", "status_page"]);

test("every key is required but the optional ones", () => {
  const document = parseDocument(PLAIN_SITE);
  for (const { owner, pair } of pairsOf(document.contents).filter((_, index) => isWide || index % 4 === 0)) {
    const whole = owner.items;
    owner.items = whole.filter((other) => other !== pair);
    const key = String(pair.key);
    if (isSite(document.toString()) !== OPTIONAL.has(key))
      throw new Error(`a site without its key ${key} was accepted, or should have been`);
    owner.items = whole;
  }
});

test("no key can be renamed", () => {
  fc.assert(
    fc.property(anyIndex, fc.string({ maxLength: 20 }), (index, name) => {
      const document = parseDocument(PLAIN_SITE);
      const { pair } = nth(pairsOf(document.contents), index);
      fc.pre(String(pair.key) !== name);
      pair.key = new Scalar(name);
      return !isSite(document.toString());
    }),
    cases(30),
  );
});

test("any value in place of a value is a site or refused with a line", () => {
  const almostRight = fc.constantFrom(
    "http://a.b.svc:1",
    "https://me:pw@a.b",
    "10.0.0.0/8",
    "::ffff:1.2.3.4",
    "Mail",
    "cluster",
    "1Gi",
    "1.2.3",
    "..",
  );
  const junk = fc.oneof(fc.string({ unit: anyCharacter }), almostRight, fc.double(), fc.bigInt(), fc.boolean(), fc.constant(null));
  fc.assert(
    fc.property(anyIndex, junk, (index, value) => {
      const document = parseDocument(PLAIN_SITE);
      nth(scalarsOf(document.contents), index).value = value;
      isSite(document.toString());
    }),
    cases(40),
  );
});
