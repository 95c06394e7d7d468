import fc from "fast-check";
import { type PatternLike, problems, rubyLiteral, union } from "../../lib/logs/pattern";
import { runs } from "../wide";

const text = (source: string, flags = ""): PatternLike => ({ source, flags });

describe("problems", () => {
  test.each([
    ["literals and escaped punctuation", text("\\[Errno 5\\] a\\/b\\.c\\-d [#] \\#")],
    ["classes, ranges and their negation", /[A-Za-z0-9_\]-][^\n\t][-x][x-]/],
    ["alternatives, groups and bounded repeats", /(?:a|b{2}|c{1,3}?)d?|e/],
    ["digits, words and boundaries", /\b\d\w[\d\w]/],
    ["any character", /a.b/],
    ["a long gap", /blk_update_request[^\n]{0,400}I\/O error/],
    ["the flag i", /stale file handle/i],
  ])("accepts %s", (_name, pattern) => expect(problems(pattern)).toEqual([]));

  test.each<[string, PatternLike, number, RegExp]>([
    ["look-ahead", /a(?=b)/, 1, /look-ahead.*match the text itself/],
    ["negative look-ahead", /a(?!b)/, 1, /look-ahead/],
    ["look-behind", /(?<=a)b/, 0, /look-behind.*match the text itself/],
    ["negative look-behind", /x(?<!a)b/, 1, /look-behind/],
    ["back-reference", text("(?:a)\\1"), 5, /back-reference "\\1".*repeat the text/],
    ["named back-reference", text("a\\k<n>"), 1, /back-references/],
    ["named group", /(?<n>x)/, 0, /named group.*write \(\?:…\)/],
    ["capturing group", /a(b)/, 1, /capturing group.*write \(\?:…\)/],
    ["atomic group", text("(?>a)"), 0, /atomic.*write \(\?:…\)/],
    ["a class range that runs backwards", text("[b-a]"), 0, /no regular expression/],
    ["possessive quantifier", text("a?+"), 2, /"\+" has no upper bound/],
    ["repeated quantifier", text("a{1,2}{3}"), 6, /possessive and repeated/],
    ["inline flag", text("(?i:a)"), 0, /group "\(\?i:".*flag "i" behind/],
    ["start anchor", /^a/, 0, /anchor "\^".*leave it out/],
    ["end anchor", /a$/, 1, /anchor "\$".*leave it out/],
    ["\\A", text("\\Aa"), 0, /anchor "\\A"/],
    ["\\z", text("a\\z"), 1, /anchor "\\z"/],
    ["white space", /a\sb/, 1, /write \[ \\t\]/],
    ["white space in a class", /[a\s]/, 2, /write \[ \\t\]/],
    ["hexadecimal digit", text("\\h"), 0, /hexadecimal digit.*0-9A-Fa-f/],
    ["unbounded star", /ab*/, 2, /"\*" has no upper bound.*\{0,400\}/],
    ["unbounded plus", /ab+?/, 2, /"\+" has no upper bound/],
    ["open braces", /a{2,}/, 1, /"\{2,\}" has no upper bound/],
    ["half braces", text("a{,3}"), 1, /write \{0,3\}/],
    ["lazy count", /a{2}?/, 4, /leave the "\?" out/],
    ["bare brace", text("a{b"), 1, /write \\\{/],
    ["POSIX class", /[[:alpha:]]/, 1, /POSIX class "\[:alpha:\]".*A-Za-z/],
    ["nested class", text("[a[b]"), 2, /nested class.*write \\\[/],
    ["intersection", /[a&&b]/, 2, /intersection.*list the characters/],
    ["empty class", text("[]"), 0, /empty character class/],
    ["bare dash", /[a-c-e]/, 4, /put it last/],
    ["configuration comment", /a #b/, 1, /comment.*write \[#\]/],
    ["letters outside ASCII", /é/, 0, /U\+00E9 is not ASCII/],
    ["control characters", text("a\u0001"), 1, /control character U\+0001/],
    ["escape by code", /\x41/, 0, /escapes by code/],
    ["flag m", /a/m, 1, /flag "m".*use "i"/],
    ["flag s", /a/s, 1, /flag "s"/],
    ["empty alternative", text("a||b"), 2, /empty alternative.*remove it/],
    ["empty last alternative", text("a|"), 2, /empty alternative/],
    ["empty pattern", text("(?:)"), 3, /empty alternative/],
    ["a match of nothing", /(?:a?|b{0,2})/, 0, /matches every line/],
    ["two long gaps", /a[^\n]{0,400}b[^\n]{0,400}c/, 0, /steps from one start position.*shorten the bounds/],
    ["nested repeats", /(?:a?b?){1,30}c/, 0, /steps from one start position/],
  ])("refuses %s", (_name, pattern, offset, sentence) => {
    const found = problems(pattern);
    expect(found.join("\n")).toMatch(sentence);
    expect(found.join("\n")).toContain(`at offset ${offset}: `);
  });

  test("reports every problem of a pattern", () => expect(problems(/^(a)\s*$/)).toHaveLength(5));

  test("says something for whatever is no JavaScript pattern, and never throws", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."ab1\\()[]{}?:|*+.,^$-<=!# \n\u00e9") }), (source) => {
        const accepted = problems(text(source)).length === 0;
        if (!accepted) return;
        expect(() => new RegExp(source)).not.toThrow();
        expect(new RegExp(source).test("")).toBe(false);
      }),
      { numRuns: runs(3000) },
    );
  });
});

