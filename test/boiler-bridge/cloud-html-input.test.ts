import { inputValue } from "../../components/boiler-bridge/service/cloud/html-input";

test.each<[string, string, string | undefined]>([
  ["in any order of attributes", '<input value="a" type="hidden" name="token">', "a"],
  ["in single quotes, bare, in capitals and over lines", "<INPUT\n NAME=token\n VALUE='a' />", "a"],
  ["beside attributes of nearly the same name", '<input data-value="b" name="token" my-value="c" value="a">', "a"],
  ["of no input whose other attributes name it", '<input id="token" value="b"><input name="token2" value="c">', undefined],
  ["behind a > in quotes", '<input title="a > b" name="token" value="a">', "a"],
  ["with quotes of the other kind", `<input name="token" value="it's">`, "it's"],
  ["that is empty", '<input name="token" value="">', ""],
  ["that is not there", '<input name="token">', undefined],
  ["of another input", '<p>token</p><input name="other" value="b">', undefined],
])("the value %s", (_name, html, value) => {
  expect(inputValue(html, "token")).toBe(value);
});

test.each([
  ["decimal", "a&#43;b&#61;", "a+b="],
  ["hexadecimal", "a&#x2B;b&#X2f;", "a+b/"],
  ["by name", "&lt;&gt;&amp;&quot;&apos;", "<>&\"'"],
  ["beyond 16 bits", "&#x1F525;", "🔥"],
  ["once, not twice", "&amp;#43;&amp;amp;", "&#43;&amp;"],
  ["left as they are when they are none", "a&b;&#x110000;&#;&nbsp;&", "a&b;&#x110000;&#;&nbsp;&"],
])("escapes are undone: %s", (_name, escaped, value) => {
  expect(inputValue(`<input name="token" value="${escaped}">`, "token")).toBe(value);
});
