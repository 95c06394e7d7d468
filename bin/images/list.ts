import { lockedImages, platformsOf } from "../../lib/images/locked-images";
import { type AskedImages, withImages } from "./opened";

/** Every image of ours, as the site's manifests name it. */
export function list(siteFile: string, asked: AskedImages): Promise<0 | 1> {
  return withImages(siteFile, asked, ({ site, lock, own }) => {
    const images = lockedImages(own, site, lock).map((one) => ({
      name: one.image.name,
      image: one.reference,
      digest: one.digest ?? null,
      platforms: platformsOf(one),
      layer_bytes: one.layer?.size ?? null,
    }));
    if (asked.json) console.log(JSON.stringify(images, undefined, 2));
    else {
      for (const { image, digest, platforms, layer_bytes } of images) {
        const size = layer_bytes === null ? "" : `, our layer ${(layer_bytes / 1000).toFixed(0)} kB`;
        console.log(digest === null ? `${image}: not locked` : `${image}@${digest}: ${platforms.join(", ")}${size}`);
      }
    }
    return 0;
  });
}
