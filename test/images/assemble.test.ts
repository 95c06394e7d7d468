import { assembled, type Base, type BaseConfig, layerOf } from "../../lib/images/assemble";
import { MEDIA_TYPES, sha256 } from "../../lib/images/oci";
import { SAMPLE_BASE } from "./sample-base";

const LAYER = layerOf({ "app/server.cjs": { content: Buffer.from("1") } });
const START = { arguments: ["/app/server.cjs"], port: 8080, user: 65532 };

const read = (body: Buffer | undefined) => JSON.parse(body?.toString() ?? "");
const configsOf = (base: Base) => assembled(base, LAYER, START).configs.map(({ body }) => read(body));

/** The base with another configuration on its first platform, and no other platform. */
function withConfig(config: (config: BaseConfig) => BaseConfig): Base {
  const [first] = SAMPLE_BASE.platforms;
  if (first === undefined) throw new Error("no platform");
  return { ...SAMPLE_BASE, platforms: [{ ...first, config: config(first.config) }] };
}

test("our layer lies on every platform's own, and each keeps its variant", () => {
  const { top, manifests } = assembled(SAMPLE_BASE, LAYER, START);
  expect(read(top.body)).toMatchObject({
    mediaType: MEDIA_TYPES.index,
    manifests: [{ platform: { architecture: "amd64", os: "linux" } }, { platform: { architecture: "arm64", os: "linux", variant: "v8" } }],
  });
  for (const [index, { body, descriptor }] of manifests.entries()) {
    const manifest = read(body);
    expect(manifest.layers.map(({ digest }: { digest: string }) => digest)).toEqual([`sha256:${"1".repeat(64)}`, LAYER.digest]);
    expect(manifest.annotations["org.opencontainers.image.base.digest"]).toBe(SAMPLE_BASE.digest);
    expect(read(top.body).manifests[index]).toMatchObject(descriptor);
    expect(descriptor).toEqual({ mediaType: MEDIA_TYPES.manifest, digest: sha256(body), size: body.length });
  }
});

test("a base that is no index makes an image that is none", () => {
  const { top, manifests } = assembled({ ...SAMPLE_BASE, isIndex: false, platforms: SAMPLE_BASE.platforms.slice(0, 1) }, LAYER, START);
  expect([read(top.body).mediaType, manifests]).toEqual([MEDIA_TYPES.manifest, []]);
});

test("the base's variables and entrypoint stay, with our arguments, user and port", () => {
  const [amd, arm] = configsOf(SAMPLE_BASE);
  expect(amd.config).toEqual({
    Env: ["PATH=/nodejs/bin"],
    Entrypoint: ["/nodejs/bin/node"],
    Cmd: ["/app/server.cjs"],
    User: "65532:65532",
    ExposedPorts: { "1/tcp": {}, "8080/tcp": {} },
  });
  expect([amd.architecture, arm.architecture, arm.variant]).toEqual(["amd64", "arm64", "v8"]);
});

test("a base that says nothing of its start gets node", () => {
  const [config] = configsOf(withConfig(({ config: _, ...rest }) => rest));
  expect(config.config).toMatchObject({ Entrypoint: ["node"], Cmd: ["/app/server.cjs"] });
});

test("the history has an entry for each layer, whatever the base's has", () => {
  const filled = ({ history, rootfs }: BaseConfig) => [history?.filter((one) => one.empty_layer !== true).length, rootfs.diff_ids.length];
  for (const history of [undefined, [], [{ created_by: "copy" }], [{ created_by: "a" }, { created_by: "b" }]]) {
    const [config] = configsOf(withConfig((config) => ({ ...config, ...(history === undefined ? { history: undefined } : { history }) })));
    expect(filled(config)).toEqual([2, 2]);
  }
  const [kept] = configsOf(SAMPLE_BASE);
  expect(kept.history.map(({ created_by }: { created_by: string }) => created_by)).toEqual(["copy", "env", "belfry images"]);
  expect(kept.rootfs.diff_ids).toEqual([`sha256:${"2".repeat(64)}`, LAYER.diff_id]);
});

test("the digest follows from what is in it, and not from the order of what was read", () => {
  const digestOf = (base: Base) => assembled(base, LAYER, START).top.descriptor.digest;
  const turned = withConfig((config) => Object.fromEntries(Object.entries(config).reverse()) as unknown as BaseConfig);
  expect(digestOf(turned)).toBe(digestOf(withConfig((config) => config)));
  const others = [
    assembled(SAMPLE_BASE, layerOf({ "app/server.cjs": { content: Buffer.from("2") } }), START),
    assembled(SAMPLE_BASE, LAYER, { ...START, port: 8081 }),
    assembled({ ...SAMPLE_BASE, digest: `sha256:${"4".repeat(64)}` }, LAYER, START),
  ].map(({ top }) => top.descriptor.digest);
  expect(new Set([digestOf(SAMPLE_BASE), ...others]).size).toBe(4);
});
