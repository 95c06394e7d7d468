import { z } from "zod";
import type { Base, BaseConfig, BasePlatform } from "../../lib/images/assemble";
import { configOf, digestOf, platformOf, sizeOf } from "../../lib/images/base-schema";
import type { Descriptor, ImagePlatform } from "../../lib/images/oci";
import type { Registries } from "./registries";
import type { Manifest, Registry } from "./registry/client";
import { isRecord } from "./registry/words";

const Link = z.looseObject({ mediaType: z.string(), digest: digestOf(), size: sizeOf() });
const Platform = platformOf();
const Index = z.looseObject({ manifests: z.array(Link.extend({ platform: Platform.optional() })) });
const ImageManifest = z.looseObject({ config: Link, layers: z.array(Link) });
/** Builders write null for what they have nothing to say of. */
const Config = z.preprocess(withoutNulls, configOf().extend(Platform.shape));

const INDEXES = ["application/vnd.oci.image.index.v1+json", "application/vnd.docker.distribution.manifest.list.v2+json"];
/** Docker's names of what the OCI named anew. */
const LAYERS: Readonly<Record<string, string>> = {
  "application/vnd.docker.image.rootfs.diff.tar.gzip": "application/vnd.oci.image.layer.v1.tar+gzip",
  "application/vnd.docker.image.rootfs.diff.tar": "application/vnd.oci.image.layer.v1.tar",
};
/** What builders of Docker's left beside the configuration. */
const LEFT_BEHIND = ["container", "container_config", "docker_version", "id", "parent", "parent_id"];

/**
 * What of a base image has to be known to put layers on it: its digest, and each platform's layers and configuration.
 * @throws where its registry does not give it, or gives something else
 */
export async function readBase(registries: Registries, image: string): Promise<Base> {
  const { registry, repository, asked } = registries.of(image);
  const top = await registry.manifest(repository, asked);
  if (!INDEXES.includes(top.mediaType)) {
    const { layers, config } = await readPlatform(registry, repository, image, top);
    const { architecture, os, variant } = Config.parse(config);
    const platform = { architecture, os, ...(variant !== undefined && { variant }) };
    return { image, digest: top.digest, isIndex: false, platforms: [{ platform, layers, config }] };
  }
  const { manifests } = readJson(Index, image, top.body);
  const platforms: BasePlatform[] = [];
  for (const { digest, platform } of manifests) {
    // what a builder says of the others lies beside them, with a platform that is none
    if (platform === undefined || platform.os === "unknown") continue;
    const manifest = await registry.manifest(repository, digest);
    platforms.push({ platform: platform as ImagePlatform, ...(await readPlatform(registry, repository, image, manifest)) });
  }
  if (platforms.length === 0) throw new Error(`base image "${image}" has no platform; name another one in base_image`);
  return { image, digest: top.digest, isIndex: true, platforms };
}

async function readPlatform(registry: Registry, repository: string, image: string, { body }: Manifest) {
  const { config, layers } = readJson(ImageManifest, image, body);
  const read = readJson(Config, image, await registry.blob(repository, config.digest));
  if (read.rootfs.diff_ids.length !== layers.length)
    throw new Error(`base image "${image}": it has ${layers.length} layers, and its configuration tells of ${read.rootfs.diff_ids.length}`);
  const kept = Object.fromEntries(Object.entries(read).filter(([key]) => !LEFT_BEHIND.includes(key)));
  return { layers: layers.map((layer) => layerOf(layer, image)), config: kept as BaseConfig };
}

function withoutNulls(read: unknown): unknown {
  return isRecord(read) ? Object.fromEntries(Object.entries(read).filter(([, value]) => value !== null)) : read;
}

function layerOf({ mediaType, digest, size }: Descriptor, image: string): Descriptor {
  const type = LAYERS[mediaType] ?? mediaType;
  if (!type.startsWith("application/vnd.oci.image.layer.v1.tar"))
    throw new Error(`base image "${image}": a layer is ${mediaType}, which can't be pushed elsewhere; name another one in base_image`);
  return { mediaType: type, digest, size };
}

function readJson<Schema extends z.ZodType>(schema: Schema, image: string, body: Buffer): z.infer<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(body.toString("utf8"));
  } catch {
    throw new Error(`base image "${image}": what its registry gives is no JSON`);
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new Error(`base image "${image}": what its registry gives is no image: ${issue?.path.join(".")}: ${issue?.message}`);
}
