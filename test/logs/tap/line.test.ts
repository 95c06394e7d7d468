import fc from "fast-check";
import { parseEvent } from "../../../lib/logs/tap/event";
import { eventLine } from "../../../lib/logs/tap/line";
import { cellsOf, fitted, visible, visibleJson } from "../../../lib/logs/tap/visible";
import { anyCharacter } from "../../any-text";
import { runs } from "../../wide";

jest.setTimeout(60_000);

/** Local noon, in whatever zone the tests run. */
const NOON = new Date(2026, 7, 20, 12, 0, 1, 234);
const plain = { colour: false, arrivedAt: NOON.getTime() + 5000 };
const KUBERNETES = { namespace_name: "mail", pod_name: "mail-0", container_name: "postfix" };

const lineOf = (event: object, shown: Partial<Parameters<typeof eventLine>[2]> = {}) => {
  const message = JSON.stringify(event);
  return eventLine(parseEvent(message) ?? {}, message, { ...plain, ...shown });
};

test.each([
  [
    "all there is",
    { _timestamp: NOON.getTime() * 1000 + 567, log_level: "error", service_name: "mail", kubernetes: KUBERNETES, log: "bounced\n" },
    "12:00:01.234 error mail/mail-0 postfix (mail) bounced",
  ],
  [
    "a service of the container's name",
    { time: NOON, service_name: "postfix", kubernetes: KUBERNETES, log: "x" },
    "12:00:01.234       mail/mail-0 postfix x",
  ],
  [
    "columns in place of the pod's own",
    { timestamp: NOON, namespace: "dns", container: "unbound", log: "x" },
    "12:00:01.234       dns unbound x",
  ],
  [
    "a device",
    { _timestamp: NOON.getTime() * 1000, log_level: "warn", service_name: "switch-1", message: "link down" },
    "12:00:01.234 warn  switch-1 link down",
  ],
  ["no time, no text", { service_name: "a" }, '12:00:06.234       a {"service_name":"a"}'],
  ["a time that is none", { time: "soon", _timestamp: "1", log: "x" }, "12:00:06.234       x"],
  ["a time beyond all calendars", { _timestamp: 1e300, log: "x" }, "12:00:06.234       x"],
  ["wrong types", { log: 5, kubernetes: "x", log_level: {}, service_name: null }, /^12:00:06.234 {7}\{"log":5,/],
])("%s", (_, event, expected) => {
  if (typeof expected === "string") expect(lineOf(event)).toBe(expected);
  else expect(lineOf(event)).toMatch(expected);
});

test("colours are those of the level", () => {
  const coloured = (log_level: string) => lineOf({ time: NOON, log_level, log: "x" }, { colour: true });
  expect(coloured("error")).toBe("\x1b[2m12:00:01.234\x1b[0m \x1b[31merror\x1b[0m x");
  expect(coloured("info")).toContain("\x1b[32minfo \x1b[0m");
  expect(coloured("constructor")).toContain(" constructor x");
});

test.each([
  [29, "12:00:01.234 error mail/mail…"],
  [50, "12:00:01.234 error mail/mail-0 postfix bounced wi…"],
  [58, "12:00:01.234 error mail/mail-0 postfix bounced with 日本語"],
  [57, "12:00:01.234 error mail/mail-0 postfix bounced with 日本…"],
  [1, "…"],
])("is cut to %d cells", (columns, expected) => {
  const event = { time: NOON, log_level: "error", kubernetes: KUBERNETES, log: "bounced with 日本語" };
  expect(lineOf(event, { columns })).toBe(expected);
  expect(cellsOf(expected)).toBeLessThanOrEqual(columns);
});

test("what a terminal would heed is shown, not sent", () => {
  const log = "\x1b[2J\x07\x9b31m\r\n\ta\u202eb\u2028c\ud800d\u00ade\n\n";
  expect(lineOf({ time: NOON, log })).toBe("12:00:01.234       \\x1b[2J\\x07\\x9b31m\\r\\n\\ta\\u{202e}b\\u{2028}c\\u{d800}d\\xade");
});

const hostile = fc.string({ unit: fc.oneof(anyCharacter, fc.constantFrom("\x1b[31m", "日", "😀", "e\u0301", "\u202e")), maxLength: 300 });
const anything = fc.oneof(hostile, fc.constantFrom(null, true, -1, 1e300, Number.NaN), fc.object(), fc.array(hostile, { maxLength: 3 }));
const someEvent = fc.record(
  {
    log: anything,
    message: anything,
    _timestamp: anything,
    time: anything,
    log_level: anything,
    service_name: anything,
    namespace: anything,
    kubernetes: fc.oneof(anything, fc.record({ namespace_name: anything, pod_name: anything, container_name: anything })),
  },
  { requiredKeys: [] },
);

test("each event is one line that fits, of what every terminal takes for characters", () => {
  fc.assert(
    fc.property(someEvent, fc.option(fc.integer({ min: 0, max: 200 }), { nil: undefined }), fc.boolean(), (event, columns, colour) => {
      const line = lineOf(event, { columns, colour });
      // biome-ignore lint/suspicious/noControlCharactersInRegex: our own colours
      const bare = line.replace(/\x1b\[(?:0|2|3\d|1;31)m/g, "");
      expect(bare).toBe(visible(bare));
      if (!colour) expect(bare).toBe(line);
      expect(cellsOf(bare)).toBeLessThanOrEqual(columns ?? Number.POSITIVE_INFINITY);
    }),
    { numRuns: runs(1000) },
  );
});

test("as JSON it is the same event on one line, of what every terminal takes for characters", () => {
  fc.assert(
    fc.property(someEvent, fc.constantFrom(undefined, 2, "\t"), (event, space) => {
      const message = JSON.stringify(event, undefined, space);
      const line = visibleJson(message);
      expect(line).toBe(visible(line));
      expect(parseEvent(line)).toEqual(parseEvent(message));
    }),
    { numRuns: runs(1000) },
  );
});

test("a text that fits is whole, and one that does not is as long as it can be", () => {
  fc.assert(
    fc.property(hostile.map(visible), fc.integer({ min: 0, max: 60 }), (text, cells) => {
      const shown = fitted(text, cells);
      if (cellsOf(text) <= cells) return expect(shown).toBe(text);
      expect(shown === "" || (shown.endsWith("…") && text.startsWith(shown.slice(0, -1)))).toBe(true);
      expect(cellsOf(shown)).toBeLessThanOrEqual(cells);
      expect(cellsOf(shown)).toBeGreaterThanOrEqual(cells - 1);
    }),
    { numRuns: runs(1000) },
  );
});

test.each([["{"], ["[]"], ["null"], ['"x"'], ["5"], [""], ["\0"], ["[".repeat(100_000)]])("%.20j is no event", (message) => {
  expect(parseEvent(message)).toBeUndefined();
});

test("an event that is nested as deep as can be is shown as it came", () => {
  const message = `{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
  const event = parseEvent(message);
  expect(event).toBeDefined();
  expect(eventLine(event ?? {}, message, { ...plain, columns: 40 })).toBe(`12:00:06.234       {"a":${"[".repeat(15)}…`);
});
