import type { Base } from "../../lib/images/assemble";
import { baseImageOf } from "../../lib/images/base";
import type { ImagesLock } from "../../lib/images/lock";
import { baseIn, lockedImages, ownLock } from "../../lib/images/locked-images";
import type { OwnImage } from "../../lib/images/own-image";
import type { ImageSite } from "../../lib/images/tag";
import { inTurn } from "./in-turn";
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
): Promise<Resolved> {
  const unread: Unread[] = [];
  const attempt = async <Read>(image: string, kept: Read | undefined, read: () => Promise<Read>): Promise<Read | undefined> => {
    try {
      return await read();
    } catch (error) {
      unread.push({ image, words: error instanceof Error ? error.message : String(error), isKept: kept !== undefined });
      return kept;
    }
  };
  const baseImage = baseImageOf(site);
  const basis: Promise<Base | undefined> = attempt(baseImage, baseIn(before, site), () => readBase(registries, baseImage));
  const digests = await inTurn(others, AT_ONCE, (image) => attempt(image, before.images[image], () => digestOf(registries, image)));
  const base = await basis;
  const images = Object.fromEntries(others.flatMap((image, index) => (digests[index] === undefined ? [] : [[image, digests[index]]])));
  const lock: ImagesLock = { ...(base !== undefined && { base }), images, own: before.own };
  const entries = lockedImages(own, site, lock).flatMap((image) => {
    const entry = ownLock(image);
    return entry === undefined ? [] : [[image.image.name, entry] as const];
  });
  // in the order of what was asked for, whichever answered first
  const order = [baseImage, ...others];
  return {
    lock: { ...lock, own: Object.fromEntries(entries) },
    unread: unread.sort((one, other) => order.indexOf(one.image) - order.indexOf(other.image)),
  };
}

async function digestOf(registries: Registries, image: string): Promise<string> {
  const { registry, repository, asked } = registries.of(image);
  const found = await registry.head(repository, asked);
  if (found === undefined) throw new Error(`registry "${registry.host}": it has no ${repository}:${asked}`);
  return found.digest;
}
