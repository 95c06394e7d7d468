import { createHash } from "node:crypto";
import type { ServiceDeclaration } from "../service/declaration";
import { BASE_IMAGE } from "./base";
import { bundleServices } from "./bundle";
import { dockerfile } from "./dockerfile";

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

let bundles: ReadonlyMap<string, Uint8Array> | undefined;

/** The image of a service, from its declaration and its folder components/<name>. Bundled once in a process. */
export function serviceImage(service: ServiceDeclaration): ServiceImage {
  const { name } = service;
  bundles ??= bundleServices();
  const bundle = bundles.get(name);
  if (!bundle)
    throw new Error(`service "${name}" has no components/${name}/service/main.ts; use one of: ${[...bundles.keys()].join(", ")}`);
  const files = { "server.cjs": bundle, Dockerfile: new TextEncoder().encode(dockerfile(service)) };
  return { name, files, hash: imageHash(files, BASE_IMAGE) };
}

/** A hash over bundle, Dockerfile and base. Each part's length goes in before it, so that no byte can move between parts unseen. */
export function imageHash(files: ServiceImage["files"], base: string): string {
  const hash = createHash("sha256");
  for (const part of [files["server.cjs"], files.Dockerfile, Buffer.from(base)]) hash.update(`${part.length}\n`).update(part);
  return hash.digest("hex").slice(0, HASH_LENGTH);
}

/** The reference that a manifest names: `<registry>/<service>:<content hash>`. */
export function imageReference(registry: string, service: ServiceDeclaration): string {
  return `${registry}/${service.name}:${serviceImage(service).hash}`;
}
