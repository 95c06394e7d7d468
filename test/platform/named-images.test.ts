import type { Manifest } from "../../lib/gitops/manifest";
import { namedImages, withImages } from "../../lib/platform/named-images";
import { loadSite } from "../../lib/site/load";
import { ELSEWHERE_FILE, examplePlatform, platformOf } from "../example";

const DIGEST = `sha256:${"0".repeat(64)}`;
const pin = (reference: string) => `${reference}@${DIGEST}`;

const PLATFORMS = [
  ["the example", examplePlatform()],
  ["the other site", platformOf(loadSite(ELSEWHERE_FILE))],
] as const;

/** Each text or tag under a key that ends with image or imageName, wherever it stands. */
function everyImage(value: unknown, key = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => everyImage(one, key));
  if (typeof value === "object" && value !== null) {
    const { tag } = value as { tag?: unknown };
    if (/image$/i.test(key) && typeof tag === "string") return [tag];
    return Object.entries(value).flatMap(([name, one]) => everyImage(one, name));
  }
  return typeof value === "string" && /image(?:name)?$/i.test(key) ? [value] : [];
}

/** What the tailer of hosts reads of its tag leaves no place for a digest. */
const isLeftAlone = ({ object }: Manifest) => object.kind === "HostTailer";

describe.each(PLATFORMS)("%s", (_, { manifests }) => {
  test("every image that an object names is found, whatever kind names it", () => {
    for (const manifest of manifests.filter((one) => !isLeftAlone(one))) {
      const tags = namedImages([manifest]).map(({ reference }) => reference);
      const written = everyImage(manifest.object);
      expect([manifest.file, tags.length]).toEqual([manifest.file, written.length]);
      for (const text of written) expect(tags.some((reference) => reference.endsWith(text))).toBe(true);
    }
    const kinds = new Set(namedImages(manifests).map(({ manifest }) => manifest.object.kind));
    for (const kind of ["Deployment", "StatefulSet", "CronJob", "Cluster", "VMAgent", "Logging", "FluentbitAgent", "EventTailer"])
      expect(kinds).toContain(kind);
  });

  test("each gets its digest, and nothing else changes", () => {
    for (const { object } of manifests) {
      const pinned = withImages(object, pin);
      const back = JSON.parse(JSON.stringify(pinned).replaceAll(`@${DIGEST}`, ""));
      if (object.kind === "VMAlertmanager") back.spec.extraArgs = (object.spec as { extraArgs?: object }).extraArgs;
      expect(JSON.parse(JSON.stringify(back))).toEqual(JSON.parse(JSON.stringify(object)));
    }
  });

  test("the images of all operators' resources are whole: registry, repository and tag", () => {
    for (const { reference } of namedImages(manifests)) expect(reference).toMatch(/^(?:[^/@]+\/)*[^/@:]+:[\w.-]+$/);
  });
});

test("an alert manager keeps the flag that its operator adds for a tag that is a version alone", () => {
  const { manifests } = PLATFORMS[0][1];
  const { object } = manifests.find((one) => one.object.kind === "VMAlertmanager") as Manifest;
  const { image, extraArgs } = withImages(object, pin).spec as { image: { tag: string }; extraArgs: object };
  expect(image.tag).toMatch(/^v[\d.]+@sha256:0{64}$/);
  expect(extraArgs).toMatchObject({ "enable-feature": "utf8-strict-mode" });
  expect(withImages(object, (reference) => reference)).toEqual(object);
});
