import fc from "fast-check";
import { requiredLiterals, withoutLonger } from "../../lib/logs/pattern-literals";
import { runs } from "../wide";

test.each<[string, RegExp, readonly string[]]>([
  ["a plain text", /status=bounced/, ["status=bounced"]],
  ["escaped punctuation", /\[Errno 5\]/, ["[Errno 5]"]],
  ["the longer side of a gap", /XFS[^\n]{0,80}error/, ["error"]],
  ["each alternative", /abcdef|ghijkl/, ["abcdef", "ghijkl"]],
  ["both ways of a small class", /[Ss]tale/, ["Stale", "stale"]],
  ["a group joined with its neighbours", /(?:read|write):? EIO/, ["read EIO", "read: EIO", "write EIO", "write: EIO"]],
  ["an optional part in front left out where the rest is in it", /a?bcdef/, ["bcdef"]],
  ["a repeat", /a{3,4}b/, ["aaab"]],
  ["nothing through a digit", /ab\dcdef/, ["cdef"]],
  ["nothing through a wide class", /abcd[a-z]xy/, ["abcd"]],
  ["the text beside a boundary", /\bESTALE\b/, ["ESTALE"]],
  ["what a repeated group needs", /(?:abcd\d){2,20}/, ["abcd"]],
])("are %s", (_name, pattern, literals) => expect([...requiredLiterals(pattern, 4)].sort()).toEqual(literals));

test.each<[string, RegExp]>([
  ["one alternative has none", /abcdef|\d{3}/],
  ["they are too short", /abc\d/],
  ["the part is optional", /(?:abcdef)?\d/],
  ["the case does not count", /abcdef/i],
  ["the pattern is outside the subset", /(?<=abcdef)x/],
])("are none where %s", (_name, pattern) => expect(requiredLiterals(pattern, 4)).toEqual([]));

test("without longer ones that contain another", () => expect(withoutLonger(["abcd", "xabcdy", "abcd", "z"])).toEqual(["abcd", "z"]));

test("are in whatever the pattern matches", () => {
  const atom = fc.oneof(fc.constantFrom("a", "b", "\\.", "\\d", "[ab]", "[^\\n]", "."), fc.constantFrom("(?:a|bc)", "(?:ab|b\\d)", "\\b"));
  const part = fc
    .tuple(atom, fc.constantFrom("", "", "?", "{2}", "{1,3}", "{0,2}"))
    .map(([node, times]) => (node === "\\b" ? node : node + times));
  const source = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(""));
  const line = fc.string({ unit: fc.constantFrom(..."abc1. "), maxLength: 30 });
  fc.assert(
    fc.property(fc.array(source, { minLength: 1, maxLength: 3 }), line, (sources, input) => {
      const pattern = new RegExp(sources.join("|"));
      const literals = requiredLiterals(pattern, 1);
      return literals.length === 0 || !pattern.test(input) || literals.some((literal) => input.includes(literal));
    }),
    { numRuns: runs(3000) },
  );
});
