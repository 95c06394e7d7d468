import fc from "fast-check";
import { Chunks } from "../../lib/service/chunks";

test("gives back what it got, in order, whatever the sizes are", () => {
  const sizes = fc.array(fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 20_000 })), { maxLength: 40 });
  fc.assert(
    fc.property(sizes, (lengths) => {
      const sent = lengths.map((length, n) => Buffer.alloc(length, n));
      const chunks = new Chunks();
      for (const chunk of sent) chunks.add(chunk);
      expect(Buffer.concat(chunks.end()).equals(Buffer.concat(sent))).toBe(true);
    }),
  );
});

test("needs few Buffers for many small chunks, and counts the memory of all", () => {
  const chunks = new Chunks();
  let taken = 0;
  for (let n = 0; n < 100_000; n++) taken += chunks.add(Buffer.from("x"));
  const kept = chunks.end();
  expect(kept.length).toBeLessThan(30);
  expect(taken).toBeGreaterThanOrEqual(100_000);
  expect(taken).toBeLessThan(120_000);
});

test("keeps nothing that it gave away", () => {
  const chunks = new Chunks();
  chunks.add(Buffer.from("x"));
  chunks.end();
  expect(chunks.end()).toEqual([]);
});
