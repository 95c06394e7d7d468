import { imageCounts, unlockedFindings, unlockedLines } from "../../lib/checks/unlocked";
import type { Manifest } from "../../lib/gitops/manifest";

const running = (...images: readonly string[]): { manifests: Manifest[] } => ({
  manifests: images.map((image, index) => ({
    bundle: "a",
    file: `a/pod-${index}.yml`,
    object: { apiVersion: "v1", kind: "Pod", metadata: { name: `p${index}` }, spec: { containers: [{ name: "a", image }] } },
  })),
});
const LOCKED = `b:1@sha256:${"0".repeat(64)}`;

test("where nothing is locked, one line says so", () => {
  expect(unlockedLines(running("a:1", "a:1", "c:1"), "images.lock.json")).toEqual([
    "  2 of 2 images are named by their tags alone: images.lock.json has no digest of them (npx belfry images lock)",
  ]);
});

test("beside a lock each that it lacks is a line, and a mistake for who wants none", () => {
  const some = running("c:1", LOCKED, "a:1");
  expect(unlockedLines(some, "some.json")).toEqual([
    "  2 of 3 images are named by their tags alone: some.json has no digest of them (npx belfry images lock)",
    "  a:1 is not locked",
    "  c:1 is not locked",
  ]);
  expect(imageCounts(some)).toEqual({ images: { locked: 1, unlocked: ["a:1", "c:1"] } });
  expect(unlockedFindings(some, "some.json")[0]).toEqual({
    check: "locked",
    where: "some.json",
    what: "it has no digest of a:1",
    fix: "read it from its registry: npx belfry images lock",
  });
});

test("of a lock that has everything nothing is said", () => {
  expect([unlockedLines(running(LOCKED), "x"), unlockedFindings(running(LOCKED), "x")]).toEqual([[], []]);
});
