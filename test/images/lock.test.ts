import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LockError, lockText, NO_LOCK, parseLock, readLock } from "../../lib/images/lock";
import { SAMPLE_BASE } from "./sample-base";

const DIGEST = `sha256:${"5".repeat(64)}`;
const LOCK = {
  base: SAMPLE_BASE,
  images: { "b:1": DIGEST, "a:1": `sha512:${"6".repeat(128)}` },
  own: { relay: { inputs: "0123456789ab", digest: DIGEST, layer: { digest: DIGEST, size: 1, diff_id: DIGEST } } },
};

function mistakesOf(text: string): string[] {
  try {
    parseLock(text, "images.lock.json");
    return [];
  } catch (error) {
    if (!(error instanceof LockError)) throw error;
    return error.message.split("\n");
  }
}

test("what is written is read again, sorted, whatever keys a base has", () => {
  const text = lockText(LOCK);
  expect(parseLock(text, "x")).toEqual(LOCK);
  expect(text.indexOf('"a:1"')).toBeLessThan(text.indexOf('"b:1"'));
  expect(lockText(parseLock(text, "x"))).toBe(text);
  expect(parseLock(lockText(NO_LOCK), "x")).toEqual(NO_LOCK);
});

test("a file that is not there locks nothing; one that can't be read is told", () => {
  const folder = mkdtempSync(join(tmpdir(), "belfry-lock-"));
  expect(readLock(join(folder, "none.json"))).toEqual(NO_LOCK);
  expect(() => readLock(folder)).toThrow(`${folder}: can't be read (EISDIR); name another one with --lock`);
  writeFileSync(join(folder, "lock.json"), lockText(LOCK));
  expect(readLock(join(folder, "lock.json"))).toEqual(LOCK);
  rmSync(folder, { recursive: true });
});

const AGAIN = "; write the file anew: npx belfry images lock";

test.each([
  [
    "a merge that nobody ended",
    "<<<<<<< ours",
    [expect.stringMatching(/^images\.lock\.json: is no JSON: .*; write the file anew: npx belfry images lock$/)],
  ],
  [
    "a digest that is none, and a key that nobody knows",
    JSON.stringify({ ...LOCK, images: { "a:1": "latest" }, more: 1 }),
    [
      `images.lock.json images.a:1: "latest" is not a digest (sha256: and 64 hexadecimal digits)${AGAIN}`,
      `images.lock.json: holds unknown keys (more)${AGAIN}`,
    ],
  ],
  ["no lists", "{}", [`images.lock.json images: is missing${AGAIN}`, `images.lock.json own: is missing${AGAIN}`]],
  [
    "a base without platforms",
    JSON.stringify({ ...LOCK, base: { ...SAMPLE_BASE, platforms: [] } }),
    [`images.lock.json base.platforms: names no platform${AGAIN}`],
  ],
  [
    "a base of nothing",
    JSON.stringify({ ...LOCK, base: {} }),
    expect.arrayContaining([`images.lock.json base.isIndex: is missing${AGAIN}`]),
  ],
])("%s", (_, text, mistakes) => {
  expect(mistakesOf(text)).toEqual(mistakes);
});
