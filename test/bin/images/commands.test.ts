import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Registries } from "../../../bin/images/registries";
import { Registry } from "../../../bin/images/registry/client";
import { ownImages } from "../../../components/images";
import { readLock } from "../../../lib/images/lock";
import { ELSEWHERE_FILE, EXAMPLE_FILE } from "../../example";
import { wideTest } from "../../wide";
import { called } from "../called";
import { putBase } from "./played-base";
import { PlayedRegistry } from "./registry/played-registry";

jest.setTimeout(120_000);

const folder = mkdtempSync(join(tmpdir(), "belfry-images-"));
const [siteFile, lockFile] = [join(folder, "site.yaml"), join(folder, "images.lock.json")];
let registry: PlayedRegistry;

beforeAll(async () => {
  registry = await new PlayedRegistry().start();
  putBase(registry);
  const site = readFileSync(EXAMPLE_FILE, "utf8");
  writeFileSync(
    siteFile,
    site.replace(/^image_registry:.*$/m, `image_registry: ${registry.host}/belfry\nbase_image: ${registry.host}/base/node:22`),
  );
  // whatever host is asked, it is this one
  const options = { credentials: async () => undefined, wait: async () => {} };
  jest.spyOn(Registries.prototype, "at").mockImplementation(() => new Registry(registry.host, options));
  jest.spyOn(global, "fetch").mockRejectedValue(new Error("no network in tests"));
});
afterAll(async () => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
  await registry.stop();
});

const images = (command: string, ...more: readonly string[]) => called(["images", command, "--lock", lockFile, ...more, siteFile]);

test("before there is a lock, the list tells tags, and a push what to do first", async () => {
  const { status, stdout } = await images("list", "--json");
  expect(status).toBe(0);
  const listed = JSON.parse(stdout);
  expect(listed.map(({ name }: { name: string }) => name)).toEqual(ownImages().map(({ name }) => name));
  expect(listed[0]).toEqual({
    name: "boiler-bridge",
    image: expect.stringMatching(/:[0-9a-f]{12}$/),
    digest: null,
    platforms: [],
    layer_bytes: null,
  });
  const pushed = await images("push");
  expect([pushed.status, pushed.stderr]).toEqual([
    1,
    `${lockFile}: it has no digest of the base image ${registry.host}/base/node:22, on which every image stands; read it: npx belfry images lock\n`,
  ]);
});

test("the lock holds what could be read, the rest is named, and it says so by its exit code", async () => {
  const digest = registry.put("grafana/grafana", "13.1.5", "{}");
  const { status, stdout, stderr } = await images("lock");
  expect(status).toBe(1);
  const lock = readLock(lockFile);
  expect(lock.images).toEqual({ "grafana/grafana:13.1.5": digest });
  expect(Object.keys(lock.own).sort()).toEqual(
    ownImages()
      .filter(({ plugins }) => plugins.length === 0)
      .map(({ name }) => name)
      .sort(),
  );
  expect(stdout).toMatch(/: the base \S+\/base\/node:22@sha256:[0-9a-f]{64}, 6 of 7 images of ours, 1 of \d+ of others\n$/);
  expect(stderr).toMatch(/^timberio\/vector:\S+: registry "[^"]+": it has no timberio\/vector:/m);
  expect(stderr).not.toMatch(/^grafana\/grafana:/m);
});

wideTest("a check with it has what it lacks for a mistake where none is wanted", async () => {
  const { status, stdout } = await called(["check", "--locked", "--json", "--lock", lockFile, siteFile]);
  expect(status).toBe(1);
  const { findings } = JSON.parse(stdout);
  expect(findings).toContainEqual({
    check: "locked",
    where: lockFile,
    what: expect.stringMatching(/^it has no digest of timberio\/vector:/),
    fix: "read it from its registry: npx belfry images lock",
  });
  expect(JSON.stringify(findings)).not.toContain("grafana/grafana:13.1.5");
});

test("a push makes what the list tells", async () => {
  const listed: { image: string; digest: string | null }[] = JSON.parse((await images("list", "--json")).stdout);
  const { status, stdout } = await images("push");
  expect([status, stdout]).toEqual([0, `${registry.host}/belfry: 6 pushed, 0 there already, 0 refused\n`]);
  for (const { image, digest } of listed) {
    const kept = registry.manifests.get(image.slice(registry.host.length + 1));
    expect(kept === undefined).toBe(digest === null);
    if (digest !== null) expect(kept).toBe(registry.manifests.get(`${image.slice(registry.host.length + 1).replace(/:.*/, "")}:${digest}`));
  }
});

