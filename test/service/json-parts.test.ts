import fc from "fast-check";
import { JsonParts, parsePart } from "../../lib/service/json-parts";

/** No JSON, so that it can't be the value of a part. */
const NO_JSON = Symbol("no JSON");

function read(kind: "array" | "object", chunks: readonly string[], maxLength = 1000) {
  const parts = new JsonParts(kind, maxLength);
  const found: [string | undefined, unknown][] = [];
  for (const chunk of chunks) {
    for (const part of parts.push(chunk)) {
      const parsed = parsePart(part);
      found.push([part.key, parsed ? parsed.value : NO_JSON]);
    }
  }
  return { found, isComplete: parts.isComplete };
}

const array = (...chunks: string[]) => {
  const { found, isComplete } = read("array", chunks);
  return { elements: found.map(([, value]) => value), isComplete };
};

/** The text in pieces that begin and end anywhere. */
const pieces = fc.tuple(fc.array(fc.nat()), fc.constantFrom(0, 2)).map(([cuts, indent]) => (value: unknown) => {
  const text = JSON.stringify(value, null, indent);
  const at = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length];
  return at.slice(1).map((end, n) => text.slice(at[n], end));
});

test("reads any array, however it is cut", () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue({ maxDepth: 4 })), pieces, (value, cut) => {
      const { found, isComplete } = read("array", cut(value), 1_000_000);
      expect([found.map(([, element]) => element), isComplete]).toEqual([JSON.parse(JSON.stringify(value)), true]);
    }),
  );
});

test("reads any object, however it is cut", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })), pieces, (value, cut) => {
      const { found, isComplete } = read("object", cut(value), 1_000_000);
      expect([found, isComplete]).toEqual([Object.entries(JSON.parse(JSON.stringify(value))), true]);
    }),
  );
});

test.each<[string, string, readonly unknown[], boolean]>([
  ["an empty array", "[]", [], true],
  ["space around", " \n[ 1 , 2 ]\n", [1, 2], true],
  ["an array that ends early", '[{"a":1},{"b"', [{ a: 1 }], false],
  ["an object", '{"a":[1]}', [], false],
  ["nothing", "", [], false],
  ["text after the end", "[1] x", [1], false],
  ["an element that is no JSON", "[{],{}]", [NO_JSON, {}], true],
  ["a missing element", "[1,,2]", [1, NO_JSON, 2], true],
  ["a missing first element", "[,1]", [NO_JSON, 1], true],
  ["a comma too many", "[1,]", [1, NO_JSON], true],
  ["a key", '["a":1]', [NO_JSON], true],
  ["a text with brackets and quotes", '["]\\"[{",1]', [']"[{', 1], true],
])("as an array: %s", (_name, text, elements, isComplete) => expect(array(text)).toEqual({ elements, isComplete }));

test.each<[string, string, readonly [string, unknown][]]>([
  ["an empty object", "{ }", []],
  ["a key with escapes", '{"\\u0061\\"}:,":1}', [['a"}:,', 1]]],
  ["colons further in", '{"a":{"b":{"c":":"}}}', [["a", { b: { c: ":" } }]]],
  ["a key without a value", '{"a":}', [["a", NO_JSON]]],
])("as an object: %s", (_name, text, members) => expect(read("object", [text])).toEqual({ found: members, isComplete: true }));

test.each<[string, string]>([
  ["an array", "[1]"],
  ["a value without a key", "{1}"],
  ["two keys for one value", '{"a":"b":1}'],
  ["a key that is no text", "{1:2}"],
  ["a comma too many", '{"a":1,}'],
  ["an object that ends early", '{"a":1,"b":2'],
])("as an object, %s is not complete", (_name, text) => expect(read("object", [text]).isComplete).toBe(false));

test("does not look at an element that is too long, and goes on", () => {
  expect(array(`[1,"${"x".repeat(2000)}`, `${"y".repeat(2000)}",2]`)).toEqual({ elements: [1, undefined, 2], isComplete: true });
});

test("does not look at an element of absurdly many values, and goes on", () => {
  const list = (values: number) => Array(values - 1).fill(0);
  const { found, isComplete } = read("array", [JSON.stringify([list(10_000), list(10_001), 2])], 1_000_000);
  expect([found.map(([, value]) => value), isComplete]).toEqual([[list(10_000), undefined, 2], true]);
});
