import { isKnown, type KnownImage } from "../../../bin/images/made-image";
import { pushImages } from "../../../bin/images/push-images";
import { Registries } from "../../../bin/images/registries";
import { resolveLock } from "../../../bin/images/resolve-lock";
import { deadManService } from "../../../components/dead-man/declaration";
import { relayService } from "../../../components/relay/declaration";
import { NO_LOCK } from "../../../lib/images/lock";
import { lockedImages } from "../../../lib/images/locked-images";
import { sha256 } from "../../../lib/images/oci";
import { ofService } from "../../../lib/images/own-image";
import { BASE_LAYER, putBase } from "./played-base";
import { PlayedRegistry, refusal } from "./registry/played-registry";

const OWN = [ofService(deadManService), ofService(relayService)];
const quiet = { credentials: async () => undefined, wait: async () => {} };

let [source, target]: PlayedRegistry[] = [];
beforeEach(async () => {
  [source, target] = await Promise.all([new PlayedRegistry().start(), new PlayedRegistry().start()]);
  putBase(source as PlayedRegistry);
});
afterEach(() => Promise.all([source?.stop(), target?.stop()]));

/** Images on the base of the one registry, for the other. */
async function images(at = target): Promise<KnownImage[]> {
  const site = { image_registry: `${at?.host}/belfry`, base_image: `${source?.host}/base/node:22` };
  const { lock } = await resolveLock([], OWN, site, NO_LOCK, new Registries(quiet));
  return lockedImages(OWN, site, lock).filter(isKnown);
}
const push = (all: readonly KnownImage[], say: (line: string) => void = () => {}) =>
  pushImages(all, { registries: new Registries(quiet), say });
const writes = (registry?: PlayedRegistry) => (registry?.asked ?? []).filter((one) => !one.startsWith("HEAD") && !one.startsWith("GET"));

test("the base's layer is fetched once, and mounted from the first repository into the others", async () => {
  const all = await images();
  const pushed = await push(all);
  expect(pushed.map(({ refused, isThere }) => [refused, isThere])).toEqual([
    [undefined, undefined],
    [undefined, undefined],
  ]);
  expect(source?.asked.filter((one) => one === `GET /v2/base/node/blobs/${sha256(BASE_LAYER)}`)).toHaveLength(1);
  for (const { digest, tag, image } of all) {
    expect(target?.manifests.get(`belfry/${image.name}:${tag}`)).toEqual(target?.manifests.get(`belfry/${image.name}:${digest}`));
    expect(target?.blobs.get(`belfry/${image.name}@${sha256(BASE_LAYER)}`)).toEqual(BASE_LAYER);
  }
});

test("the tag comes last of all that an image needs", async () => {
  await push((await images()).slice(0, 1));
  expect(writes(target).at(-1)).toMatch(/^PUT \/v2\/belfry\/dead-man\/manifests\/[0-9a-f]{12}$/);
});

test("what is there costs one request", async () => {
  const all = await images();
  await push(all);
  const before = target?.asked.length ?? 0;
  expect((await push(all)).map(({ isThere }) => isThere)).toEqual([true, true]);
  const asked = target?.asked.slice(before).filter((one) => one !== "GET /v2/");
  expect(asked?.sort()).toEqual(all.map(({ image, tag }) => `HEAD /v2/belfry/${image.name}/manifests/${tag}`).sort());
});

test("base layers of the same registry are mounted from where they lie", async () => {
  const all = await images(source);
  const pushed = await push(all);
  expect(pushed.map(({ blobs }) => blobs)).toEqual(all.map(() => ({ there: 0, mounted: 1, uploaded: 3 })));
});

test("one that is refused keeps nobody from the others, and its tag is not moved", async () => {
  const all = await images();
  const [deadMan, relay] = all as [KnownImage, KnownImage];
  target?.put("belfry/relay", relay.tag, "what was there");
  if (target)
    target.play = ({ method, path }) =>
      method === "POST" && path.includes("belfry/relay/") ? refusal(403, "DENIED", "quota of relay is used up") : undefined;
  const pushed = await push(all);
  expect(pushed.map(({ image, refused }) => [image.image.name, refused])).toEqual([
    ["dead-man", undefined],
    ["relay", expect.stringContaining("quota of relay is used up")],
  ]);
  expect(target?.manifests.get(`belfry/relay:${relay.tag}`)?.body.toString()).toBe("what was there");
  expect(target?.manifests.has(`belfry/dead-man:${deadMan.digest}`)).toBe(true);
});

test("a registry that knows no artifacts has the image all the same", async () => {
  const [image] = (await images()) as [KnownImage];
  let manifests = 0;
  // the two platforms' come first
  const isBill = (method: string, path: string) => method === "PUT" && path.includes("/manifests/sha256:") && ++manifests > 2;
  if (target) target.play = ({ method, path }) => (isBill(method, path) ? refusal(400, "MANIFEST_INVALID", "unknown artifact") : undefined);
  const said: string[] = [];
  const [pushed] = await push([image], (line) => said.push(line));
  expect(pushed?.refused).toBeUndefined();
  expect(said.join("\n")).toMatch(/pushed without its bill of materials: .*unknown artifact/);
  expect(target?.manifests.has(`belfry/dead-man:${image.tag}`)).toBe(true);
});

describe("a bill of materials that is refused while somebody else pushes the same", () => {
  const bills = (image: KnownImage) =>
    [...(target?.manifests ?? [])].filter(
      ([name, { body }]) => name.includes(`/${image.image.name}:sha256:`) && body.includes('"subject"'),
    );
  /** Refuses it, so many times. */
  const refuse = (times: number, code: string) => {
    let left = times;
    const platforms = new Set<string>();
    if (target)
      target.play = ({ method, path }) => {
        if (method !== "PUT" || !path.includes("/manifests/sha256:")) return undefined;
        // the two platforms' come first
        if (platforms.size < 2 || platforms.has(path)) return void platforms.add(path);
        return left-- > 0 ? refusal(400, code, "provided digest did not match uploaded content") : undefined;
      };
  };

  test.each(["DIGEST_INVALID", "MANIFEST_BLOB_UNKNOWN"])("%s: it is pushed again", async (code) => {
    const [image] = (await images()) as [KnownImage];
    refuse(2, code);
    expect((await push([image]))[0]?.refused).toBeUndefined();
    expect(bills(image)).toHaveLength(1);
  });

  test("for ever: the image has no tag, so that the next push brings both", async () => {
    const [image] = (await images()) as [KnownImage];
    refuse(5, "DIGEST_INVALID");
    expect((await push([image]))[0]?.refused).toMatch(/push of manifest ".*": 400 DIGEST_INVALID/);
    expect(target?.manifests.has(`belfry/dead-man:${image.tag}`)).toBe(false);
    expect((await push([image]))[0]?.refused).toBeUndefined();
    expect([bills(image).length, target?.manifests.has(`belfry/dead-man:${image.tag}`)]).toEqual([1, true]);
  });
});

test("a lock that says something else than the sources make is told", async () => {
  const [image] = (await images()) as [KnownImage];
  const [pushed] = await push([{ ...image, digest: `sha256:${"0".repeat(64)}` }]);
  expect(pushed?.refused).toMatch(
    /^its sources make sha256:[0-9a-f]{64}, and the lock says sha256:0{64}; write the lock anew: npx belfry images lock$/,
  );
  expect(writes(target)).toEqual([]);
});
