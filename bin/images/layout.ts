import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { BundledImage } from "../../lib/images/bundled-images";
import { type Descriptor, MEDIA_TYPES } from "../../lib/images/oci";
import { inTurn } from "./in-turn";
import { type KnownImage, madeImage } from "./made-image";
import type { Registries } from "./registries";

const AT_ONCE = 3;

/**
 * Writes images as an OCI layout, one for all of them, as they share their base (opencontainers/image-spec, image-layout.md). Each is found by its name
 * and tag. What lies there already of the base is not fetched again, and what no image needs any more goes.
 */
export async function writeLayout(
  folder: string,
  images: readonly KnownImage[],
  bundled: ReadonlyMap<string, BundledImage>,
  registries: Registries,
): Promise<void> {
  const blobsFolder = join(folder, "blobs", "sha256");
  mkdirSync(blobsFolder, { recursive: true });
  const needed = new Set<string>();
  const fileOf = (digest: string) => join(folder, "blobs", ...digest.split(":"));
  const write = (digest: string, body: Buffer) => {
    mkdirSync(dirname(fileOf(digest)), { recursive: true });
    writeFileSync(fileOf(digest), body);
  };
  const entries: object[] = [];
  for (const image of images) {
    const { whole, blobs, manifests, baseLayers } = await madeImage(image, bundled);
    const { registry, repository } = registries.of(image.base.image);
    const isThere = ({ digest, size }: Descriptor) => existsSync(fileOf(digest)) && statSync(fileOf(digest)).size === size;
    await inTurn(
      baseLayers.filter((layer) => !isThere(layer)),
      AT_ONCE,
      async ({ digest }) => write(digest, await registry.blob(repository, digest)),
    );
    for (const { descriptor, body } of [...blobs, ...manifests, whole.top]) write(descriptor.digest, body);
    for (const { digest } of [...baseLayers, ...[...blobs, ...manifests, whole.top].map(({ descriptor }) => descriptor)])
      needed.add(digest);
    const annotations = {
      "org.opencontainers.image.ref.name": `${image.image.name}:${image.tag}`,
      "io.containerd.image.name": image.reference,
    };
    entries.push({ ...whole.top.descriptor, annotations });
  }
  for (const name of readdirSync(blobsFolder)) if (!needed.has(`sha256:${name}`)) rmSync(join(blobsFolder, name));
  writeFileSync(join(folder, "oci-layout"), JSON.stringify({ imageLayoutVersion: "1.0.0" }));
  writeFileSync(join(folder, "index.json"), JSON.stringify({ schemaVersion: 2, mediaType: MEDIA_TYPES.index, manifests: entries }));
}
