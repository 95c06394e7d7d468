import { createHash } from "node:crypto";
import type { ServiceDeclaration } from "../service/declaration";
import type { Site } from "../site/schema";
import type { Base } from "./assemble";
import { BASE_IMAGE, baseImageOf } from "./base";
import { dockerfile } from "./dockerfile";
import { entryOf } from "./entry";
import { bundlerInputs, forgetSources, inputsOf, readSource } from "./inputs";

/** Enough that two contents of one service never meet, short enough to compare by eye. */
const HASH_LENGTH = 12;

const hashes = new Map<string, string>();

/**
 * The tag of a service's image: a hash over everything that its bundle is made from, the Dockerfile and the base. A comment in a
 * source makes another tag too: to know that the bundle stays the same it would have to be made.
 */
export function imageHash(service: ServiceDeclaration, base: string = BASE_IMAGE): string {
  return imageHashOf([entryOf(service.name)], dockerfile(service), base);
}

/** The same of an image of any entries. */
export function imageHashOf(entries: readonly string[], dockerfileText: string, base: string = BASE_IMAGE): string {
  return digest([...entries.map(bundleHash), dockerfileText, base]).slice(0, HASH_LENGTH);
}

function bundleHash(entry: string): string {
  const known = hashes.get(entry);
  if (known !== undefined) return known;
  const [own, bundler] = [inputsOf(entry), bundlerInputs()];
  const files = [...own.sources, ...bundler.sources].flatMap((file) => [file, readSource(file)]);
  const hash = digest([...files, ...own.packages, ...bundler.packages]);
  hashes.set(entry, hash);
  return hash;
}

/** The sources are read again, by a process that outlives an edit. */
export function forgetImages(): void {
  hashes.clear();
  forgetSources();
}

/** Each part's length goes in before it, so that no byte can move between parts unseen. */
export function digest(parts: readonly string[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}\n`).update(part);
  return hash.digest("hex");
}

/** What of a site says how our images are called. */
export type ImageSite = Pick<Site, "image_registry" | "base_image">;

/** The reference that a manifest names: `<registry>/<service>:<content hash>`. */
export function imageReference(site: ImageSite, service: ServiceDeclaration): string {
  return `${site.image_registry}/${service.name}:${imageHash(service, baseImageOf(site))}`;
}

/**
 * What stands for the base in the tag where its digest is known: another base of the same name is another tag then, and what was pushed before stays
 * where the manifests of before look for it. With it goes how an image is put together, which decides the digest as well.
 */
export function lockedBase({ image, digest: of }: Base): string {
  const { sources } = inputsOf("lib/images/assemble.ts");
  return digest([image, of, ...sources.flatMap((file) => [file, readSource(file)])]);
}
