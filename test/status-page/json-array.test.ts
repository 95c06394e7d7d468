import fc from "fast-check";
import { JsonArrayReader } from "../../components/status-page/service/json-array";
import { holdsMoreValues } from "../../lib/service/json-values";

function read(chunks: readonly string[], maxElementBytes = 1000) {
  const elements: unknown[] = [];
  const reader = new JsonArrayReader((element) => elements.push(element), maxElementBytes);
  for (const chunk of chunks) reader.push(Buffer.from(chunk, "latin1"));
  return { elements, isComplete: reader.isComplete };
}

test("reads any array, however it is cut", () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), fc.array(fc.nat()), fc.constantFrom(0, 2), (value, cuts, indent) => {
      const text = Buffer.from(JSON.stringify(value, null, indent)).toString("latin1");
      const at = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length];
      const chunks = at.slice(1).map((end, n) => text.slice(at[n], end));
      expect(read(chunks, 100_000)).toEqual({ elements: JSON.parse(JSON.stringify(value)), isComplete: true });
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
  ["an element that is no JSON", "[{],{}]", [undefined, {}], true],
  ["a text with brackets and quotes", '["]\\"[{",1]', [']"[{', 1], true],
])("reads %s", (_name, text, elements, isComplete) => expect(read([text])).toEqual({ elements, isComplete }));

test("gives undefined for an element that is too long, and goes on", () => {
  expect(read([`[1,"${"x".repeat(2000)}`, `${"y".repeat(2000)}",2]`])).toEqual({ elements: [1, undefined, 2], isComplete: true });
});

test.each<[string, number, boolean]>([
  ["[]", 1, true],
  ["[]", 2, false],
  ["[1,2,3]", 4, false],
  ["[1,2,3]", 3, true],
  ['"[{,,,,"', 1, false],
  ['["\\\\\\"[{,,,","\\\\",1]', 4, false],
  ['["\\\\\\"[{,,,","\\\\",1]', 3, true],
  ['["unfinished ,,,', 2, false],
])("%s holds more than %d values: %p", (json, max, expected) => expect(holdsMoreValues(Buffer.from(json), max)).toBe(expected));
