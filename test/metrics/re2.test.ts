import { patternOf } from "../../lib/metrics/promql";

const matches = (pattern: string, text: string) => patternOf(pattern)?.test(text);

describe("a pattern is read as RE2 reads it", () => {
  test.each<[string, string, readonly string[], readonly string[]]>([
    ["without regard to case", "(?i)node-.*", ["NODE-1", "node-x"], ["nod-1"]],
    ["a part that another flag concerns", "(?m:a$\n^b)|(?-s:..)|.", ["a\nb", "ab", "\n"], ["a\n"]],
    ["from here on", "a.(?-s).", ["a\nb"], ["ab\n"]],
    ["a group with a name", "(?P<x>a)(?<y>b)", ["ab"], ["a"]],
    ["a class of POSIX", "[[:alpha:]_]+[[:^digit:]]", ["a_-"], ["a1", "é-"]],
    ["a class of Unicode", "\\pL+\\p{^Lu}\\P{Greek}", ["Éaa"], ["ÉÉa", "éaβ"]],
    ["a space is one of five", "\\s\\S", [" x"], ["\u00a0x", " \t", "\u000bx"]],
    ["a whole character", ".", ["😀", "\n"], ["ab"]],
    ["where a text ends", "\\Aa\\z|^b$", ["a", "b"], ["a\n"]],
    ["what is quoted", "\\Qa.b\\E.", ["a.bc"], ["axbc"]],
    ["by number", "\\x41\\x{1F600}\\101\\n", ["A😀A\n"], ["A"]],
    ["a brace that repeats nothing", "a{,2}|{|}|]", ["a{,2}", "{", "}", "]"], ["aa"]],
    ["repeated", "a{2}b{1,}c{0,2}?", ["aabbc"], ["abc"]],
    ["a bracket that comes first", "[]a][^]a]", ["]b", "ab"], ["]]"]],
    ["a hyphen that stands alone", "[a-c-x][-z][z-]", ["---", "bz-"], ["w--"]],
    ["a mark that needs no escape", "\\-\\_\\/", ["-_/"], ["-_"]],
    ["operators in a class", "[&&(|.)]+", ["&(|.)"], ["a"]],
    ["nothing", "", [""], ["a"]],
  ])("%s: %s", (_, pattern, well, not) => {
    expect(well.map((text) => [text, matches(pattern, text)])).toEqual(well.map((text) => [text, true]));
    expect(not.map((text) => [text, matches(pattern, text)])).toEqual(not.map((text) => [text, false]));
  });
});

test("what RE2 refuses, and what has no equal, is no pattern", () => {
  const wrong = ["(", "a)|(b", "[", "[]", "[b-a]", "[[:letter:]]", "*", "a**", "a*+", "a{1001}", "(?=a)", "(?!a)", "(?<!a)", "(a)\\1"];
  const unknown = ["\\y", "\\é", "a\\", "\\p{Klingon}", "\\pC", "\\Z", "a(?i)b", "(?i:a)b", "(?U)a+"];
  expect([...wrong, ...unknown].filter((pattern) => patternOf(pattern) !== undefined)).toEqual([]);
});
