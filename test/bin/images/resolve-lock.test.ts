import { readBase } from "../../../bin/images/read-base";
import { Registries } from "../../../bin/images/registries";
import { resolveLock } from "../../../bin/images/resolve-lock";
import { pluginsImage } from "../../../components/dashboards/plugins";
import { deadManService } from "../../../components/dead-man/declaration";
import { lockText, NO_LOCK, parseLock } from "../../../lib/images/lock";
import { lockedImages } from "../../../lib/images/locked-images";
import { MEDIA_TYPES } from "../../../lib/images/oci";
import { ofPlugins, ofService } from "../../../lib/images/own-image";
import { freePort } from "../../free-port";
import { putBase } from "./played-base";
import { PlayedRegistry } from "./registry/played-registry";

const quiet = { credentials: async () => undefined, wait: async () => {} };

let registry: PlayedRegistry;
beforeEach(async () => {
  registry = await new PlayedRegistry().start();
});
afterEach(() => registry.stop());

const site = () => ({ image_registry: `${registry.host}/belfry`, base_image: `${registry.host}/base/node:22` });

describe("a base", () => {
  test.each([
    ["of the OCI's types", false],
    ["of Docker's types", true],
  ])("%s is read with its platforms, without what a builder says of them", async (_, isDocker) => {
    putBase(registry, "base/node", "22", isDocker);
    const base = await readBase(new Registries(quiet), site().base_image);
    expect(base.isIndex).toBe(true);
    expect(base.platforms.map(({ platform }) => platform)).toEqual([
      { architecture: "amd64", os: "linux" },
      { architecture: "arm64", os: "linux", variant: "v8" },
    ]);
    for (const { layers, config } of base.platforms) {
      expect(layers.map(({ mediaType }) => mediaType)).toEqual([MEDIA_TYPES.layer]);
      expect(Object.keys(config)).not.toContain("container");
    }
  });

  test("whose builder wrote null for what it does not know is locked, and read again as it was written", async () => {
    const nothing = { config: null, history: null, author: null, variant: null };
    putBase(registry, "base/node", "22", false, nothing);
    const { lock, unread } = await resolveLock([], [ofService(deadManService)], site(), NO_LOCK, new Registries(quiet));
    expect(unread).toEqual([]);
    expect(Object.keys(lock.base?.platforms[0]?.config ?? {}).filter((key) => key in nothing)).toEqual([]);
    const again = parseLock(lockText(lock), "images.lock.json");
    expect(again).toEqual(lock);
    const [image] = lockedImages([ofService(deadManService)], site(), { ...again, own: {} });
    expect(image?.digest).toBe(lock.own["dead-man"]?.digest);
  });

  test("that no lock can hold is named, and the others are locked all the same", async () => {
    putBase(registry, "base/node", "22", false, { rootfs: { type: "layers", diff_ids: ["sha256:1"] } });
    const image = `${registry.host}/others/nats:2`;
    const digest = registry.put("others/nats", "2", "{}");
    const { lock, unread } = await resolveLock([image], [ofService(deadManService)], site(), NO_LOCK, new Registries(quiet));
    expect(lock).toEqual({ images: { [image]: digest }, own: {} });
    expect(unread).toEqual([
      { image: site().base_image, words: expect.stringContaining("is no image: rootfs.diff_ids.0: "), isKept: false },
    ]);
  });

  test("that is one image says its platform in its configuration", async () => {
    putBase(registry);
    const [, digest] = /"digest":"(sha256:[0-9a-f]{64})"/.exec(registry.manifests.get("base/node:22")?.body.toString() ?? "") ?? [];
    const base = await readBase(new Registries(quiet), `${registry.host}/base/node@${digest}`);
    expect([base.isIndex, base.digest, base.platforms[0]?.platform]).toEqual([false, digest, { architecture: "amd64", os: "linux" }]);
  });

  test.each([
    ["no JSON", "hello", "what its registry gives is no JSON"],
    ["no image", "{}", "what its registry gives is no image: config"],
  ])("that is %s is refused by its name", async (_, body, message) => {
    registry.put("base/node", "22", body);
    await expect(readBase(new Registries(quiet), site().base_image)).rejects.toThrow(`base image "${site().base_image}": ${message}`);
  });
});

test("what can be read is locked; the rest is named, keeps its digest of before, and a host that is gone is asked once", async () => {
  putBase(registry);
  const there = registry.put("others/nats", "2", "{}");
  const gone = `127.0.0.1:${await freePort()}`;
  const others = [`${gone}/a:1`, `${gone}/b:1`, `${registry.host}/others/nats:2`, `${registry.host}/others/none:1`];
  const kept = `sha256:${"e".repeat(64)}`;
  const before = { ...NO_LOCK, images: { [`${gone}/a:1`]: kept, "gone:1": kept } };
  const { lock, unread } = await resolveLock(others, [ofService(deadManService)], site(), before, new Registries(quiet));
  expect(lock.images).toEqual({ [`${gone}/a:1`]: kept, [`${registry.host}/others/nats:2`]: there });
  expect(lock.base?.digest).toBe(
    registry.manifests.get("base/node:22") && (await readBase(new Registries(quiet), site().base_image)).digest,
  );
  expect(lock.own["dead-man"]?.digest).toMatch(/^sha256:/);
  expect(unread.map(({ image, isKept }) => [image, isKept])).toEqual([
    [`${gone}/a:1`, true],
    [`${gone}/b:1`, false],
    [`${registry.host}/others/none:1`, false],
  ]);
  expect(unread[1]?.words).toContain(`registry "${gone}"`);
  expect(unread[2]?.words).toBe(`registry "${registry.host}": it has no others/none:1`);
});

test("a tag that moved has its new digest, and a base that can't be read any more stays", async () => {
  putBase(registry);
  const registries = () => new Registries(quiet);
  const image = `${registry.host}/others/nats:2`;
  registry.put("others/nats", "2", "{}");
  const first = await resolveLock([image], [], site(), NO_LOCK, registries());
  const moved = registry.put("others/nats", "2", '{"a":1}');
  registry.play = ({ path }) => (path.includes("/base/node/") ? { status: 403, body: "not for you" } : undefined);
  const { lock, unread } = await resolveLock([image], [], site(), first.lock, registries());
  expect([lock.images[image], lock.base]).toEqual([moved, first.lock.base]);
  expect(unread).toEqual([{ image: site().base_image, words: expect.stringContaining("not for you"), isKept: true }]);
});

test("plugins are taken by their sum, and what is another is named", async () => {
  putBase(registry);
  const plugins = ofPlugins(pluginsImage);
  const { lock, unread } = await resolveLock([], [plugins], site(), NO_LOCK, new Registries(quiet), async () => Buffer.from("not it"));
  expect(lock.own).toEqual({});
  expect(unread.map(({ image, words }) => [image, words])).toEqual([
    [
      expect.stringMatching(/\/grafana-plugins:[0-9a-f]{12}$/),
      expect.stringContaining(`and sha256:${pluginsImage.plugins[0]?.sha256} is declared`),
    ],
  ]);
});
