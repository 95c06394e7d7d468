import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../example";
import { copyOfSources, edit } from "./copy";
import { belfry } from "./run";

jest.setTimeout(60_000);

let root: string;
beforeEach(() => {
  root = copyOfSources();
});
afterEach(() => rmSync(root, { recursive: true }));

const cacheFolder = () => join(root, "node_modules/.cache/belfry");
const kept = () => join(cacheFolder(), "packages");
/** What a run has kept that found nothing: others need not make it again. */
let made: Buffer;
beforeAll(async () => {
  root = copyOfSources();
  expect(await belfry(["check"], { root })).toEqual(right);
  made = readFileSync(kept());
  rmSync(root, { recursive: true });
});
const keepIt = () => {
  mkdirSync(cacheFolder(), { recursive: true });
  writeFileSync(kept(), made);
};
const right = { status: 0, stderr: "", stdout: expect.stringContaining(" checks passed, ") };

test("an edited source is never missed, whatever is kept of the packages", async () => {
  expect(made.length).toBeGreaterThan(1_000_000);
  keepIt();
  edit(join(root, "rules/storage.ts"), "has no working replica", "has lost its replicas");
  expect(await belfry(["synth"], { root })).toEqual(right);
  expect(readFileSync(join(root, "dist/monitoring-rules/storage.yml"), "utf8")).toContain("has lost its replicas");
  expect(readFileSync(join(root, "dist/INSTALL.md"), "utf8")).toContain("Written from `site.yaml` and ");
});

test("in the bundle every file has the same __dirname: sources find files from REPOSITORY", () => {
  const files = ["bin", "charts", "components", "lib", "rules"].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)),
  );
  const naming = files.filter((file) => file.endsWith(".ts") && /(?<!`|")\b__dirname\b/.test(readFileSync(join(ROOT, file), "utf8")));
  // the first means the folder of the service's own bundle
  expect(naming).toEqual(["components/relay/declaration.ts", "lib/images/entry.ts"]);
});

test("two at once, with nothing kept, are both right and leave one whole script", async () => {
  expect(await Promise.all([belfry(["check"], { root }), belfry(["check"], { root })])).toEqual([right, right]);
  expect(readdirSync(cacheFolder())).toEqual(["packages"]);
  const { mtimeMs } = statSync(kept());
  expect(await belfry(["check"], { root })).toEqual(right);
  expect(statSync(kept()).mtimeMs).toBe(mtimeMs);
});

test.each([
  ["is cut short", () => truncateSync(kept(), 1_000_000)],
  ["has another byte in it", () => writeFileSync(kept(), readFileSync(kept()).fill("x", 500_000, 500_001))],
  ["is of other packages", () => appendFileSync(join(root, "package-lock.json"), "\n")],
])("a kept script that %s is made again", async (_, spoil) => {
  keepIt();
  const { size, mtimeMs } = statSync(kept());
  spoil();
  expect(await belfry(["check"], { root })).toMatchObject({ status: 0 });
  expect(statSync(kept()).mtimeMs).toBeGreaterThan(mtimeMs);
  expect(statSync(kept()).size).toBeGreaterThan(size / 2);
});

test("a help keeps nothing, for it needs one package of all, and leaves alone what is kept", async () => {
  const helps = [[], ["--help"], ["-h"], ["--version"], ["help", "synth"], ["import", "--help"]];
  const shown = () => Promise.all(helps.map(async (args) => (await belfry(args, { root })).status));
  const statuses = [2, 0, 0, 0, 0, 0];
  expect(await shown()).toEqual(statuses);
  expect(existsSync(cacheFolder())).toBe(false);
  // a misuse is not known for one before everything is bundled
  expect(await belfry(["synht"], { root })).toMatchObject({ status: 2 });
  const { size, mtimeMs } = statSync(kept());
  expect(size).toBeGreaterThan(1_000_000);
  expect(await shown()).toEqual(statuses);
  expect(await belfry(["check"], { root })).toEqual(right);
  expect(statSync(kept()).mtimeMs).toBe(mtimeMs);
});

test("where nothing can be kept it runs all the same", async () => {
  mkdirSync(join(root, "node_modules/.cache"));
  // chmod would not stop root
  writeFileSync(cacheFolder(), "a file where the folder would be");
  expect(await belfry(["check"], { root })).toEqual(right);
  expect(readdirSync(join(root, "node_modules/.cache"))).toEqual(["belfry"]);
});

test("a stack trace names file and line of the source", async () => {
  keepIt();
  edit(join(root, "rules/storage.ts"), "\n", "\n\nfunction mistaken(): never {\n  throw new Error('of a rule');\n}\nmistaken();\n");
  const { status, stdout, stderr } = await belfry(["check"], { root });
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  const file = join(root, "rules/storage.ts");
  expect(stderr).toMatch(new RegExp(`^Error: of a rule\\n    at mistaken \\(${file}:4:\\d+\\)\\n`));
  expect(stderr).toContain(`${file}:6:`);
  expect(stderr).not.toContain("bin/belfry.js");
});

test("a source that can't be read is said by file and line", async () => {
  keepIt();
  edit(join(root, "rules/storage.ts"), "\n", "\nconst = 1;\n");
  const { status, stderr } = await belfry(["check"], { root });
  expect(status).toBe(1);
  expect(stderr).toContain("rules/storage.ts:2:6:");
});
