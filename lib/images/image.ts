import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { BASE_IMAGE } from "./base";
import { bundleService, REPOSITORY } from "./bundle";

/** What a service's image is built from, and nothing else. */
export interface ServiceImage {
  readonly name: string;
  /** File name -> content of the build context. */
  readonly files: Readonly<Record<"server.cjs" | "Dockerfile", Uint8Array>>;
  /** The tag: tells contents apart, so a changed source is a changed manifest. */
  readonly hash: string;
}

/** Enough that two contents of one service never meet, short enough to compare by eye. */
const HASH_LENGTH = 12;

const images = new Map<string, ServiceImage>();

/** The image of a service, from its folder components/<name>. Bundled once in a process. */
export function serviceImage(name: string): ServiceImage {
  const known = images.get(name);
  if (known) return known;
  const folder = join(REPOSITORY, "components", name);
  if (!existsSync(join(folder, "service", "main.ts"))) {
    throw new Error(`service "${name}" has no components/${name}/service/main.ts; name a folder of components/ that has one`);
  }
  const files = { "server.cjs": bundleService(name), Dockerfile: new Uint8Array(readFileSync(join(folder, "Dockerfile"))) };
  const image = { name, files, hash: imageHash(files, BASE_IMAGE) };
  images.set(name, image);
  return image;
}

/** A hash over bundle, Dockerfile and base. Each part's length goes in before it, so that no byte can move between parts unseen. */
export function imageHash(files: ServiceImage["files"], base: string): string {
  const hash = createHash("sha256");
  for (const part of [files["server.cjs"], files.Dockerfile, Buffer.from(base)]) hash.update(`${part.length}\n`).update(part);
  return hash.digest("hex").slice(0, HASH_LENGTH);
}

/** The reference that a manifest names: `<registry>/<service>:<content hash>`. */
export function imageReference(registry: string, service: string): string {
  return `${registry}/${service}:${serviceImage(service).hash}`;
}
