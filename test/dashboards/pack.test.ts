import fc from "fast-check";
import { MOST_BYTES, packsOf } from "../../lib/dashboards/pack";

const file = (uid: string, bytes: number) => ({ uid, json: "x".repeat(bytes) });

test("a folder is one ConfigMap as long as it fits", () => {
  expect(packsOf("folder", [file("a", 10), file("b", 20)])).toEqual([
    { name: "folder", data: { "a.json": "x".repeat(10), "b.json": "x".repeat(20) } },
  ]);
});

test("what does not fit begins another one", () => {
  const packs = packsOf("folder", [file("a", MOST_BYTES - 1), file("b", 2), file("c", 1)]);
  expect(packs.map(({ name, data }) => [name, Object.keys(data)])).toEqual([
    ["folder", ["a.json"]],
    ["folder-2", ["b.json", "c.json"]],
  ]);
});

test("nothing is nothing", () => {
  expect(packsOf("folder", [])).toEqual([]);
});

test("every file is in one of them, and none is too large", () => {
  const files = fc.uniqueArray(fc.record({ uid: fc.stringMatching(/^[a-z]{1,8}$/), size: fc.integer({ min: 1, max: MOST_BYTES }) }), {
    selector: ({ uid }) => uid,
    maxLength: 6,
  });
  fc.assert(
    fc.property(files, (all) => {
      const packs = packsOf(
        "folder",
        all.map(({ uid, size }) => file(uid, size)),
      );
      expect(packs.flatMap(({ data }) => Object.keys(data))).toEqual(all.map(({ uid }) => `${uid}.json`));
      for (const { data } of packs) expect(Object.values(data).reduce((sum, text) => sum + text.length, 0)).toBeLessThanOrEqual(MOST_BYTES);
    }),
    { numRuns: 20 },
  );
});
