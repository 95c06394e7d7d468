// Prevents an upgrade without a diff in Git: of an image that an operator chooses, or of one whose tag moves.
import { isOwnReference } from "../images/own-image";
import { referenceParts } from "../images/reference";
import { podTemplates } from "../kubernetes/pod-templates";
import { RELOADED_OBJECTS } from "../metrics/operator";
import type { Platform } from "../platform/platform";
import { type Check, type Finding, objectPlace } from "./check";
import { operatorParts } from "./operator-parts";

export const pins: Check = {
  name: "pins",
  run: (platform) => [...operatorFindings(platform), ...podFindings(platform)],
};

function operatorFindings({ manifests }: Platform): Finding[] {
  return operatorParts(manifests).flatMap(({ manifest, path, spec }): Finding[] => {
    const { image, configReloaderImage } = spec as { image?: { tag?: string }; configReloaderImage?: string };
    const where = `${objectPlace(manifest)} ${path}`;
    const fix = "pin it where the other images of the operator's workloads stand (lib/metrics/operator.ts)";
    const unpinned = [
      ...(isPinned(image?.tag) ? [] : ["image.tag"]),
      ...(!RELOADED_OBJECTS.has(manifest.object.kind) || isPinned(tagOf(configReloaderImage)) ? [] : ["configReloaderImage"]),
    ];
    return unpinned.map((field) => ({ where, what: `the operator chooses its ${field}`, fix }));
  });
}

/** Other people's images in pods of ours; our own are tagged by their content. */
function podFindings({ manifests, site, ownImages }: Platform): Finding[] {
  return podTemplates(manifests).flatMap(({ manifest, template: { spec } }) =>
    [...(spec.containers ?? []), ...(spec.initContainers ?? [])]
      .map(({ image = "" }) => image)
      .filter((image) => !isOwnReference(image, ownImages, site) && !image.includes("@sha256:") && !isPinned(tagOf(image)))
      .map((image) => ({
        where: objectPlace(manifest),
        what: `it runs ${JSON.stringify(image)}, which is another image whenever somebody pushes one`,
        fix: "name a whole version as the tag (<image>:<major>.<minor>.<patch>), or a digest (<image>@sha256:...)",
      })),
  );
}

const tagOf = (image = ""): string | undefined => referenceParts(image).tag;

/** A tag with a version in it, rather than none or one that moves. */
function isPinned(tag: string | undefined): boolean {
  return tag !== undefined && /\d+\.\d+\.\d+/.test(tag);
}