describe("what the lock has no digest of", () => {
  const publish = (...more: readonly string[]) => called(["publish", "--lock", lockFile, ...more, siteFile]);
  const plugins = async (): Promise<string> => {
    const listed: { image: string; digest: string | null }[] = JSON.parse((await images("list", "--json")).stdout);
    return listed.find(({ digest }) => digest === null)?.image ?? "";
  };
  beforeAll(() => {
    process.env.CDK8S_OUTDIR = join(folder, "dist");
  });
  afterAll(() => {
    delete process.env.CDK8S_OUTDIR;
    registry.play = () => undefined;
  });

  // that the site lies in no repository is what keeps it from being published
  const unpublished = expect.stringMatching(/no Git repository|not a git repository|is not in a/i);

  test("is told by a push, and by what publishes it where its registry has not got it", async () => {
    expect((await images("push")).stderr).toContain(`${await plugins()}: left out, the lock has no digest of what it carries`);
    const { status, stderr } = await publish();
    expect([status, stderr]).toEqual([1, unpublished]);
    expect(stderr).toContain(
      `${await plugins()}: ${lockFile} has no digest of it, and its registry no such tag: a pod that names it can't start; `,
    );
  });

  wideTest("is not published where all has to be locked", async () => {
    const { status, stderr } = await publish("--locked");
    expect([status, stderr]).toEqual([1, expect.stringContaining(`it has no digest of ${await plugins()}`)]);
    expect(stderr).not.toEqual(unpublished);
  });

  wideTest("is not spoken of where somebody has pushed its tag, and not known where nobody can tell", async () => {
    registry.play = ({ path }) => (path.includes("/grafana-plugins/") ? { status: 403 } : undefined);
    const unknown = await publish();
    expect([unknown.status, unknown.stderr]).toEqual([1, unpublished]);
    expect(unknown.stderr).toContain(`${await plugins()}: not known whether it is there: registry "${registry.host}": `);
    registry.play = () => undefined;
    const [, repository = "", tag = ""] = /^[^/]+\/(.+):([^:]+)$/.exec(await plugins()) ?? [];
    registry.put(repository, tag, "{}");
    const there = await publish();
    expect([there.status, there.stderr]).toEqual([1, unpublished]);
    expect(there.stderr).not.toContain("grafana-plugins");
  });
});

test("a lock that can't be used is refused with what to do, and written anew by that, the same byte for byte", async () => {
  const good = readFileSync(lockFile, "utf8");
  writeFileSync(lockFile, "<<<<<<< ours\n");
  for (const command of [["images", "list"], ["images", "push"], ["check"]]) {
    const { status, stderr } = await called([...command, "--lock", lockFile, siteFile]);
    expect([command, status, stderr]).toEqual([command, 1, expect.stringContaining("is no JSON")]);
    expect(stderr).toContain("write the file anew: npx belfry images lock");
  }
  await images("lock");
  expect(readFileSync(lockFile, "utf8")).toBe(good);
});

test("a site that is wrong is told as everywhere", async () => {
  const { status, stdout } = await called(["images", "push", "--json", join(folder, "none.yaml")]);
  expect([status, JSON.parse(stdout).findings[0]]).toEqual([
    1,
    expect.objectContaining({ check: "site", where: join(folder, "none.yaml") }),
  ]);
});

test("a registry that holds others' images too hides none of them", async () => {
  const shared = join(folder, "shared.yaml");
  writeFileSync(shared, readFileSync(ELSEWHERE_FILE, "utf8").replace(/^image_registry:.*$/m, "image_registry: ghcr.io"));
  const checked = await called(["check", "--json", "--lock", join(folder, "none.json"), shared]);
  const { findings, images: named } = JSON.parse(checked.stdout);
  expect(findings).toEqual([]);
  const { stdout } = await called(["images", "lock", "--lock", join(folder, "shared.json"), shared]);
  const [, others] = /of (\d+) of others\n$/.exec(stdout) ?? [];
  const own = ownImages().filter(({ name }) => named.unlocked.some((one: string) => one.startsWith(`ghcr.io/${name}:`)));
  expect(named.unlocked.filter((one: string) => one.startsWith("ghcr.io/")).length).toBeGreaterThan(own.length);
  expect(Number(others)).toBe(named.unlocked.length - own.length);
});

test("a base that the site names by its digest is told with that one digest", async () => {
  const [pinned, itsLock] = [join(folder, "pinned.yaml"), join(folder, "pinned.json")];
  const base = `${registry.host}/base/node:22@${readLock(lockFile).base?.digest}`;
  writeFileSync(pinned, readFileSync(siteFile, "utf8").replace(/^base_image:.*$/m, `base_image: ${base}`));
  const { stdout } = await called(["images", "lock", "--lock", itsLock, pinned]);
  expect(stdout).toContain(`${itsLock}: the base ${base}, `);
});

test("a lock in a folder that is not there is refused before a registry is asked", async () => {
  const nowhere = join(folder, "nowhere", "lock.json");
  const before = registry.asked.length;
  const { status, stderr } = await called(["images", "lock", "--lock", nowhere, siteFile]);
  expect([status, stderr]).toEqual([1, `${nowhere}: can't be written (ENOENT); name a file in a folder that is there with --lock\n`]);
  expect(registry.asked).toHaveLength(before);
});
