import fc from "fast-check";
import { MOST_BYTES, MOST_PACKED, packedBytes, packsOf } from "../../lib/dashboards/pack";
import { printYaml } from "../../lib/gitops/yaml";

const file = (uid: string, bytes: number) => ({ uid, json: "x".repeat(bytes) });

test("a folder is one ConfigMap as long as it fits", () => {
  expect(packsOf("folder", [file("a", 10), file("b", 20)])).toEqual([
    { name: "folder", data: { "a.json": "x".repeat(10), "b.json": "x".repeat(20) } },
  ]);
});

test("what does not fit begins another one", () => {
  const packs = packsOf("folder", [file("a", MOST_PACKED - packedBytes(file("b", 1))), file("b", 2), file("c", 1)]);
  expect(packs.map(({ name, data }) => [name, Object.keys(data)])).toEqual([
    ["folder", ["a.json"]],
    ["folder-2", ["b.json", "c.json"]],
  ]);
});

test("nothing is nothing", () => {
  expect(packsOf("folder", [])).toEqual([]);
});

test("every file is in one of them, and none is too large in any form", () => {
  // much that has to be quoted, many short lines, letters of several bytes, and none of these
  const written = fc.constantFrom('"{}"\\', "}\n", "é".repeat(40), "x".repeat(80), '  "a": 1,\n');
  const files = fc.uniqueArray(
    fc.record({ uid: fc.stringMatching(/^[a-z]{1,8}$/), size: fc.integer({ min: 1, max: 150 * 1024 }), written }),
    {
      selector: ({ uid }) => uid,
      maxLength: 6,
    },
  );
  fc.assert(
    fc.property(files, (all) => {
      const made = all.map(({ uid, size, written: part }) => ({ uid, json: part.repeat(Math.ceil(size / Buffer.byteLength(part))) }));
      const packs = packsOf("folder", made);
      expect(packs.flatMap(({ data }) => Object.keys(data))).toEqual(all.map(({ uid }) => `${uid}.json`));
      for (const { data } of packs) {
        expect(Buffer.byteLength(JSON.stringify({ data }))).toBeLessThanOrEqual(MOST_BYTES);
        expect(Buffer.byteLength(printYaml({ data }))).toBeLessThanOrEqual(MOST_BYTES);
      }
    }),
    { numRuns: 20 },
  );
});

test("one that is too large by itself is alone", () => {
  const packs = packsOf("folder", [file("a", 1), file("b", MOST_BYTES), file("c", 1)]);
  expect(packs.map(({ data }) => Object.keys(data))).toEqual([["a.json"], ["b.json"], ["c.json"]]);
});
