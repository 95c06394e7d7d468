import { BASE_IMAGE } from "../images/base";
import { podTemplates } from "../kubernetes/pod-templates";
import type { Platform } from "../platform/platform";
import { blocks, shell } from "./markdown";
import { buildCommand } from "./site-file";

/** How our own images come to where the nodes pull them. */
export function images({ site, manifests }: Platform, step: number, siteFile: string): string {
  const run = imagesIn(manifests);
  const own = [...new Set(run)].filter((image) => image.startsWith(`${site.image_registry}/`));
  const references = own.map((reference) => ({ name: nameOf(reference), reference }));
  return blocks(
    `## ${step}. Images`,
    "The tag is the content: a changed source is another tag here, and an unchanged one needs no push.",
    shell(
      "npm ci",
      buildCommand(siteFile),
      ...references.map(({ name, reference }) => `docker build --build-arg BASE=${BASE_IMAGE} --tag ${reference} build/images/${name}`),
      ...references.map(({ reference }) => `docker push ${reference}`),
    ),
    "Build for the nodes' architecture (`--platform`), where it is not your own.",
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
  return sorted(all.map(({ repository }) => hostOf(repository))).map((registry) => {
    const ofIt = all.filter(({ repository }) => hostOf(repository) === registry);
    return { registry, repositories: sorted(ofIt.map(({ repository }) => repository)), by: sorted(ofIt.map(({ by }) => by)) };
  });
}

const sorted = (texts: readonly string[]): string[] => [...new Set(texts)].sort();

/** As its build context is called. */
const nameOf = (reference: string): string => repositoryOf(reference).split("/").at(-1) ?? "";

/** An image without tag and digest; a colon before the last slash is a port's. */
function repositoryOf(image: string): string {
  return image.replace(/@.*$/, "").replace(/:[^:/]*$/, "");
}

/** The part before the first slash is a host if it looks like one; else the image is Docker Hub's (distribution, reference). */
function hostOf(image: string): string {
  const [first = ""] = image.split("/");
  return image.includes("/") && /[.:]|^localhost$/.test(first) ? first : "docker.io";
}
