import { Yaml } from "cdk8s";
import fc from "fast-check";
import { printConfiguration, printYaml } from "../../lib/gitops/yaml";
import { anyCodePoint } from "../any-text";
import { runs } from "../wide";

/** What YAML takes for something else, among the rest. */
const telling = fc.constantFrom(
  ...[
    "",
    "yes",
    "N",
    "Null",
    "0123",
    "0x1f",
    "1:30",
    "12e3",
    ".5",
    "8080",
    "0.14",
    "10.",
    "1_000",
    "0o17",
    "200m",
    "96Mi",
    "10.0.0.0/8",
    "1 # a",
    "~",
    "-",
    "- a",
    "a: b",
    "a:",
    "a #b",
    "#a",
    "a ",
    "=",
    "<<",
    "? a",
  ],
  ...[
    "2026-01-01",
    "{{ $labels.x }}",
    "[a]",
    "up == 0",
    "*a",
    "&a",
    "!a",
    "|",
    ">",
    "'a'",
    '"a"',
    "%a",
    "@a",
    "`a`",
    "a\tb",
    "é",
    "\u2028",
  ],
  ...["a\nb", "a\nb\n", "a\n\n  b\n \n", "\na", " a\nb", "a\n ", "a\n\n", "a\r\nb", "\u0000", "\\", 'say "x"\nand\ty', "a: b\n# c"],
);
const text = fc.oneof(
  telling,
  fc.string(),
  fc.string({ unit: anyCodePoint }),
  fc.array(fc.oneof(telling, fc.string())).map((all) => all.join("\n")),
);
const scalar = fc.oneof(text, fc.integer(), fc.double(), fc.boolean(), fc.constant(null));
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, depthSize: "medium" },
    scalar,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(text, tie("value"), { maxKeys: 4 }),
  ),
}));

test("what is printed is what cdk8s prints, byte for byte", () => {
  fc.assert(
    fc.property(fc.oneof(fc.array(value), fc.dictionary(text, value)), (object) => {
      expect(printYaml(object)).toBe(Yaml.stringify(object));
    }),
    { numRuns: runs(2000, 40) },
  );
});

test.each([
  ["nothing", {}],
  ["an empty list", []],
  ["a key that is no word of its own", { true: { 1: "a", "a b": "c", "a: b": ["d"], "a\nb": { c: "d" } } }],
  ["a key too long for one line", { a: { [`k${"x".repeat(1100)}`]: "a\nb" } }],
  [
    "lists in lists",
    [
      [["a"], [], {}],
      [{ b: [] }, { c: {}, d: "e" }],
    ],
  ],
  ["an undefined value", { a: undefined, b: [undefined] }],
  ["numbers that are no integers", [1e21, -0, 1.5, Number.NaN, Infinity]],
])("%s is printed as cdk8s prints it", (_, object) => {
  expect(printYaml(object)).toBe(Yaml.stringify(object));
});

test("a key of a configuration that is undefined is none", () => {
  expect(printConfiguration({ a: undefined, b: { c: undefined }, d: [{ e: 1, f: undefined }] })).toBe("b: {}\nd:\n  - e: 1\n");
});
