import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Base } from "./assemble";
import { REPOSITORY } from "./entry";
import { type Blob, jsonBlob, MEDIA_TYPES } from "./oci";
import type { Plugin } from "./plugin-image";

export const BILL_TYPE = "application/vnd.cyclonedx+json";

/** What an image is made of, beside what its base tells of itself. */
export interface Contents {
  readonly name: string;
  readonly tag: string;
  readonly digest: string;
  readonly base: Base;
  /** Folders of packages, as package-lock.json names them. */
  readonly packages: readonly string[];
  readonly plugins: readonly Plugin[];
}

interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  readonly license?: string;
}

/** A bill of materials (CycloneDX 1.6) of an image. It holds no time and no number of its own: of the same image it is the same. */
export function billOfMaterials({ name, tag, digest, base, packages, plugins }: Contents): Blob {
  const own = `pkg:oci/${name}@${encodeURIComponent(digest)}`;
  const locked = (JSON.parse(readFileSync(join(REPOSITORY, "package-lock.json"), "utf8")) as { packages: Record<string, LockedPackage> })
    .packages;
  const components = [
    baseComponent(base),
    ...packages.map((folder) => packageComponent(folder, locked[folder] ?? {})),
    ...plugins.map(pluginComponent),
  ];
  // a package may lie in several folders in one version
  const each = [...new Map(components.map((one) => [one["bom-ref"], one])).values()];
  return jsonBlob(BILL_TYPE, {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { "bom-ref": own, type: "container", name, version: tag, purl: own } },
    components: each,
    dependencies: [{ ref: own, dependsOn: each.map((one) => one["bom-ref"]) }],
  });
}

function baseComponent({ image, digest }: Base) {
  const [, repository = image, tag] = /^(.+?)(?::([^:/@]+))?(?:@.*)?$/.exec(image) ?? [];
  const name = repository.split("/").at(-1) ?? repository;
  const purl = `pkg:oci/${name}@${encodeURIComponent(digest)}?repository_url=${encodeURIComponent(repository)}${tag === undefined ? "" : `&tag=${tag}`}`;
  return { "bom-ref": purl, type: "container", name: repository, version: digest, purl };
}

function packageComponent(folder: string, { version = "", integrity = "", license }: LockedPackage) {
  const name = folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  const [, sum] = /^sha512-(.+)$/.exec(integrity) ?? [];
  return {
    "bom-ref": purl,
    type: "library",
    name,
    version,
    purl,
    ...(sum !== undefined && { hashes: [{ alg: "SHA-512", content: Buffer.from(sum, "base64").toString("hex") }] }),
    ...(license !== undefined && { licenses: [{ expression: license }] }),
  };
}

function pluginComponent({ id, version, sha256 }: Plugin) {
  const purl = `pkg:generic/${id}@${version}`;
  return { "bom-ref": purl, type: "application", name: id, version, purl, hashes: [{ alg: "SHA-256", content: sha256 }] };
}

/** What attaches it to its image, for registries (opencontainers/image-spec, manifest.md, artifacts without a configuration). */
export function billManifest(bill: Blob, subject: Blob): { readonly manifest: Blob; readonly config: Blob } {
  const config = jsonBlob("application/vnd.oci.empty.v1+json", {});
  const manifest = jsonBlob(MEDIA_TYPES.manifest, {
    schemaVersion: 2,
    mediaType: MEDIA_TYPES.manifest,
    artifactType: BILL_TYPE,
    config: config.descriptor,
    layers: [bill.descriptor],
    subject: subject.descriptor,
  });
  return { manifest, config };
}
