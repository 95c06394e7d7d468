import { renameSync, writeFileSync } from "node:fs";
import { lockText, parseLock } from "../../lib/images/lock";
import { namedImages } from "../../lib/platform/named-images";
import { declared } from "../../main";
import { type AskedImages, say, withImages } from "../images/opened";
import { Registries } from "../images/registries";
import { resolveLock } from "../images/resolve-lock";

/** Reads the registries, and writes what they said. */
export function lock(siteFile: string, asked: AskedImages): Promise<0 | 1> {
  return withImages(siteFile, asked, async ({ site, lock: before, own }) => {
    const platform = declared(siteFile);
    if ("refusal" in platform) throw new Error(platform.refusal.text);
    const references = namedImages(platform.manifests).map(({ reference }) => reference);
    const others = [...new Set(references)].filter((one) => !one.startsWith(`${site.image_registry}/`) && !one.includes("@")).sort();
    const registries = new Registries({ onRetry: say });
    const { lock: after, unread } = await resolveLock(others, own, site, before, registries);
    const text = lockText(after);
    // what can't be read again is never written
    parseLock(text, asked.lock);
    writeFileSync(`${asked.lock}.new`, text);
    renameSync(`${asked.lock}.new`, asked.lock);
    const findings = unread.map(({ image, words, isKept }) => ({
      check: "lock",
      where: image,
      what: `${words}${isKept ? "; its digest of before is kept" : ""}`,
    }));
    const counts = { images: Object.keys(after.images).length, own: Object.keys(after.own).length };
    if (asked.json)
      console.log(
        JSON.stringify({ ok: unread.length === 0, lock: asked.lock, base: after.base?.digest ?? null, ...counts, findings }, undefined, 2),
      );
    else {
      for (const { where, what } of findings) console.error(`${where}: ${what}`);
      const base = after.base === undefined ? "no base" : `the base ${after.base.image}@${after.base.digest}`;
      console.log(`${asked.lock}: ${base}, ${counts.own} of ${own.length} images of ours, ${counts.images} of ${others.length} of others`);
    }
    return unread.length === 0 ? 0 : 1;
  });
}
