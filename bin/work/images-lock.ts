import { accessSync, constants, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Base } from "../../lib/images/assemble";
import { type ImagesLock, LockError, lockText, NO_LOCK, parseLock, readLock } from "../../lib/images/lock";
import { isOwnReference } from "../../lib/images/own-image";
import { namedImages } from "../../lib/platform/named-images";
import { declared } from "../../main";
import { type AskedImages, say, withImages } from "../images/opened";
import { Registries } from "../images/registries";
import { resolveLock } from "../images/resolve-lock";

/** Reads the registries, and writes what they said. */
export function lock(siteFile: string, asked: AskedImages): Promise<0 | 1> {
  return withImages(
    siteFile,
    asked,
    async ({ site, lock: before, own }) => {
      const platform = declared(siteFile);
      if ("refusal" in platform) {
        if (asked.json) console.log(JSON.stringify({ ok: false, findings: platform.refusal.findings }, undefined, 2));
        else console.error(platform.refusal.text);
        return 1;
      }
      const references = namedImages(platform.manifests).map(({ reference }) => reference);
      const isOwn = (reference: string) => isOwnReference(reference, platform.ownImages, site);
      const others = [...new Set(references)].filter((one) => !isOwn(one) && !one.includes("@")).sort();
      const registries = new Registries({ onRetry: say });
      const { lock: after, unread } = await resolveLock(others, own, site, before, registries);
      const text = lockText(after);
      // what can't be read again is never written
      parseLock(text, asked.lock);
      write(asked.lock, text);
      const findings = unread.map(({ image, words, isKept }) => ({
        check: "lock",
        where: image,
        what: `${words}${isKept ? "; its digest of before is kept" : ""}`,
      }));
      const counts = { images: Object.keys(after.images).length, own: Object.keys(after.own).length };
      if (asked.json)
        console.log(
          JSON.stringify(
            { ok: unread.length === 0, lock: asked.lock, base: after.base?.digest ?? null, ...counts, findings },
            undefined,
            2,
          ),
        );
      else {
        for (const { where, what } of findings) console.error(`${where}: ${what}`);
        const base = after.base === undefined ? "no base" : `the base ${pinnedBase(after.base)}`;
        console.log(
          `${asked.lock}: ${base}, ${counts.own} of ${own.length} images of ours, ${counts.images} of ${others.length} of others`,
        );
      }
      return unread.length === 0 ? 0 : 1;
    },
    lockBefore,
  );
}

/** One that the site names by its digest has it already. */
const pinnedBase = ({ image, digest }: Base): string => (image.endsWith(`@${digest}`) ? image : `${image}@${digest}`);

/** What can't be used is written anew; where it can't be written, no registry is asked in vain. */
function lockBefore(file: string): ImagesLock {
  writing(file, () => accessSync(dirname(file), constants.W_OK));
  try {
    return readLock(file);
  } catch (error) {
    if (!(error instanceof LockError)) throw error;
    say(error.message);
    return NO_LOCK;
  }
}

/** Whoever reads meanwhile has the old one or the new one. */
function write(file: string, text: string): void {
  const fresh = `${file}.${process.pid}.new`;
  writing(file, () => {
    writeFileSync(fresh, text);
    renameSync(fresh, file);
  });
}

function writing(file: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    throw new LockError(file, [{ path: "", message: `can't be written (${code}); name a file in a folder that is there with --lock` }]);
  }
}
