import fc from "fast-check";
import { type Printable, printed } from "../../../bin/import-rules/literal";
import { anyCodePoint } from "../../any-text";
import { runs } from "../../wide";

const read = (code: string): unknown => new Function(`return (${code});`)();

test("what is printed is read as what it was, whatever its texts and keys hold", () => {
  const key = fc.oneof(fc.constantFrom("__proto__", "constructor", "a-b", ""), fc.string({ unit: anyCodePoint }));
  const hostile = fc
    .array(fc.oneof(fc.constantFrom("`", "$", "{", "}", "\\", "\n", "\r", "\u2028", "\ud800", '"'), fc.string()))
    .map((all) => all.join(""));
  const { value } = fc.letrec<{ value: Printable }>((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      hostile,
      fc.integer(),
      fc.boolean(),
      fc.array(tie("value")),
      fc.dictionary(key, tie("value"), { noNullPrototype: true }),
    ),
  }));
  fc.assert(
    fc.property(value, (given) => expect(JSON.stringify(read(printed(given)))).toBe(JSON.stringify(given))),
    { numRuns: runs(3000, 30) },
  );
});

test("a key that would set the prototype is a key", () => {
  expect(Object.keys(read(printed(JSON.parse('{"__proto__": "x"}'))) as object)).toEqual(["__proto__"]);
});

test("nothing of a source turns the order of what is read around, or can't be seen", () => {
  expect(printed("a\u202eb\u200bc\n")).toBe('"a\\u202eb\\u200bc\\n"');
});
