import { assembled, type Base, type LayerSum } from "./assemble";
import { baseImageOf } from "./base";
import { type BundledImage, bundledImages } from "./bundled-images";
import type { ImagesLock, OwnLock } from "./lock";
import { platformName } from "./oci";
import { isOwnReference, type OwnImage, tagOf } from "./own-image";
import { type ImageSite, lockedBase } from "./tag";

/** An image of ours at a site, with what the lock says of it, or what its sources make where it says nothing that is true any more. */
export interface LockedImage {
  readonly image: OwnImage;
  /** `<registry>/<name>:<tag>` */
  readonly reference: string;
  readonly tag: string;
  /** What it stands on. @default - the lock has no digest of the site's base, and nothing is known of the image but its tag */
  readonly base?: Base;
  /** @default - not known: what it carries has never been fetched, or there is no base */
  readonly digest?: string;
  readonly layer?: LayerSum;
  /** What was made of its sources, where the lock had nothing: it need not be made again. */
  readonly bundled?: BundledImage;
}

/** The base of a site, if the lock has it. */
export const baseIn = (lock: ImagesLock, site: ImageSite): Base | undefined =>
  lock.base?.image === baseImageOf(site) ? lock.base : undefined;

/** All of these images; those that were edited since the lock was written are bundled, and no others. */
export function lockedImages(images: readonly OwnImage[], site: ImageSite, lock: ImagesLock): LockedImage[] {
  const base = baseIn(lock, site);
  const named = base === undefined ? baseImageOf(site) : lockedBase(base);
  const each = images.map((image) => {
    const tag = tagOf(image, named);
    const known = lock.own[image.name];
    return { image, tag, reference: `${site.image_registry}/${image.name}:${tag}`, known: known?.inputs === tag ? known : undefined };
  });
  if (base === undefined) return each.map(({ known: _, ...one }) => one);
  const changed = each.filter(({ image, known }) => known === undefined && image.plugins.length === 0).map(({ image }) => image);
  const made = bundledImages(changed);
  return each.map(({ known, ...one }) => {
    if (known !== undefined) return { ...one, base, digest: known.digest, layer: known.layer };
    const bundled = made.get(one.image.name);
    return bundled === undefined ? { ...one, base } : withLayer({ ...one, base, bundled }, bundled.layer);
  });
}

/** The same with its digest, which follows from its base and its layer. */
export function withLayer(image: LockedImage & { readonly base: Base }, layer: LayerSum): LockedImage {
  return { ...image, digest: assembled(image.base, layer, image.image.start).top.descriptor.digest, layer };
}

/** What these are made of, each by its name: bundled all at once, but for those that have been, and those that carry something else. */
export function bundlesOf(images: readonly LockedImage[]): ReadonlyMap<string, BundledImage> {
  const made = images.flatMap(({ image, bundled }) => (bundled === undefined ? [] : [[image.name, bundled] as const]));
  const missing = images.filter(({ image, bundled }) => bundled === undefined && image.plugins.length === 0);
  return new Map([...made, ...bundledImages(missing.map(({ image }) => image))]);
}

/** What the lock keeps of an image; nothing of one whose digest isn't known. */
export const ownLock = ({ tag, digest, layer }: LockedImage): OwnLock | undefined =>
  digest === undefined || layer === undefined
    ? undefined
    : { inputs: tag, digest, layer: { digest: layer.digest, size: layer.size, diff_id: layer.diff_id } };

export const platformsOf = ({ base, digest }: LockedImage): string[] =>
  digest === undefined || base === undefined ? [] : base.platforms.map(({ platform }) => platformName(platform));

/** What manifests say instead of a reference that a declaration names. */
export type Pin = (reference: string) => string;

/** Of a lock: references get their digest where it has one. Our own images are looked at when the first one is asked for. */
export function pinsOf(images: readonly OwnImage[], site: ImageSite, lock: ImagesLock): Pin {
  let own: ReadonlyMap<string, string> | undefined;
  const names = images.map(({ name }) => name);
  return (reference) => {
    if (!isOwnReference(reference, names, site)) {
      const digest = lock.images[reference];
      return digest === undefined ? reference : `${reference}@${digest}`;
    }
    own ??= new Map(
      lockedImages(images, site, lock).map(({ image, reference: locked, digest }) => [
        `${site.image_registry}/${image.name}:${tagOf(image, baseImageOf(site))}`,
        digest === undefined ? locked : `${locked}@${digest}`,
      ]),
    );
    return own.get(reference) ?? reference;
  };
}
