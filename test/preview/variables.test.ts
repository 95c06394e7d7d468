import { type Choice, inAddress, inExpression, inText } from "../../lib/preview/variables";

const choices = new Map<string, Choice>([
  ["node", { values: ["10.0.0.1:9100", "b"], isPattern: true }],
  ["one", { values: ["10.0.0.1:9100"], isPattern: true }],
  ["plain", { values: ['a"b'], isPattern: false }],
  ["all", { values: ["a", "b"], isPattern: true, whole: ".+" }],
]);
const builtIn = { __rate_interval: "2m" };

test.each([
  ["several are alternatives, escaped for the pattern and for the text", 'x{a=~"$node"}', 'x{a=~"(10\\\\.0\\\\.0\\\\.1:9100|b)"}'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: replaced by what is tested
  ["a single one needs no parentheses", 'x{a=~"${one}"}', 'x{a=~"10\\\\.0\\\\.0\\\\.1:9100"}'],
  ["what is no pattern is a text", 'x{a="$plain"}', 'x{a="a\\"b"}'],
  ["all as it is written", 'x{a=~"[[all]]"}', 'x{a=~".+"}'],
  ["what the application has itself", "rate(x[$__rate_interval])", "rate(x[2m])"],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: replaced by what is tested
  ["a format", "${node:pipe} ${node:csv}", "10.0.0.1:9100|b 10.0.0.1:9100,b"],
  ["what nothing is known of stays", "$unknown $1", "$unknown $1"],
])("%s", (_, text, expected) => {
  expect(inExpression(text, choices, builtIn)).toBe(expected);
});

test("people read the values", () => {
  expect(inText("of $node, $all and $one", choices)).toBe("of 10.0.0.1:9100 + b, All and 10.0.0.1:9100");
});

test("an address has one for each value", () => {
  expect(inAddress(choices)).toBe("var-node=10.0.0.1%3A9100&var-node=b&var-one=10.0.0.1%3A9100&var-plain=a%22b&var-all=%24__all");
});
