import { type Blob, jsonBlob, MEDIA_TYPES, sha256 } from "../../../lib/images/oci";
import type { PlayedRegistry } from "./registry/played-registry";

export const BASE_LAYER = Buffer.from("a layer of the base");

/** Puts a base for two platforms into a played registry, beside what a builder says of it; in Docker's media types, or with a configuration that says more, where asked. */
export function putBase(registry: PlayedRegistry, repository = "base/node", tag = "22", isDocker = false, more: object = {}): void {
  const types = isDocker
    ? {
        index: "application/vnd.docker.distribution.manifest.list.v2+json",
        manifest: "application/vnd.docker.distribution.manifest.v2+json",
        config: "application/vnd.docker.container.image.v1+json",
        layer: "application/vnd.docker.image.rootfs.diff.tar.gzip",
      }
    : MEDIA_TYPES;
  const keep = ({ descriptor, body }: Blob) => registry.blobs.set(`${repository}@${descriptor.digest}`, body);
  registry.blobs.set(`${repository}@${sha256(BASE_LAYER)}`, BASE_LAYER);
  const manifests = [
    { architecture: "amd64", os: "linux" },
    { architecture: "arm64", os: "linux", variant: "v8" },
  ].map((platform) => {
    const config = jsonBlob(types.config, {
      ...platform,
      config: { Entrypoint: ["/nodejs/bin/node"], Env: ["A=b"] },
      rootfs: { type: "layers", diff_ids: [`sha256:${"1".repeat(64)}`] },
      ...(isDocker && { docker_version: "1", container: "x" }),
      ...more,
    });
    keep(config);
    const layers = [{ mediaType: types.layer, digest: sha256(BASE_LAYER), size: BASE_LAYER.length }];
    const manifest = jsonBlob(types.manifest, { schemaVersion: 2, mediaType: types.manifest, config: config.descriptor, layers });
    registry.put(repository, manifest.descriptor.digest, manifest.body.toString(), types.manifest);
    return { ...manifest.descriptor, platform };
  });
  const attestation = {
    mediaType: types.manifest,
    digest: `sha256:${"f".repeat(64)}`,
    size: 1,
    platform: { architecture: "unknown", os: "unknown" },
  };
  const index = jsonBlob(types.index, { schemaVersion: 2, mediaType: types.index, manifests: [...manifests, attestation] });
  registry.put(repository, tag, index.body.toString(), types.index);
}
