import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Registries } from "../../bin/images/registries";
import { configuredCredentials } from "../../bin/images/registry/credentials";
import { resolveLock } from "../../bin/images/resolve-lock";
import { ownImages } from "../../components/images";
import { services } from "../../components/services";
import { lockText, NO_LOCK } from "../../lib/images/lock";
import { loadSite } from "../../lib/site/load";
import { copyOfSources, edit } from "../bin/copy";
import { belfry, type Run } from "../bin/run";
import { ELSEWHERE_FILE } from "../example";
import { freePort } from "../free-port";
import { REGISTRY_ACCOUNT, type RunningRegistry, startRegistry } from "./docker-registry";
import { describeEngines, enginePath, runEngine, startProgram, temporaryFolder } from "./engine";
import { OWN_ARCHITECTURE, writeNodeBase } from "./node-base";

jest.setTimeout(300_000);

/** What each service can't start without. */
const ENVIRONMENTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "boiler-bridge": {
    BOILER_CLOUD_URL: "http://127.0.0.1:9",
    BOILER_GATEWAY: "1",
    BOILER_USERNAME: "ada",
    BOILER_PASSWORD: "x",
    HASS_URL: "http://127.0.0.1:9",
    HASS_TOKEN: "x",
    STATE_DIR: "/mounted/state",
  },
  "dead-man": { WATCHDOG_PING_URL: "http://127.0.0.1:9/ping" },
  relay: { ALERTMANAGER_URL: "http://127.0.0.1:9", RELAY_SITE_FILE: "/mounted/site.json" },
  "stale-mounts": {
    LOG_PATTERN: "/input\\/output error/",
    RECORD: "monitoring/record",
    EXCEPT_NAMESPACES: "kube-system",
    SERVICE_ACCOUNT_DIR: "/mounted",
  },
  "status-page": {
    ALERTMANAGER_URL: "http://127.0.0.1:9",
    STATUSPAGE_URL: "http://127.0.0.1:9",
    STATUSPAGE_PAGE_ID: "1",
    STATUSPAGE_TOKEN: "x",
    COMPONENTS_FILE: "/mounted/components.json",
  },
};

interface Listed {
  readonly name: string;
  readonly image: string;
  readonly digest: string | null;
  readonly platforms: readonly string[];
  readonly layer_bytes: number | null;
}

const PLUGINS = "grafana-plugins";

