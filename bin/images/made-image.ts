import { assembled, type Image } from "../../lib/images/assemble";
import type { BundledImage } from "../../lib/images/bundled-images";
import type { LockedImage } from "../../lib/images/locked-images";
import type { Blob, Descriptor } from "../../lib/images/oci";
import { pluginLayer } from "./plugin-layer";

/** An image whose digest is known. */
export type KnownImage = LockedImage & Required<Pick<LockedImage, "base" | "digest" | "layer">>;

export const isKnown = (image: LockedImage): image is KnownImage => image.digest !== undefined;

/** An image with all that is ours of it. */
export interface MadeImage {
  readonly whole: Image;
  /** Our layer and the configurations, once each. */
  readonly blobs: readonly Blob[];
  readonly manifests: readonly Blob[];
  /** Those of the base, once each: platforms may share some. */
  readonly baseLayers: readonly Descriptor[];
  readonly packages: readonly string[];
}

/**
 * Makes what the lock tells of.
 * @throws where it comes out as something else: the lock is believed, and checked where it costs nothing
 */
export async function madeImage({ base, digest, image }: KnownImage, bundled: ReadonlyMap<string, BundledImage>): Promise<MadeImage> {
  const { layer, packages } = bundled.get(image.name) ?? { layer: await pluginLayer(image), packages: [] };
  const whole = assembled(base, layer, image.start);
  const made = whole.top.descriptor.digest;
  if (made !== digest)
    throw new Error(`its sources make ${made}, and the lock says ${digest}; write the lock anew: npx belfry images lock`);
  return {
    whole,
    blobs: [layer.blob, ...unique(whole.configs)],
    manifests: unique(whole.manifests),
    baseLayers: [...new Map(base.platforms.flatMap(({ layers }) => layers.map((one) => [one.digest, one]))).values()],
    packages,
  };
}

const unique = (blobs: readonly Blob[]): Blob[] => [...new Map(blobs.map((blob) => [blob.descriptor.digest, blob])).values()];
