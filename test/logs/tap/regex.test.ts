import fc from "fast-check";
import { LONGEST_SEARCHED, regexTest } from "../../../lib/logs/tap/regex";
import { ExpressionError } from "../../../lib/logs/tap/regex-parser";
import { anyCharacter } from "../../any-text";
import { runs } from "../../wide";

jest.setTimeout(60_000);

test.each([
  ["status=(bounced|deferred)", "dsn=5.1.1, status=bounced (host", true],
  ["status=(bounced|deferred)", "status=sent", false],
  ["^rare$", "rare", true],
  ["^rare$", "rare\n", false],
  ["", "", true],
  ["a||b", "x", true],
  ['{"level":"error"', 'x {"level":"error"}', true],
  ["x{,2}]}", "x{,2}]}", true],
  ["\\[\\d{4}-\\d\\d\\]", "[2026-11]x", true],
  ["\\[\\d{4}-\\d\\d\\]", "2026-11", false],
  ["\\d{4}-\\d\\d", "[2026-11]", true],
  ["\\/api\\/v\\d", "GET /api/v2", true],
  ["[^\\]\\-a]", "]-a", false],
  ["[a-]", "-", true],
  ["\\x1b\\[31m", "\x1b[31m", true],
  ["\\u{1f600}", "x😀", true],
  ["^.$", "😀", true],
  ["[😀-😂]", "😁", true],
  ["\\bcat\\b", "concatenate cat.", true],
  ["\\bcat\\b", "concatenate", false],
  ["(?<word>a+?)b", "aab", true],
  ["(a*)*b", "aaac", false],
  ["(){1000000000000}{", "{", true],
])("/%s/ on %j: %j", (source, text, expected) => expect(regexTest(source)(text)).toBe(expected));

test.each([
  ["ERROR", "error", true],
  ["[a-c]x", "BX", true],
  ["[^a]", "A", false],
  ["straße", "STRAßE", true],
])("without regard to case: /%s/ on %j: %j", (source, text, expected) => expect(regexTest(source, true)(text)).toBe(expected));

test.each([
  ["ab(c", 2, 'unclosed "("; write \\( or close it'],
  ["a)", 1, 'unmatched ")"; write \\)'],
  ["x[ab", 1, 'unclosed "["; write \\[ or close it'],
  ["a[]", 1, "an empty class; list characters, or write \\] for a bracket"],
  ["*a", 0, '"*" has nothing to repeat; write \\*'],
  ["a++", 2, '"+" has nothing to repeat; write \\+, or leave it out'],
  ["a{3,1}", 1, '"{3,1}" ends below its start; write {1,3}'],
  ["^*", 1, 'an anchor can\'t be repeated; leave out "*"'],
  ["a\\", 1, 'a "\\" at the end escapes nothing; write \\\\'],
  ["(a)\\1", 3, '"\\1" refers back, which takes longer than linear time; write the text itself'],
  ["a(?!b)", 1, '"(?!" looks around, which takes longer than linear time; join conditions with && and !~ in --filter'],
  ["(?<=a)b", 0, '"(?<=" looks around, which takes longer than linear time; join conditions with && and !~ in --filter'],
  ["(?i)a", 0, '"(?i)" is no group that is known here; write (…) or (?:…), and ignore case with -i or /…/i'],
  ["x\\p{L}", 1, '"\\p" is no escape that is known here; write p itself, or \\xHH'],
  ["[[:alpha:]]", 1, '"[:alpha:]" is not known here; list the characters, for example A-Za-z'],
  ["[z-a]", 1, "a range that ends below its start; turn it around, or write \\-"],
  ["[\\d-z]", 1, "a range can't begin or end with a class; write \\-"],
  ["[^ ]{0,5000}", 0, "it is longer than 1000 steps with its repeats written out; lower the bounds, or write * for {0,400}"],
  ["(".repeat(101), 100, "groups are nested more than 100 deep; write it flatter"],
])("/%s/ is refused at %d: %s", (source, offset, message) => {
  let refusal: unknown;
  try {
    regexTest(source);
  } catch (error) {
    refusal = error;
  }
  expect(refusal).toBeInstanceOf(ExpressionError);
  expect(refusal).toMatchObject({ offset, message });
});

const { regex } = fc.letrec<{ regex: string }>((tie) => ({
  regex: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom(
      "a",
      "b",
      "A",
      "é",
      "1",
      " ",
      ".",
      "\\d",
      "\\D",
      "\\w",
      "\\W",
      "\\s",
      "\\S",
      "\\b",
      "\\B",
      "^",
      "$",
      "[ab]",
      "[^a1]",
      "[A-Z\\d]",
      "\\n",
    ),
    fc.tuple(tie("regex"), tie("regex")).map((both) => both.join("")),
    fc.tuple(tie("regex"), tie("regex")).map((both) => `(${both.join("|")})`),
    fc
      .tuple(tie("regex"), fc.constantFrom("*", "+", "?", "{2}", "{0,2}", "{1,}", "*?", "{0}"))
      .map(([part, times]) => `(?:${part})${times}`),
  ),
}));
const shortText = fc.string({ unit: fc.constantFrom("a", "b", "A", "B", "é", "É", "1", " ", "\n", "_", "-"), maxLength: 7 });

test("finds in each text what JavaScript's own finds", () => {
  fc.assert(
    fc.property(regex, fc.boolean(), fc.array(shortText, { maxLength: 5 }), (source, ignoreCase, texts) => {
      const [ours, own] = [regexTest(source, ignoreCase), new RegExp(source, ignoreCase ? "i" : "")];
      expect(texts.map(ours)).toEqual(texts.map((text) => own.test(text)));
    }),
    { numRuns: runs(3000) },
  );
});

test("whatever is typed is refused at a place of it, or means what JavaScript takes it for", () => {
  const typed = fc.oneof(fc.constantFrom(..."()[]{}^$.*+?|\\-/,:=!<>dDwbkxu019aé😀"), anyCharacter);
  fc.assert(
    fc.property(fc.string({ unit: typed, maxLength: 12 }), fc.string({ unit: typed, maxLength: 8 }), (source, text) => {
      let ours: boolean | undefined;
      try {
        ours = regexTest(source)(text);
      } catch (error) {
        expect(error).toBeInstanceOf(ExpressionError);
        const { offset } = error as ExpressionError;
        expect(offset >= 0 && offset <= source.length).toBe(true);
        return;
      }
      let own: boolean;
      try {
        own = new RegExp(source, "u").test(text);
      } catch {
        // stricter than we are: a bare brace, say
        return;
      }
      expect(ours).toBe(own);
    }),
    { numRuns: runs(10_000) },
  );
});

test.each(["(a+)+$", "(a|a)*b", "(a*)*(a*)*b", "a.*a.*a.*a.*b", "(?:a{0,20}){0,20}b"])(
  "/%s/ stops nobody: a line made against it costs a step for each of its characters and instructions",
  (source) => {
    const finds = regexTest(source);
    const line = `${"a".repeat(5_000)}!`;
    const start = performance.now();
    expect(finds(line)).toBe(false);
    // takes a fraction of a second, and more on a busy machine; with going back it would be years
    expect(performance.now() - start).toBeLessThan(20_000);
  },
);

test("a text is searched up to a bound, and its cut is not its end", () => {
  const text = `${"a".repeat(LONGEST_SEARCHED - 1)}bc`;
  expect(regexTest("b")(text)).toBe(true);
  expect(regexTest("c")(text)).toBe(false);
  expect(regexTest("b$")(text)).toBe(false);
});
