import fc from "fast-check";
import type { TapEvent } from "../../../lib/logs/tap/event";
import { filterOf, parseFilter } from "../../../lib/logs/tap/filter";
import { regexTest } from "../../../lib/logs/tap/regex";
import { ExpressionError } from "../../../lib/logs/tap/regex-parser";
import { anyCharacter } from "../../any-text";
import { runs } from "../../wide";

jest.setTimeout(60_000);

const BOUNCE: TapEvent = {
  log: 'postfix/smtp[1]: to=<a@example.org>, status=Bounced (host said: "550")',
  status: 404,
  is_denied: true,
  trace_id: null,
  matched_rules: ["942100", "949110"],
  kubernetes: { namespace_name: "mail", container_name: "postfix", labels: { "app.kubernetes.io/name": "mail" } },
};

test.each([
  ['kubernetes.namespace_name == "mail"', true],
  ['kubernetes.namespace_name != "mail"', false],
  ["kubernetes.namespace_name == mail", undefined],
  ['kubernetes.labels."app.kubernetes.io/name" == "mail"', true],
  ['"kubernetes".namespace_name=="mail"', true],
  ["log =~ /status=bounced/", false],
  ["log =~ /status=bounced/i", true],
  ["log !~ /status=bounced/i", false],
  ['log =~ /"550"/', true],
  ["log =~ /smtp[/[]1/", true],
  ["log =~ /postfix[/]smtp\\[1\\]|\\//", true],
  ["status == 404", true],
  ['status == "404"', true],
  ["status =~ /^4../", true],
  ["status == 40", false],
  ["is_denied == true", true],
  ["trace_id", false],
  ["trace_id == null", true],
  ["status", true],
  ["absent", false],
  ['absent == "x"', false],
  ['absent != "x"', true],
  ["absent !~ /x/", true],
  ['kubernetes == "[object Object]"', false],
  ["kubernetes", true],
  ['log.length == "70"', false],
  ["constructor", false],
  ['matched_rules == "949110"', true],
  ['matched_rules == "1"', false],
  ["!(status == 404)", false],
  ["! status == 404", false],
  ["absent || status && is_denied", true],
  ["(status || absent) && absent", false],
  ["status || absent && absent", true],
  ['  kubernetes.namespace_name  ==  "mail"&&log=~/host said/  ', true],
])("%s: %j", (source, expected) => {
  if (expected === undefined) expect(() => parseFilter(source)).toThrow(ExpressionError);
  else expect(parseFilter(source)(BOUNCE)).toBe(expected);
});

test.each([
  ["", 0, "the end is no field; write one, for example kubernetes.namespace_name, kubernetes.container_name or log"],
  ["a == ", 5, "the end is no value; write a text in double quotes, a number, true, false or null"],
  ["a == mail", 5, '"mail" is no value; write a text in double quotes, a number, true, false or null'],
  ["a == 'mail'", 5, '"\'" is no value; write a text in double quotes, a number, true, false or null'],
  ["a = 5", 2, '"=" alone compares nothing; write == or =~'],
  ['a == "x" b', 9, '"b" is not expected here; join conditions with && or ||'],
  ["a & b", 2, '"&" is not expected here; join conditions with && or ||'],
  ["(a && b", 0, 'unclosed "("; close it'],
  ["a || )", 5, '")" is no field; write one, for example kubernetes.namespace_name, kubernetes.container_name or log'],
  ["a =~ b", 5, '"b" is no regular expression; write one between slashes: /status=bounced/'],
  ["a =~ /b", 5, '"/" is no regular expression; write one between slashes: /status=bounced/'],
  ["a =~ /b/g", 8, 'flag "g" is not known; write /…/ or /…/i'],
  ["a =~ /x(b/", 7, 'unclosed "("; write \\( or close it'],
  ['a == "\\d"', 5, '"\\d" is not quoted as in JSON; write \\" for a quote and \\\\ for a backslash'],
  ["kubernetes. == 1", 11, '" " is no field; write one, for example kubernetes.namespace_name, kubernetes.container_name or log'],
  ["!".repeat(101), 100, "conditions are nested more than 100 deep; write them flatter"],
])("%s is refused at %d: %s", (source, offset, message) => {
  let refusal: unknown;
  try {
    parseFilter(source);
  } catch (error) {
    refusal = error;
  }
  expect(refusal).toBeInstanceOf(ExpressionError);
  expect(refusal).toMatchObject({ offset, message });
});

test("whatever is typed is a filter that answers, or refused at a place of it", () => {
  const word = fc.constantFrom(...'()!=~&|/. "\\i'.split(""), "==", "=~", "&&", "||", "log", "status", "404", '"a"', "/a/", "null");
  fc.assert(
    fc.property(fc.string({ unit: fc.oneof(word, anyCharacter), maxLength: 12 }), fc.object(), (source, event) => {
      try {
        expect(typeof parseFilter(source)(event)).toBe("boolean");
      } catch (error) {
        expect(error).toBeInstanceOf(ExpressionError);
        const { offset } = error as ExpressionError;
        expect(offset >= 0 && offset <= source.length).toBe(true);
      }
    }),
    { numRuns: runs(3000) },
  );
});

describe("the options of the command line", () => {
  test.each([
    ["nothing asked", {}, true],
    ["one of the namespaces", { namespace: ["dns", "mail"] }, true],
    ["none of the namespaces", { namespace: ["dns"] }, false],
    ["the container", { container: ["postfix"] }, true],
    ["the container, but not the namespace", { namespace: ["dns"], container: ["postfix"] }, false],
    ["the text", { match: regexTest("status=") }, true],
    ["all, but not the text", { namespace: ["mail"], container: ["postfix"], match: regexTest("sent") }, false],
    ["all of it", { namespace: ["mail"], match: regexTest("status="), filter: parseFilter("status == 404") }, true],
    ["all, but not the filter", { namespace: ["mail"], filter: parseFilter("status == 200") }, false],
  ])("%s", (_, asked, expected) => expect(filterOf(asked)(BOUNCE)).toBe(expected));

  test("a text may stand under message, and an event may have none, nor a namespace", () => {
    expect(filterOf({ match: regexTest("^x$") })({ message: "x" })).toBe(true);
    expect(filterOf({ match: regexTest("^x$") })({ log: "", message: "x" })).toBe(true);
    expect(filterOf({ match: regexTest("x") })({ log: 5 })).toBe(false);
    expect(filterOf({ namespace: ["undefined"] })({})).toBe(false);
  });
});
