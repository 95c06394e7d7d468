import { days, hours, inWords, minutes, seconds, toFluentd, toPrometheus } from "../lib/duration";

test.each([
  ["nothing", seconds(0), "0s"],
  ["seconds", seconds(30), "30s"],
  ["a minute", seconds(60), "1m"],
  ["the heartbeat's repeat", seconds(210), "3m30s"],
  ["minutes", minutes(5), "5m"],
  ["an hour and a second", seconds(3601), "1h1s"],
  ["a day", hours(24), "1d"],
  ["certificates", days(14), "14d"],
  ["every unit", seconds(90061), "1d1h1m1s"],
])("Prometheus reads %s", (_, duration, text) => {
  expect(toPrometheus(duration)).toBe(text);
});

test.each([
  ["an interval", seconds(5), "5s"],
  ["minutes in seconds, because fluentd reads 1m30s as 30 seconds", seconds(90), "90s"],
  ["nothing", seconds(0), "0s"],
])("fluentd reads %s", (_, duration, text) => {
  expect(toFluentd(duration)).toBe(text);
});

test("the units are whole seconds", () => {
  expect([seconds(1), minutes(1), hours(1), days(1)].map((duration) => duration.seconds)).toEqual([1, 60, 3600, 86400]);
});

test("a text is no duration, and not written as no time at all", () => {
  const text = "5m" as unknown as Parameters<typeof toPrometheus>[0];
  const refusal = '"5m" is no duration; make it with seconds, minutes, hours or days (lib/duration.ts)';
  expect(() => toPrometheus(text)).toThrow(refusal);
  expect(() => toFluentd(text)).toThrow(refusal);
});

test.each([
  [minutes(4), "4 minutes"],
  [seconds(90), "1 minute 30 seconds"],
  [hours(25), "1 day 1 hour"],
  [seconds(0), "0 seconds"],
])("%j in words: %s", (duration, words) => {
  expect(inWords(duration)).toBe(words);
});
