import { namedImages } from "../platform/named-images";
import type { Platform } from "../platform/platform";
import type { CheckFinding } from "./all";

/** Images that the manifests name, those with a digest, and those that are whatever their tag says where it is pulled. */
export function imageCounts({ manifests }: Pick<Platform, "manifests">) {
  const all = [...new Set(namedImages(manifests).map(({ reference }) => reference))].sort();
  const unlocked = all.filter((reference) => !reference.includes("@"));
  return { images: { locked: all.length - unlocked.length, unlocked } };
}

/** What the lock lacks; where it has nothing at all, in one line. */
export function unlockedLines(platform: Pick<Platform, "manifests">, lock: string): string[] {
  const { locked, unlocked } = imageCounts(platform).images;
  if (unlocked.length === 0) return [];
  const count = `  ${unlocked.length} of ${locked + unlocked.length} images are named by their tags alone: ${lock} has no digest of them (npx belfry images lock)`;
  return locked === 0 ? [count] : [count, ...unlocked.map((reference) => `  ${reference} is not locked`)];
}

/** The same as mistakes, for who wants none. */
export function unlockedFindings(platform: Pick<Platform, "manifests">, lock: string): CheckFinding[] {
  return imageCounts(platform).images.unlocked.map((reference) => ({
    check: "locked",
    where: lock,
    what: `it has no digest of ${reference}`,
    fix: "read it from its registry: npx belfry images lock",
  }));
}
