import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Registry } from "../../bin/images/registry/client";
import { configuredCredentials } from "../../bin/images/registry/credentials";
import { REGISTRY_ACCOUNT, type RunningRegistry, startRegistry } from "./docker-registry";
import { describeEngines, temporaryFolder } from "./engine";

const OCI_MANIFEST = "application/vnd.oci.image.manifest.v1+json";
const OCI_INDEX = "application/vnd.oci.image.index.v1+json";
const digestOf = (content: Buffer): string => `sha256:${createHash("sha256").update(content).digest("hex")}`;
const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

interface Blob {
  readonly mediaType: string;
  readonly content: Buffer;
}

const described = ({ mediaType, content }: Blob) => ({ mediaType, digest: digestOf(content), size: content.length });

/** As large as the largest layer of a base. */
const LAYER: Blob = { mediaType: "application/vnd.oci.image.layer.v1.tar", content: randomBytes(40 * 1024 * 1024) };
const CONFIG: Blob = {
  mediaType: "application/vnd.oci.image.config.v1+json",
  content: json({ architecture: "amd64", os: "linux", config: {}, rootfs: { type: "layers", diff_ids: [digestOf(LAYER.content)] } }),
};
const MANIFEST = json({ schemaVersion: 2, mediaType: OCI_MANIFEST, config: described(CONFIG), layers: [described(LAYER)] });
const MANIFEST_DESCRIPTOR = { mediaType: OCI_MANIFEST, digest: digestOf(MANIFEST), size: MANIFEST.length };

/** A folder as `docker login` leaves it. */
function loggedIn(host: string, username: string, password: string): Registry {
  const folder = temporaryFolder();
  mkdirSync(folder, { recursive: true });
  const auth = Buffer.from(`${username}:${password}`).toString("base64");
  writeFileSync(join(folder, "config.json"), JSON.stringify({ auths: { [host]: { auth } } }));
  return new Registry(host, { credentials: configuredCredentials({ DOCKER_CONFIG: folder }, folder) });
}

const nobody = (host: string): Registry => new Registry(host, { credentials: async () => undefined });

