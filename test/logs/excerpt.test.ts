import fc from "fast-check";
import { excerpt } from "../../lib/logs/excerpt";
import { runs } from "../wide";

const graphemes = (text: string) =>
  Array.from(new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text), ({ segment }) => segment);
const family = "👨‍👩‍👧‍👦";

test.each([
  ["a short text", "abc", "abc"],
  ["nothing", "", ""],
  ["120 characters", "a".repeat(120), "a".repeat(120)],
  ["121 characters", "a".repeat(121), "a".repeat(120)],
  ["a pair of surrogates at the end", `${"a".repeat(119)}😀b`, `${"a".repeat(119)}😀`],
  ["120 characters outside the first plane", "😀".repeat(130), "😀".repeat(120)],
  ["an accent beyond the cut", `${"a".repeat(119)}e\u0301x`, "a".repeat(119)],
  ["a joined emoji across the cut", `${"a".repeat(117)}${family}`, "a".repeat(117)],
  ["half a flag", `${"a".repeat(119)}🇩🇪`, "a".repeat(119)],
  ["a line end across the cut", `${"a".repeat(119)}\r\nb`, "a".repeat(119)],
  ["half a pair of surrogates", "a\ud800b\udc00", "a\ufffdb\ufffd"],
  ["half a pair as the last of 120 characters", `${"a".repeat(119)}\ud83d`, `${"a".repeat(119)}\ufffd`],
  ["a grapheme longer than all", `e${"\u0301".repeat(200)}`, ""],
])("%s", (_name, text, expected) => expect(excerpt(text)).toBe(expected));

test("is a prefix of whole graphemes, at most 120 code points, as long as it can be", () => {
  const unit = fc.oneof(
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 3 }),
    fc.constantFrom("e\u0301", "\r\n", family, "🇩🇪", "a", "\ud800"),
  );
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 180 }), (units) => {
      const text = units.join("").toWellFormed();
      expect(excerpt(units.join(""))).toBe(excerpt(text));
      const whole = graphemes(text);
      const cut = graphemes(excerpt(text));
      expect(cut).toEqual(whole.slice(0, cut.length));
      expect([...cut.join("")].length).toBeLessThanOrEqual(120);
      if (cut.length < whole.length) expect([...whole.slice(0, cut.length + 1).join("")].length).toBeGreaterThan(120);
    }),
    { numRuns: runs(400) },
  );
});

test("costs the same for a megabyte of combining marks", () => {
  const text = `e${"\u0301".repeat(1_000_000)}`;
  const started = process.cpuUsage();
  for (let n = 0; n < 100; n++) excerpt(text);
  expect(process.cpuUsage(started).user).toBeLessThan(500_000);
});