describeEngines(["docker-registry", "skopeo", "buildah"], "images in a real registry", () => {
  const folder = temporaryFolder();
  const layout = join(folder, "base");
  const policy = join(folder, "policy.json");
  beforeAll(() => {
    writeNodeBase(layout);
    writeFileSync(policy, JSON.stringify({ default: [{ type: "insecureAcceptAnything" }] }));
  });

  describe.each([
    ["for everybody", false],
    ["with a password", true],
  ])("%s", (title, withPassword) => {
    const work = join(folder, title.replaceAll(" ", "-"));
    const [siteFile, lockFile, out, docker] = ["site.yaml", "images.lock.json", "dist", "docker"].map((name) => join(work, name)) as [
      string,
      string,
      string,
      string,
    ];
    let registry: RunningRegistry;
    let list: readonly Listed[];
    const skopeo = (...args: readonly string[]) =>
      runEngine("skopeo", ["--policy", policy, ...args], { env: { REGISTRY_AUTH_FILE: join(docker, "config.json") } });
    const images = (command: string, ...more: readonly string[]): Promise<Run> =>
      belfry(["images", command, "--lock", lockFile, ...more], { variables: { SITE: siteFile, DOCKER_CONFIG: docker } });
    const known = () => list.filter(({ digest }) => digest !== null);
    const byDigest = ({ image, digest }: Listed) => `${image.replace(/:[^:/]+$/, "")}@${digest}`;

    beforeAll(async () => {
      mkdirSync(docker, { recursive: true });
      registry = await startRegistry({ withPassword });
      const { username, password } = REGISTRY_ACCOUNT;
      const auths = withPassword ? { [registry.host]: { auth: Buffer.from(`${username}:${password}`).toString("base64") } } : {};
      writeFileSync(join(docker, "config.json"), JSON.stringify({ auths }));
      const base = `${registry.host}/base/node:22`;
      const copied = await skopeo("copy", "--all", "--dest-tls-verify=false", `oci:${layout}:22`, `docker://${base}`);
      if (copied.code !== 0) throw new Error(copied.output);
      const site = readFileSync(ELSEWHERE_FILE, "utf8").replace(
        /^image_registry:.*$/m,
        `image_registry: ${registry.host}/belfry\nbase_image: ${base}`,
      );
      writeFileSync(siteFile, site);
      // of others' registries nothing is asked here
      const registries = new Registries({ credentials: configuredCredentials({ DOCKER_CONFIG: docker }, docker) });
      const { lock } = await resolveLock([], ownImages(), loadSite(siteFile), NO_LOCK, registries, async () => {
        throw new Error("no network in tests");
      });
      writeFileSync(lockFile, lockText(lock));
      list = JSON.parse((await images("list", "--json")).stdout);
    });
    afterAll(() => registry.engine.stop());

    test("the list tells each image with both platforms, and what of it is ours is small", () => {
      expect(known().map(({ name }) => name)).toEqual([...services.map(({ name }) => name), "batch"]);
      for (const { platforms } of known()) expect(platforms).toEqual([`linux/${OWN_ARCHITECTURE}`, expect.stringMatching(/\/v8$/)]);
      for (const { name, layer_bytes } of known()) expect(layer_bytes).toBeLessThan(name === "batch" ? 6e6 : 1e6);
      expect(known().reduce((sum, { layer_bytes }) => sum + (layer_bytes ?? 0), 0)).toBeLessThan(10e6);
      expect(list.filter(({ digest }) => digest === null).map(({ name }) => name)).toEqual([PLUGINS]);
    });

    test("all are pushed, base layers of the same registry mounted; a second push asks for each once and no more", async () => {
      const first = await images("push", "--json");
      expect({ status: first.status, images: JSON.parse(first.stdout).images }).toEqual({
        status: 0,
        images: known().map(({ name, image, digest }) => ({
          name,
          image,
          digest,
          state: "pushed",
          blobs: { there: 0, mounted: 2, uploaded: 3 },
        })),
      });
      const before = registry.engine.output().length;
      const second = await images("push");
      expect(second).toEqual({
        status: 0,
        stdout: `${registry.host}/belfry: 0 pushed, ${known().length} there already, 0 refused\n`,
        stderr: expect.stringContaining(`${PLUGINS}:`),
      });
      const asked = Array.from(
        registry.engine
          .output()
          .slice(before)
          .matchAll(/"(HEAD|PUT|POST|PATCH) (\S+) HTTP/g),
        ([, method, path]) => `${method} ${path}`,
      );
      expect(asked.sort()).toEqual(
        known()
          .map(({ image }) => `HEAD /v2/${image.slice(registry.host.length + 1).replace(/:/, "/manifests/")}`)
          .sort(),
      );
    });

    test("a synth with the same lock names what was pushed, and others' clients find it by its digest", async () => {
      const { status } = await belfry(["synth", "--lock", lockFile, siteFile], { variables: { CDK8S_OUTDIR: out } });
      expect(status).toBe(0);
      const files = readdirSync(out, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".yml"));
      const text = files.map((file) => readFileSync(join(out, file), "utf8")).join("\n");
      const named = [...new Set(Array.from(text.matchAll(/image: (\S+\/belfry\/\S+)/g), ([, image]) => image))].filter(
        (image) => !image?.includes(PLUGINS),
      );
      expect(named.sort()).toEqual(
        known()
          .map(({ image, digest }) => `${image}@${digest}`)
          .sort(),
      );
      mkdirSync(join(work, "pulled"));
      for (const one of known()) {
        const pulled = join(work, "pulled", one.name);
        const { code, output } = await skopeo("copy", "--all", "--src-tls-verify=false", `docker://${byDigest(one)}`, `oci:${pulled}:x`);
        expect({ code, output }).toEqual({ code: 0, output: expect.any(String) });
        expect(JSON.parse(readFileSync(join(pulled, "index.json"), "utf8")).manifests[0].digest).toBe(one.digest);
      }
    });

    test("each keeps what the base says, is nobody's root, and its history tells each layer", async () => {
      for (const one of known()) {
        const { stdout } = await skopeo("inspect", "--config", "--tls-verify=false", `docker://${byDigest(one)}`);
        const { config, rootfs, history, architecture } = JSON.parse(stdout);
        expect(config).toMatchObject({
          User: "65532:65532",
          Entrypoint: ["/nodejs/bin/node"],
          Env: ["PATH=/nodejs/bin", "SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt"],
          WorkingDir: "/home/nonroot",
        });
        expect([architecture, rootfs.diff_ids.length, history.length]).toEqual([OWN_ARCHITECTURE, 3, 3]);
      }
    });

    test("a bill of materials refers to each", async () => {
      for (const one of known()) {
        const referrers = await skopeo(
          "inspect",
          "--raw",
          "--tls-verify=false",
          `docker://${one.image.replace(/:[^:/]+$/, "")}:${one.digest?.replace(":", "-")}`,
        );
        const [{ artifactType, digest }] = JSON.parse(referrers.stdout).manifests;
        expect(artifactType).toBe("application/vnd.cyclonedx+json");
        const manifest = await skopeo("inspect", "--raw", "--tls-verify=false", `docker://${one.image.replace(/:[^:/]+$/, "")}@${digest}`);
        expect(JSON.parse(manifest.stdout).subject.digest).toBe(one.digest);
      }
    });

    test.each(services)("$name starts from what was pulled, and answers", async ({ name }) => {
      const one = known().find((image) => image.name === name) as Listed;
      const mounted = join(work, "mounted", name);
      mkdirSync(join(mounted, "state"), { recursive: true });
      writeFileSync(join(mounted, "site.json"), JSON.stringify({ namespaces: {}, trusted_ranges: [] }));
      writeFileSync(join(mounted, "components.json"), JSON.stringify({ Mail: "1" }));
      writeFileSync(join(mounted, "token"), "x");
      // as a volume of the cluster is, by its group
      chmodSync(join(mounted, "state"), 0o777);
      const store = ["--storage-driver", "vfs", "--root", join(work, "store"), "--runroot", join(work, "run")];
      const buildah = (...args: readonly string[]) =>
        runEngine("buildah", [...store, ...args], { env: { REGISTRY_AUTH_FILE: join(docker, "config.json") } });
      const from = await buildah("from", "--signature-policy", policy, "--tls-verify=false", byDigest(one));
      expect({ code: from.code, output: from.output }).toEqual({ code: 0, output: expect.any(String) });
      const container = from.stdout.trim().split("\n").at(-1) ?? "";
      const { Entrypoint, Cmd } = JSON.parse((await buildah("inspect", container)).stdout).OCIv1.config;
      const port = await freePort();
      const environment = Object.entries({ ...ENVIRONMENTS[name], PORT: String(port), HOST: "127.0.0.1" }).map(
        ([key, value]) => `--env=${key}=${value}`,
      );
      const url = `http://127.0.0.1:${port}/healthz`;
      const running = await startProgram(
        enginePath("buildah"),
        [...store, "run", "--isolation", "chroot", `--volume=${mounted}:/mounted`, ...environment, container, "--", ...Entrypoint, ...Cmd],
        { ready: url },
      );
      expect((await fetch(url)).status).toBe(200);
      await running.stop();
    });

    test("an edited source gives another digest, which a push makes, and nothing else of it", async () => {
      const copy = copyOfSources();
      try {
        edit(join(copy, "components/relay/service/main.ts"), "import ", 'console.log("edited");\nimport ');
        const run = (...args: readonly string[]) =>
          belfry([...args, "--lock", lockFile, siteFile], { root: copy, variables: { DOCKER_CONFIG: docker } });
        const edited: readonly Listed[] = JSON.parse((await run("images", "list", "--json")).stdout);
        const changed = edited.filter(({ digest }, index) => digest !== list[index]?.digest);
        expect(changed.map(({ name }) => name)).toEqual(["relay"]);
        expect((await run("images", "push")).stdout).toBe(
          `${registry.host}/belfry: 1 pushed, ${known().length - 1} there already, 0 refused\n`,
        );
        const [relay] = changed as [Listed];
        expect((await skopeo("inspect", "--format", "{{.Digest}}", "--tls-verify=false", `docker://${relay.image}`)).stdout.trim()).toBe(
          relay.digest,
        );
      } finally {
        rmSync(copy, { recursive: true });
      }
    });

    test("a registry that has no base layer is sent each once, and the other repositories have it from there", async () => {
      const other = await startRegistry();
      const site = join(work, "other.yaml");
      writeFileSync(site, readFileSync(siteFile));
      edit(site, `image_registry: ${registry.host}/belfry`, `image_registry: ${other.host}`);
      const { status, stdout } = await belfry(["images", "push", "--json", "--lock", lockFile, site], {
        variables: { DOCKER_CONFIG: docker },
      });
      await other.engine.stop();
      const blobs: { mounted: number; uploaded: number }[] = JSON.parse(stdout).images.map((one: { blobs: object }) => one.blobs);
      const sum = (key: "mounted" | "uploaded") => blobs.reduce((all, one) => all + one[key], 0);
      expect([status, sum("uploaded"), sum("mounted")]).toEqual([0, 3 * blobs.length + 2, 2 * blobs.length - 2]);
    });

    test("a registry that is gone is told with each image, and asked once", async () => {
      const gone = `127.0.0.1:${await freePort()}`;
      const site = join(work, "gone.yaml");
      writeFileSync(site, readFileSync(siteFile));
      edit(site, `image_registry: ${registry.host}/belfry`, `image_registry: ${gone}`);
      const { status, stdout, stderr } = await belfry(["images", "push", "--lock", lockFile, site]);
      expect([status, stdout]).toEqual([1, `${gone}: 0 pushed, 0 there already, ${known().length} refused\n`]);
      for (const { name } of known()) expect(stderr).toMatch(new RegExp(`^${gone}/${name}:[0-9a-f]{12}: registry "${gone}": `, "m"));
    });

    if (withPassword)
      test("a wrong password is told with image and registry, and shown nowhere; what was pushed stays whole", async () => {
        const wrong = join(work, "wrong");
        mkdirSync(wrong, { recursive: true });
        writeFileSync(
          join(wrong, "config.json"),
          JSON.stringify({ auths: { [registry.host]: { auth: Buffer.from("ada:hunter2-wrong").toString("base64") } } }),
        );
        const { status, stdout, stderr } = await belfry(["images", "push", "--lock", lockFile, siteFile], {
          variables: { DOCKER_CONFIG: wrong },
        });
        expect(status).toBe(1);
        for (const { image } of known()) expect(stderr).toContain(`${image}: registry "${registry.host}": `);
        expect(stderr).toContain("401");
        expect(stdout + stderr).not.toMatch(/hunter2|aHVudGVy/);
        expect((await images("push")).stdout).toContain(`${known().length} there already`);
      });

    test("the layout of a build is what was pushed", async () => {
      const { status, stdout } = await images("build", "--json");
      expect(status).toBe(0);
      const built = JSON.parse(stdout);
      expect(built.images.map(({ image, digest }: Listed) => ({ image, digest }))).toEqual(
        known().map(({ image, digest }) => ({ image, digest })),
      );
      for (const { name, image, digest } of known()) {
        const reference = `oci:${built.layout}:${name}:${image.split(":").at(-1)}`;
        expect((await skopeo("inspect", "--format", "{{.Digest}}", reference)).stdout.trim()).toBe(digest);
      }
    });
  });
});