describeEngines(["docker-registry"], "a real registry", () => {
  describe.each([
    ["for everybody", false],
    ["with a password", true],
  ])("%s", (_, withPassword) => {
    let running: RunningRegistry;
    let registry: Registry;
    beforeAll(async () => {
      running = await startRegistry({ withPassword });
      registry = withPassword ? loggedIn(running.host, REGISTRY_ACCOUNT.username, REGISTRY_ACCOUNT.password) : nobody(running.host);
    });
    afterAll(() => running.engine.stop());

    test("takes an image once, shows it, and gives the same bytes back", async () => {
      expect(await registry.head("team/app", "1")).toBeUndefined();
      for (const { content } of [LAYER, CONFIG]) expect(await registry.putBlob("team/app", digestOf(content), content)).toBe("uploaded");
      expect(await registry.putManifest("team/app", "1", { mediaType: OCI_MANIFEST, body: MANIFEST })).toBe(MANIFEST_DESCRIPTOR.digest);
      const index = json({ schemaVersion: 2, mediaType: OCI_INDEX, manifests: [MANIFEST_DESCRIPTOR] });
      await registry.putManifest("team/app", "all", { mediaType: OCI_INDEX, body: index });

      expect(await registry.head("team/app", "1")).toEqual({ digest: MANIFEST_DESCRIPTOR.digest, mediaType: OCI_MANIFEST });
      expect(await registry.head("team/app", "all")).toEqual({ digest: digestOf(index), mediaType: OCI_INDEX });
      expect((await registry.manifest("team/app", MANIFEST_DESCRIPTOR.digest)).body).toEqual(MANIFEST);
      expect((await registry.blob("team/app", digestOf(LAYER.content))).equals(LAYER.content)).toBe(true);
      for (const { content } of [LAYER, CONFIG]) expect(await registry.putBlob("team/app", digestOf(content), content)).toBe("there");
    });

    test("mounts from another repository what that one has, and takes what it has not", async () => {
      const digest = digestOf(LAYER.content);
      const content = jest.fn(async () => LAYER.content);
      expect(await registry.putBlob("team/mounted", digest, content, { mount: "team/app" })).toBe("mounted");
      expect(content).not.toHaveBeenCalled();
      expect(await registry.hasBlob("team/mounted", digest)).toBe(true);
      const other = randomBytes(10);
      expect(await registry.putBlob("team/mounted", digestOf(other), other, { mount: "team/app" })).toBe("uploaded");
    });

    test("keeps referrers under the subject's tag, as it has no list of its own", async () => {
      const empty: Blob = { mediaType: "application/vnd.oci.empty.v1+json", content: Buffer.from("{}") };
      const artifactType = "application/vnd.cyclonedx+json";
      await registry.putBlob("team/app", digestOf(empty.content), empty.content);
      const digests: string[] = [];
      for (const name of ["a", "b"]) {
        const bill: Blob = { mediaType: artifactType, content: json({ bomFormat: "CycloneDX", name }) };
        await registry.putBlob("team/app", digestOf(bill.content), bill.content);
        const layers = [described(bill)];
        const body = json({
          schemaVersion: 2,
          mediaType: OCI_MANIFEST,
          artifactType,
          config: described(empty),
          layers,
          subject: MANIFEST_DESCRIPTOR,
        });
        const descriptor = { mediaType: OCI_MANIFEST, digest: digestOf(body), size: body.length, artifactType };
        await registry.putReferrer("team/app", MANIFEST_DESCRIPTOR, { mediaType: OCI_MANIFEST, body, descriptor });
        digests.push(descriptor.digest);
      }
      const { mediaType, body } = await registry.manifest("team/app", MANIFEST_DESCRIPTOR.digest.replace(":", "-"));
      expect(mediaType).toBe(OCI_INDEX);
      expect(JSON.parse(body.toString()).manifests).toMatchObject(digests.map((digest) => ({ digest, artifactType })));
    });

    test("refuses in its own words what it doesn't have, and what doesn't fit", async () => {
      await expect(registry.manifest("team/app", "none")).rejects.toMatchObject({
        status: 404,
        words: "MANIFEST_UNKNOWN: manifest unknown",
      });
      await expect(registry.blob("team/none", digestOf(MANIFEST))).rejects.toMatchObject({
        status: 404,
        words: expect.stringContaining("BLOB_UNKNOWN"),
      });
      await expect(registry.putBlob("team/app", digestOf(MANIFEST), CONFIG.content)).rejects.toMatchObject({
        status: 400,
        words: "DIGEST_INVALID: provided digest did not match uploaded content",
      });
      const lacking = json({
        schemaVersion: 2,
        mediaType: OCI_MANIFEST,
        config: described(CONFIG),
        layers: [{ ...described(LAYER), digest: digestOf(MANIFEST) }],
      });
      await expect(registry.putManifest("team/app", "2", { mediaType: OCI_MANIFEST, body: lacking })).rejects.toMatchObject({
        status: 400,
        words: expect.stringContaining("MANIFEST_BLOB_UNKNOWN"),
      });
      expect(await registry.head("team/app", "2")).toBeUndefined();
    });
  });

  test("a wrong password and nobody's are refused in its words, and it takes nothing of them", async () => {
    const { host, engine } = await startRegistry({ withPassword: true });
    const wrong = loggedIn(host, REGISTRY_ACCOUNT.username, "a-wrong-one");
    for (const [registry, why] of [
      [wrong, "is not accepted"],
      [nobody(host), "nobody is logged in there"],
    ] as const) {
      const failed = registry.putBlob("app", digestOf(MANIFEST), MANIFEST);
      await expect(failed).rejects.toMatchObject({ registry: host, status: 401, words: "UNAUTHORIZED: authentication required" });
      await expect(failed).rejects.toThrow(why);
      await expect(failed).rejects.not.toThrow("a-wrong-one");
      await expect(registry.head("app", "1")).rejects.toMatchObject({ status: 401, words: "UNAUTHORIZED: authentication required" });
    }
    const right = loggedIn(host, REGISTRY_ACCOUNT.username, REGISTRY_ACCOUNT.password);
    expect(await right.hasBlob("app", digestOf(MANIFEST))).toBe(false);
    await engine.stop();
  });

  test("one that is restarted while an image is pushed has it whole in the end", async () => {
    const { host, engine, restart } = await startRegistry();
    let restarted = engine;
    const wait = async () => {
      restarted = await restart();
    };
    const registry = new Registry(host, { credentials: async () => undefined, wait });
    const stopped = async () => {
      await engine.stop();
      return LAYER.content;
    };
    expect(await registry.putBlob("app", digestOf(LAYER.content), stopped)).toBe("uploaded");
    expect(restarted).not.toBe(engine);
    expect((await registry.blob("app", digestOf(LAYER.content))).equals(LAYER.content)).toBe(true);
    await restarted.stop();
  });
});
