import { baseImageOf } from "../images/base";
import { isOwnReference } from "../images/own-image";
import { referenceParts, registryOf } from "../images/reference";
import { podTemplates } from "../kubernetes/pod-templates";
import { namedImages } from "../platform/named-images";
import type { Platform } from "../platform/platform";
import { blocks, code, shell } from "./markdown";
import { buildCommand, imagesCommand, plainSynthCommand } from "./site-file";

/** What comes before everything else where a tag is all that is known of an image: this page, too, is another one afterwards. */
export function lockFirst({ manifests }: Platform, siteFile: string, lockFile: string): string[] {
  const references = [...new Set(namedImages(manifests).map(({ reference }) => reference))];
  const unlocked = references.filter((reference) => !reference.includes("@"));
  if (unlocked.length === 0) return [];
  const all = references.length;
  const which =
    unlocked.length === all
      ? `All ${all} images that the manifests name`
      : `${unlocked.length} of the ${all} images that the manifests name`;
  return [
    "## First: lock the images",
    `${which} are named by their tags alone, and a tag is whatever somebody pushed last. From a machine that reaches the registries, read the digests, and write the output and this page anew:`,
    shell("npm ci", imagesCommand("lock", siteFile, lockFile), plainSynthCommand(siteFile, lockFile)),
    `Commit ${code(lockFile)}: with it every machine writes the same references.`,
  ];
}

/** How our own images come to where the nodes pull them. */
export function images({ site, manifests, ownImages }: Platform, step: number, siteFile: string, lockFile: string): string {
  const own = [...new Set(imagesIn(manifests))].filter((image) => isOwnReference(image, ownImages, site));
  const unlocked = own.filter((image) => !image.includes("@")).map((reference) => ({ name: nameOf(reference), reference }));
  const isNone = unlocked.length === own.length;
  return blocks(
    `## ${step}. Images`,
    "The tag is the content: a changed source is another tag here, and an unchanged one needs no push. Docker is not needed; who is logged in with it is known.",
    shell("npm ci", imagesCommand("push", siteFile, lockFile)),
    ...(unlocked.length === 0
      ? []
      : [
          `${isNone ? "Without a lock there is nothing that it could push" : "What the lock lacks it leaves out"}. With Docker instead, on whatever the base's tag is today, and for the nodes' architecture (${code("--platform")}), where it is not your own:`,
          shell(
            buildCommand(siteFile),
            ...unlocked.map(
              ({ name, reference }) => `docker build --build-arg BASE=${baseImageOf(site)} --tag ${reference} build/images/${name}`,
            ),
            ...unlocked.map(({ reference }) => `docker push ${reference}`),
          ),
        ]),
  );
}

/** Of all containers of pods of ours, those that prepare one among them. */
function imagesIn(manifests: Platform["manifests"]): string[] {
  return podTemplates(manifests).flatMap(({ template: { spec } }) =>
    [...(spec.containers ?? []), ...(spec.initContainers ?? [])].map(({ image = "" }) => image),
  );
}

/** A registry, the repositories that nodes pull from it, and who runs what is in them. */
export interface Pulled {
  readonly registry: string;
  readonly repositories: readonly string[];
  readonly by: readonly string[];
}

/** Every registry that nodes pull from for what belfry applies: in our pod templates, in the charts', in what operators make. */
export function pulled(platform: Platform): Pulled[] {
  const { manifests, charts, prerequisites } = platform;
  const own = imagesIn(manifests);
  const all = [
    ...own.map((image) => ({ repository: repositoryOf(image), by: "our own pods" })),
    ...prerequisites.flatMap(({ name, release, images }) =>
      (images?.(platform) ?? []).map((repository) => ({ repository, by: release === undefined ? name : `${name} ${release}` })),
    ),
    ...charts.flatMap(({ chart, version, images: { release, repositories } }) => {
      const by = release === version ? `${chart} ${version}` : `${chart} ${version}, by what another release has: look`;
      return repositories.map((repository) => ({ repository, by }));
    }),
  ];
  return sorted(all.map(({ repository }) => registryOf(repository))).map((registry) => {
    const ofIt = all.filter(({ repository }) => registryOf(repository) === registry);
    return { registry, repositories: sorted(ofIt.map(({ repository }) => repository)), by: sorted(ofIt.map(({ by }) => by)) };
  });
}

const sorted = (texts: readonly string[]): string[] => [...new Set(texts)].sort();

/** As its build context is called. */
const nameOf = (reference: string): string => repositoryOf(reference).split("/").at(-1) ?? "";

const repositoryOf = (image: string): string => referenceParts(image).repository;
