import { draftOf } from "../../lib/site/draft";
import { choice, listOf, section, text, wholeNumber } from "../../lib/site/field";

const word = text("a", () => undefined);
const schema = section({
  word,
  choice: choice(["a", "b"]),
  number: wholeNumber(1, 0),
  words: listOf(word, { example: "[a]", minimum: 1 }),
  more: section({ words: listOf(word, { example: "[a]", minimum: 1 }).optional() }).optional(),
});
const ABSENT = { word: undefined, choice: undefined, number: undefined, words: undefined, more: undefined };

test.each<readonly [string, unknown, object]>([
  ["nothing", undefined, ABSENT],
  ["a word", "hello", ABSENT],
  ["a list", ["a"], ABSENT],
  ["values of the right type, right or wrong in themselves", { word: "", choice: "c", number: -1 }, { word: "", choice: "c", number: -1 }],
  ["values of another type", { word: 1, choice: 1, number: "1" }, {}],
  ["a key that no schema knows", { other: 1 }, {}],
  ["a list with an item of another type", { words: ["a", 1] }, { words: ["a", undefined] }],
  ["a list that is empty", { words: [] }, { words: [] }],
  ["a list that is none: there may be anything in it", { words: "a" }, { words: [undefined] }],
  ["a list without a value", { words: null }, { words: [undefined] }],
  ["an optional section that is given", { more: {} }, { more: { words: undefined } }],
  ["an optional section that is none", { more: "hello" }, { more: { words: undefined } }],
])("the draft of %s", (_, value, expected) => {
  expect(draftOf(schema, value)).toEqual({ ...ABSENT, ...expected });
});