describe("union", () => {
  test("matches what any of them matches", () => {
    const any = union([/a.c/, /x[0-9]/]);
    expect(["abc", "x1", "xx"].map((line) => any.test(line))).toEqual([true, true, false]);
  });

  test("keeps a shared flag", () => expect(String(union([/a/i, /b/i]))).toBe("/a|b/i"));

  test("spells both cases when flags differ", () => {
    const any = union([/ab[x-z]\d/i, /Q/]);
    expect(any.flags).toBe("");
    expect(["AbY1", "aBz2", "Q", "q"].map((line) => any.test(line))).toEqual([true, true, true, false]);
  });

  test("reads the dot as Ruby does", () => expect(union([/a.b/]).test("a\rb")).toBe(true));

  test("keeps a pattern outside the subset as it is", () => expect(union([/(?<=a)b/]).source).toBe("(?<=a)b"));

  const atom = fc.oneof(
    fc.constantFrom("a", "b", "Z", "\\.", "\\d", "\\w", "[ab]", "[^\\n]", "[A-C0-9]", "\\/"),
    fc.constantFrom("(?:a|b)", "(?:ab|Z)"),
  );
  const part = fc.tuple(atom, fc.constantFrom("", "", "?", "{2}", "{1,3}", "{0,2}?")).map(([a, q]) => a + q);
  const source = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => `a${parts.join("")}`);

  test("agrees with its members on any line, flags mixed", () => {
    const member = fc.tuple(source, fc.constantFrom("", "i")).map(([pattern, flags]) => new RegExp(pattern, flags));
    const line = fc.string({ unit: fc.constantFrom(..."abABzZ019./ \t") });
    fc.assert(
      fc.property(fc.array(member, { minLength: 1, maxLength: 4 }), line, (members, input) => {
        fc.pre(members.every((pattern) => problems(pattern).length === 0));
        expect(union(members).test(input)).toBe(members.some((pattern) => pattern.test(input)));
      }),
      { numRuns: runs(1000) },
    );
  });
});

describe("rubyLiteral", () => {
  test.each([
    ["slashes", /a\/b/, "/a\\/b/"],
    ["a slash in a class", /[/]x/, "/[\\/]x/"],
    ["the flag", /a/i, "/a/i"],
    ["the dot", /a.b/, "/a[^\\n]b/"],
  ])("writes %s", (_name, pattern, literal) => expect(rubyLiteral(pattern)).toBe(literal));
});
