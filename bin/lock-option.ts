import { join, relative } from "node:path";
import { Option } from "commander";
import { REPOSITORY } from "../lib/images/entry";

/** The lock file of the images, as messages name it. */
export const lockOption = () =>
  new Option("--lock <file>", "the images' digests").default(
    process.env.IMAGES_LOCK || relative("", join(REPOSITORY, "images.lock.json")),
    "what the variable IMAGES_LOCK names, or the repository's images.lock.json",
  );
