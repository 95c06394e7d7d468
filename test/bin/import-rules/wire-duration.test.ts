import { milliseconds, wholeSeconds } from "../../../bin/import-rules/wire-duration";

test.each([
  ["0", 0],
  ["5m", 300_000],
  ["1h30m", 5_400_000],
  ["1y2w3d4h5m6s7ms", 31_536_000_000 + 2 * 604_800_000 + 3 * 86_400_000 + 4 * 3_600_000 + 5 * 60_000 + 6007],
  ["", undefined],
  ["5", undefined],
  ["1m1h", undefined],
  ["1.5h", undefined],
  ["-5m", undefined],
  ["5 m", undefined],
])("%j is %s ms", (text, expected) => {
  expect(milliseconds(text)).toBe(expected);
});

test("what is finer than a second is no duration of ours", () => {
  expect(wholeSeconds("1500ms")).toBeUndefined();
  expect(wholeSeconds("2000ms")).toEqual({ seconds: 2 });
});
