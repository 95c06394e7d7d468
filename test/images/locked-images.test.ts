import { batchImage } from "../../components/batch/image";
import { pluginsImage } from "../../components/dashboards/plugins";
import { deadManService } from "../../components/dead-man/declaration";
import { relayService } from "../../components/relay/declaration";
import { assembled } from "../../lib/images/assemble";
import { bundledImages } from "../../lib/images/bundled-images";
import { type ImagesLock, NO_LOCK } from "../../lib/images/lock";
import { bundlesOf, lockedImages, ownLock, pinsOf, platformsOf } from "../../lib/images/locked-images";
import { ofPlugins, ofScripts, ofService } from "../../lib/images/own-image";
import { scriptImageReference } from "../../lib/images/script-image";
import { imageReference } from "../../lib/images/tag";
import { SAMPLE_BASE } from "./sample-base";

const SITE = { image_registry: "registry.example.org/belfry", base_image: SAMPLE_BASE.image };
const [DEAD_MAN, PLUGINS] = [ofService(deadManService), ofPlugins(pluginsImage)];
const FRESH: ImagesLock = { ...NO_LOCK, base: SAMPLE_BASE };

/** What `images lock` would keep. */
function locked(lock: ImagesLock = FRESH): ImagesLock {
  const own = lockedImages([DEAD_MAN], SITE, lock).flatMap((image) => {
    const entry = ownLock(image);
    return entry === undefined ? [] : [[image.image.name, entry] as const];
  });
  return { ...lock, own: Object.fromEntries(own) };
}

const LOCK = locked();

test("without the base's digest a tag is all that is known: the one that the declaration names", () => {
  const other = { ...SITE, base_image: "registry.example.org/node:24" };
  for (const [site, lock] of [
    [SITE, NO_LOCK],
    [other, LOCK],
  ] as const) {
    const [image] = lockedImages([DEAD_MAN], site, lock);
    expect(image?.reference).toBe(imageReference(site, deadManService));
    expect([image?.digest, image && platformsOf(image)]).toEqual([undefined, []]);
    expect(pinsOf([DEAD_MAN], site, lock)(imageReference(site, deadManService))).toBe(imageReference(site, deadManService));
  }
});

test("what the lock says of the same inputs is taken, and nothing is bundled", () => {
  const entry = { ...LOCK.own["dead-man"], digest: `sha256:${"9".repeat(64)}` } as ImagesLock["own"][string];
  const [image] = lockedImages([DEAD_MAN], SITE, { ...LOCK, own: { "dead-man": entry } });
  expect([image?.digest, image?.layer?.size, image?.bundled]).toEqual([entry.digest, entry.layer.size, undefined]);
});

test("of other inputs it is made anew, once, and comes out the same", () => {
  const stale = { ...LOCK.own["dead-man"], inputs: "000000000000" } as ImagesLock["own"][string];
  const [image] = lockedImages([DEAD_MAN], SITE, { ...LOCK, own: { "dead-man": stale } });
  expect(image && ownLock(image)).toEqual(LOCK.own["dead-man"]);
  expect(image && bundlesOf([image]).get("dead-man")).toBe(image?.bundled);
});

test("another base under the same name is another tag, so that what runs today stays where it lies", () => {
  const [before] = lockedImages([DEAD_MAN], SITE, LOCK);
  const [after] = lockedImages([DEAD_MAN], SITE, { ...LOCK, base: { ...SAMPLE_BASE, digest: `sha256:${"7".repeat(64)}` } });
  expect(after?.tag).not.toBe(before?.tag);
  expect(after?.digest).not.toBe(before?.digest);
});

test("references get what the lock has: tag and digest of ours, a digest behind the tag of others'", () => {
  const [image] = lockedImages([DEAD_MAN], SITE, LOCK);
  const pin = pinsOf([DEAD_MAN], SITE, { ...LOCK, images: { "nats:2": `sha256:${"8".repeat(64)}` } });
  expect(pin(imageReference(SITE, deadManService))).toBe(`${SITE.image_registry}/dead-man:${image?.tag}@${image?.digest}`);
  expect(pin("nats:2")).toBe(`nats:2@sha256:${"8".repeat(64)}`);
  expect(pin("nats:3")).toBe("nats:3");
  // of another image of ours nothing is known
  expect(pin(imageReference(SITE, relayService))).toBe(imageReference(SITE, relayService));
});

test("others' images below the same path are no images of ours", () => {
  const site = { ...SITE, image_registry: "registry.example.org" };
  const digest = `sha256:${"8".repeat(64)}`;
  const pin = pinsOf([DEAD_MAN], site, {
    ...LOCK,
    images: { "registry.example.org/nats:2": digest, "registry.example.org/x/dead-man:2": digest },
  });
  for (const other of ["registry.example.org/nats:2", "registry.example.org/x/dead-man:2"]) expect(pin(other)).toBe(`${other}@${digest}`);
  expect(pin(imageReference(site, deadManService))).toMatch(/^registry\.example\.org\/dead-man:[0-9a-f]{12}@sha256:/);
});

test("what carries others' archives has no digest before they were fetched", () => {
  const [image] = lockedImages([PLUGINS], SITE, LOCK);
  expect([image?.digest, image?.base]).toEqual([undefined, SAMPLE_BASE]);
  expect(image && bundlesOf([image]).size).toBe(0);
});

test("a bundle is the same alone and beside others, and names what is in it", () => {
  const together = bundledImages([DEAD_MAN, ofService(relayService)]).get("dead-man");
  expect(together?.layer.digest).toBe(LOCK.own["dead-man"]?.layer.digest);
  expect(together?.packages).toContain("node_modules/fastify");
  expect(assembled(SAMPLE_BASE, together?.layer as never, DEAD_MAN.start).top.descriptor.digest).toBe(LOCK.own["dead-man"]?.digest);
});

test("scripts lie where their CronJobs name them", () => {
  const { bundles, start } = ofScripts(batchImage);
  expect(Object.keys(bundles)).toContain("app/jobs/backup-age");
  expect(start.arguments[0]).toMatch(/^\/app\/jobs\//);
  const [image] = lockedImages([ofScripts(batchImage)], SITE, NO_LOCK);
  expect(image?.reference).toBe(scriptImageReference(SITE, batchImage));
});
