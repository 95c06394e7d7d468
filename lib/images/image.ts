import type { ServiceDeclaration } from "../service/declaration";
import { bundleServices } from "./bundle";
import { dockerfile } from "./dockerfile";
import { imageHash } from "./tag";

/** What a service's image is built from, and nothing else. */
export interface ServiceImage {
  readonly name: string;
  /** File name -> content of the build context. */
  readonly files: Readonly<Record<"server.cjs" | "Dockerfile", Uint8Array>>;
  /** The tag: tells contents apart, so a changed source is a changed manifest. */
  readonly hash: string;
}

let bundles: ReadonlyMap<string, Uint8Array> | undefined;

/** The image of a service, from its declaration and its folder components/<name>. Bundled once in a process. */
export function serviceImage(service: ServiceDeclaration, base?: string): ServiceImage {
  bundles ??= bundleServices();
  const bundle = bundles.get(service.name) ?? new Uint8Array();
  const files = { "server.cjs": bundle, Dockerfile: new TextEncoder().encode(dockerfile(service)) };
  return { name: service.name, files, hash: imageHash(service, base) };
}
