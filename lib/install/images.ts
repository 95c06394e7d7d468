import type { Manifest } from "../gitops/manifest";
import { BASE_IMAGE } from "../images/base";
import { imageReference } from "../images/tag";
import { podTemplates } from "../kubernetes/pod-templates";
import type { Platform } from "../platform/platform";
import { blocks, shell } from "./markdown";

/** How our own images come to where the nodes pull them. */
export function images({ site, manifests }: Platform, step: number): string {
  const services = [...new Map(manifests.flatMap(({ service }) => (service ? [[service.name, service]] : []))).values()];
  const references = services.map((service) => ({ name: service.name, reference: imageReference(site.image_registry, service) }));
  return blocks(
    `## ${step}. Images`,
    "The tag is the content: a changed source is another tag here, and an unchanged one needs no push. For a site in another file than `site.yaml`: `SITE=<file> npm run build`.",
    shell(
      "npm ci",
      "npm run build",
      ...references.map(({ name, reference }) => `docker build --build-arg BASE=${BASE_IMAGE} --tag ${reference} build/images/${name}`),
      ...references.map(({ reference }) => `docker push ${reference}`),
    ),
    "Build for the nodes' architecture (`--platform`), where it is not your own.",
  );
}

/** Where the images in our pod templates are pulled from. */
export function imageHosts({ manifests }: { readonly manifests: readonly Manifest[] }): string[] {
  const all = podTemplates(manifests).flatMap(({ template }) => (template.spec.containers ?? []).map(({ image = "" }) => image));
  return [...new Set(all.map(hostOf))].sort();
}

/** The part before the first slash is a host if it looks like one; else the image is Docker Hub's (distribution, reference). */
function hostOf(image: string): string {
  const [first = ""] = image.split("/");
  return image.includes("/") && /[.:]|^localhost$/.test(first) ? first : "docker.io";
}
