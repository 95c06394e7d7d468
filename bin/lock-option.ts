import { join, relative } from "node:path";
import { Option } from "commander";
import { REPOSITORY } from "../lib/images/entry";

/** What an option makes of the lock. */
export interface AskedLock {
  readonly lock: string;
  readonly locked?: boolean;
}

/** The lock file of the images, as messages name it. */
export const lockOption = () =>
  new Option("--lock <file>", "the images' digests").default(
    process.env.IMAGES_LOCK || relative("", join(REPOSITORY, "images.lock.json")),
    "what the variable IMAGES_LOCK names, or the repository's images.lock.json",
  );

/** Beside it, for what synthesizes. */
export const lockedOption = () => new Option("--locked", "an image that the lock has no digest of is a mistake");
