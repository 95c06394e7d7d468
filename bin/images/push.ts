import { baseImageOf } from "../../lib/images/base";
import { baseIn, lockedImages } from "../../lib/images/locked-images";
import { isKnown } from "./made-image";
import { type AskedImages, say, withImages } from "./opened";
import { type Pushed, pushImages } from "./push-images";
import { Registries } from "./registries";

/** Pushes what the site's registry lacks. */
export function push(siteFile: string, asked: AskedImages): Promise<0 | 1> {
  return withImages(siteFile, asked, async ({ site, lock, own }) => {
    if (baseIn(lock, site) === undefined) {
      const what = `it has no digest of the base image ${baseImageOf(site)}, on which every image stands; read it: npx belfry images lock`;
      if (asked.json)
        console.log(JSON.stringify({ ok: false, images: [], findings: [{ check: "lock", where: asked.lock, what }] }, undefined, 2));
      else console.error(`${asked.lock}: ${what}`);
      return 1;
    }
    const images = lockedImages(own, site, lock);
    for (const { reference } of images.filter((one) => !isKnown(one)))
      say(`${reference}: left out, the lock has no digest of what it carries`);
    const pushed = await pushImages(images.filter(isKnown), { registries: new Registries({ onRetry: say }), say });
    const findings = pushed.flatMap(({ image: { reference }, refused }) =>
      refused === undefined ? [] : [{ check: "push", where: reference, what: refused }],
    );
    if (asked.json) console.log(JSON.stringify({ ok: findings.length === 0, images: pushed.map(told), findings }, undefined, 2));
    else {
      for (const { where, what } of findings) console.error(`${where}: ${what}`);
      const there = pushed.filter(({ isThere }) => isThere).length;
      console.log(
        `${site.image_registry}: ${pushed.length - there - findings.length} pushed, ${there} there already, ${findings.length} refused`,
      );
    }
    return findings.length === 0 ? 0 : 1;
  });
}

const told = ({ image, isThere = false, blobs, refused }: Pushed) => ({
  name: image.image.name,
  image: image.reference,
  digest: image.digest,
  state: refused === undefined ? (isThere ? "there" : "pushed") : "refused",
  blobs,
});
