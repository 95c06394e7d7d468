// Prevents an upgrade that nobody sees: an image that an operator chooses changes with the operator, without a diff in Git.
import type { Platform } from "../platform/platform";
import { type Check, type Finding, objectPlace } from "./check";
import { operatorParts } from "./operator-parts";

/** Parts whose pods hold no configuration reloader. */
const NOT_RELOADED = new Set(["VMSingle", "VMCluster"]);

export const pins: Check = {
  name: "pins",
  run: ({ manifests }: Platform) =>
    operatorParts(manifests).flatMap(({ manifest, path, spec }): Finding[] => {
      const { image, configReloaderImage } = spec as { image?: { tag?: string }; configReloaderImage?: string };
      const where = `${objectPlace(manifest)} ${path}`;
      const fix = "pin it where the other images of the operator's workloads stand (lib/metrics/operator.ts)";
      const unpinned = [
        ...(isPinned(image?.tag) ? [] : ["image.tag"]),
        ...(NOT_RELOADED.has(manifest.object.kind) || isPinned(configReloaderImage?.split(":")[1]) ? [] : ["configReloaderImage"]),
      ];
      return unpinned.map((field) => ({ where, what: `the operator chooses its ${field}`, fix }));
    }),
};

/** A tag with a version in it, rather than none or one that moves. */
function isPinned(tag: string | undefined): boolean {
  return tag !== undefined && /\d+\.\d+\.\d+/.test(tag);
}
