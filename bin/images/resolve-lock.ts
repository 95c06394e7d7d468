import type { Base } from "../../lib/images/assemble";
import { baseImageOf } from "../../lib/images/base";
import type { ImagesLock, OwnLock } from "../../lib/images/lock";
import { baseIn, type LockedImage, lockedImages, ownLock, withLayer } from "../../lib/images/locked-images";
import type { OwnImage } from "../../lib/images/own-image";
import type { ImageSite } from "../../lib/images/tag";
import { messageOf } from "../../lib/message-of";
import { inTurn } from "./in-turn";
import { type FetchArchive, pluginLayer } from "./plugin-layer";
import { readBase } from "./read-base";
import type { Registries } from "./registries";

/** What could not be read, in the words of whoever refused it. */
export interface Unread {
  readonly image: string;
  readonly words: string;
  /** That the lock keeps what was read of it before. */
  readonly isKept: boolean;
}

export interface Resolved {
  readonly lock: ImagesLock;
  readonly unread: readonly Unread[];
}

const AT_ONCE = 8;

/** Reads something, or says why not and gives what was kept of it. */
type Attempt = <Read>(image: string, kept: Read | undefined, read: () => Promise<Read>) => Promise<Read | undefined>;

/**
 * Asks the registries what each tag is today. What can't be read keeps the digest that it had: it is an image that there is, and the manifests stay as
 * they are.
 */
export async function resolveLock(
  others: readonly string[],
  own: readonly OwnImage[],
  site: ImageSite,
  before: ImagesLock,
  registries: Registries,
  fetchArchive?: FetchArchive,
): Promise<Resolved> {
  const unread: Unread[] = [];
  const attempt: Attempt = async (image, kept, read) => {
    try {
      return await read();
    } catch (error) {
      unread.push({ image, words: messageOf(error), isKept: kept !== undefined });
      return kept;
    }
  };
  const baseImage = baseImageOf(site);
  const basis: Promise<Base | undefined> = attempt(baseImage, baseIn(before, site), () => readBase(registries, baseImage));
  const digests = await inTurn(others, AT_ONCE, (image) => attempt(image, before.images[image], () => digestOf(registries, image)));
  const base = await basis;
  const images = Object.fromEntries(others.flatMap((image, index) => (digests[index] === undefined ? [] : [[image, digests[index]]])));
  const lock: ImagesLock = { ...(base !== undefined && { base }), images, own: before.own };
  const entries: (readonly [string, OwnLock])[] = [];
  for (const image of lockedImages(own, site, lock)) {
    const fetched = await withPlugins(image, attempt, fetchArchive);
    const entry = ownLock(fetched);
    if (entry !== undefined) entries.push([image.image.name, entry]);
  }
  // in the order of what was asked for, whichever answered first
  const order = [baseImage, ...others];
  const place = ({ image }: Unread) => (order.includes(image) ? order.indexOf(image) : order.length);
  return {
    lock: { ...lock, own: Object.fromEntries(entries) },
    unread: unread.sort((one, other) => place(one) - place(other)),
  };
}

/** What an image carries of others' making is fetched once, as long as its declaration and its base stay what they are. */
async function withPlugins(image: LockedImage, attempt: Attempt, fetchArchive?: FetchArchive): Promise<LockedImage> {
  const { base, digest, reference } = image;
  if (base === undefined || digest !== undefined) return image;
  const layer = await attempt(reference, undefined, () => pluginLayer(image.image, fetchArchive));
  return layer === undefined ? image : withLayer({ ...image, base }, layer);
}

async function digestOf(registries: Registries, image: string): Promise<string> {
  const { registry, repository, asked } = registries.of(image);
  const found = await registry.head(repository, asked);
  if (found === undefined) throw new Error(`registry "${registry.host}": it has no ${repository}:${asked}`);
  return found.digest;
}
