import { ownImages } from "../../components/images";
import { type ImagesLock, readLock } from "../../lib/images/lock";
import type { OwnImage } from "../../lib/images/own-image";
import { inputRefusal } from "../../lib/platform/refusal";
import { loadSite } from "../../lib/site/load";
import type { Site } from "../../lib/site/schema";

/** What each command of images is asked. */
export interface AskedImages {
  readonly lock: string;
  readonly json?: boolean;
}

/** What they work on. */
export interface Opened {
  readonly site: Site;
  readonly lock: ImagesLock;
  readonly own: readonly OwnImage[];
}

/** Does the work on a site and its lock, and says what keeps it from it. */
export async function withImages(
  siteFile: string,
  { lock, json }: AskedImages,
  work: (opened: Opened) => 0 | 1 | Promise<0 | 1>,
  lockOf: (file: string) => ImagesLock = readLock,
): Promise<0 | 1> {
  try {
    return await work({ site: loadSite(siteFile), lock: lockOf(lock), own: ownImages() });
  } catch (error) {
    const refusal = inputRefusal(error, siteFile);
    if (refusal === undefined) throw error;
    const { text, findings } = refusal;
    if (json) console.log(JSON.stringify({ ok: false, findings }, undefined, 2));
    else console.error(text);
    return 1;
  }
}

/** Progress, which is no result: standard output is for programs. */
export const say = (line: string): void => console.error(line);
