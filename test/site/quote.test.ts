import { quote, quoteKey, quoteText } from "../../lib/site/quote";

test.each([
  ["short text", "storage", '"storage"'],
  ["60 characters in full", "x".repeat(60), `"${"x".repeat(60)}"`],
  ["61 characters cut", "x".repeat(61), `"${"x".repeat(60)}…"`],
  ["no half of a character", `${"x".repeat(59)}😀y`, `"${"x".repeat(59)}…"`],
  ["a line break", "a\nb", '"a\\nb"'],
  ["a line separator and a direction mark", "a\u2028\u202eb", '"a\\u{2028}\\u{202e}b"'],
  ["a password in a URL", "https://me:pa/ss w@rd@host", '"https://***@host"'],
  ["a password without a scheme", "me:hunter2@host/path", '"***@host/path"'],
  ["a password that begins with an @", "@hunter2@host", '"***@host"'],
  ["an image with a digest", "host:5000/node:22@sha256:59c9", '"host:5000/node:22@sha256:59c9"'],
  ["a password before an image with a digest", "me:hunter2@host/node@sha256:59c9", '"***@host/node@sha256:59c9"'],
  ["a schedule", "@every 90m", '"@every 90m"'],
  ["a token in a query", "https://host/path?token=abc", '"https://host/path?***"'],
  ["a token", "ghp_0123456789abcdefABCD", '"ghp_***"'],
  ["a long name that is no token", "vmalertmanager-belfry.monitoring.svc", '"vmalertmanager-belfry.monitoring.svc"'],
  ["a number", 3, "3"],
  ["a list", ["secret"], "a list"],
  ["a mapping", { a: "secret" }, "a mapping"],
  ["nothing", null, "nothing"],
])("%s", (_, value, quoted) => {
  expect(quote(value)).toBe(quoted);
});

test("a parser's message stays on one line and shows no token", () => {
  expect(quoteText('Unexpected "ghp_0123456789abcdefABCD"\nat the end')).toBe('Unexpected "ghp_***"\\u{a}at the end');
});

test.each([
  ["relay_url", "relay_url"],
  ["", '""'],
  ["two words", '"two words"'],
])("the key %j is shown as %s", (key, shown) => {
  expect(quoteKey(key)).toBe(shown);
});
