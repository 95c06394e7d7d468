import { join, relative } from "node:path";
import { baseImageOf } from "../../lib/images/base";
import { REPOSITORY } from "../../lib/images/entry";
import { baseIn, bundlesOf, lockedImages } from "../../lib/images/locked-images";
import { messageOf } from "../../lib/message-of";
import { contextLine, writeContexts } from "./contexts";
import { writeLayout } from "./layout";
import { isKnown } from "./made-image";
import { type AskedImages, say, withImages } from "./opened";
import { Registries } from "./registries";

const LAYOUT = join(REPOSITORY, "build", "oci");

/** Writes what Docker builds images of, and the images themselves. */
export function build(siteFile: string, asked: AskedImages): Promise<0 | 1> {
  return withImages(siteFile, asked, async ({ site, lock, own }) => {
    const contexts = writeContexts(site);
    const images = baseIn(lock, site) === undefined ? [] : lockedImages(own, site, lock);
    const known = images.filter(isKnown);
    const layout = relative(process.cwd(), LAYOUT);
    const refused = await refusalOf(async () => {
      if (images.length === 0)
        throw new Error(
          `${asked.lock}: it has no digest of the base image ${baseImageOf(site)}, on which every image stands; read it: npx belfry images lock`,
        );
      await writeLayout(LAYOUT, known, bundlesOf(known), new Registries({ onRetry: say }));
    });
    const leftOut = images.filter((one) => !isKnown(one)).map(({ reference }) => reference);
    if (asked.json) {
      const findings = refused === undefined ? [] : [{ check: "build", where: layout, what: refused }];
      const made = refused === undefined ? known.map(({ image: { name }, reference, digest }) => ({ name, image: reference, digest })) : [];
      const written = contexts.map(({ name, tag, path }) => ({ name, tag, path }));
      console.log(JSON.stringify({ ok: refused === undefined, contexts: written, layout, images: made, leftOut, findings }, undefined, 2));
    } else {
      for (const context of contexts) console.log(contextLine(context));
      for (const reference of leftOut) console.error(`${reference}: left out, the lock has no digest of what it carries`);
      if (refused === undefined) for (const { image, tag, digest } of known) console.log(`oci:${layout}:${image.name}:${tag}: ${digest}`);
      else console.error(`${layout}: not written: ${refused}`);
    }
    return refused === undefined ? 0 : 1;
  });
}

async function refusalOf(work: () => Promise<void>): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}
