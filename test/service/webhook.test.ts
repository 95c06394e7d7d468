import { MAX_WEBHOOK_BYTES, readWebhook } from "../../lib/service/webhook";

const text = (changes: object = {}) =>
  JSON.stringify({ status: "firing", alerts: [{ n: 1 }, { n: 2 }], version: "4", truncatedAlerts: 0, ...changes });
const read = (body: string) => readWebhook(Buffer.from(body), (alert) => alert);

test("hands over the alerts, which stand before the version", () => {
  expect(read(text())).toEqual({ alerts: [{ n: 1 }, { n: 2 }], received: 2, isTruncated: false });
});

test("keeps what was made of an alert, and counts those of which nothing was made", () => {
  const isEven = (alert: unknown) => (JSON.stringify(alert) === '{"n":2}' ? "two" : undefined);
  expect(readWebhook(Buffer.from(text()), isEven)).toEqual({ alerts: ["two"], received: 2, isTruncated: false });
});

test.each<[string, unknown, boolean]>([
  ["no count", undefined, false],
  ["0", 0, false],
  ["1", 1, true],
  ["a count that is none", "many", true],
  ["null", null, true],
])("with %s of truncated alerts", (_name, truncatedAlerts, expected) => {
  expect(read(text({ truncatedAlerts }))?.isTruncated).toBe(expected);
});

test.each<[string, string]>([
  ["nothing", ""],
  ["cut short", text().slice(0, -1)],
  ["more than one value", `${text()}{}`],
  ["a list", "[]"],
  ["another version", text({ version: "3" })],
  ["a version that is a number", text({ version: 4 })],
  ["no version", text({ version: undefined })],
  ["no alerts", text({ alerts: undefined })],
  ["alerts that are no list", text({ alerts: {} })],
  ["an alert that is no JSON", text().replace('{"n":1}', '{"n":}')],
  ["a comma too many", text().replace('{"n":2}', '{"n":2},')],
  ["another field that is no JSON", text({ x: "y" }).replace('"y"', "y")],
])("%s is no webhook", (_name, body) => expect(read(body)).toBeUndefined());

test.each<[string, readonly unknown[]]>([
  ["hundreds of thousands of elements", Array(300_000).fill({})],
  [
    "elements with hundreds of thousands of labels",
    Array(100).fill({ labels: Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [n, ""])) }),
  ],
])("%s are read", (_name, alerts) => {
  const body = text({ alerts });
  expect(Buffer.byteLength(body)).toBeLessThan(MAX_WEBHOOK_BYTES);
  expect(JSON.stringify(read(body)?.alerts) === JSON.stringify(alerts)).toBe(true);
});

test("one alert of absurdly many values is not looked at, its neighbours are", () => {
  expect(read(text({ alerts: [1, Array(20_000).fill({}), 2] }))).toEqual({ alerts: [1, 2], received: 3, isTruncated: false });
});
