import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "../example";
import { isWide, telling, wideTest } from "../wide";
import { copyOfSources, edit } from "./copy";
import { belfry, type Run } from "./run";

jest.setTimeout(180_000);

let root: string;
const cacheFolder = () => join(root, "node_modules/.cache/belfry");
const kept = () => join(cacheFolder(), "packages");
const esbuild = () => join(root, "node_modules/esbuild/bin/esbuild");

/** A run that found nothing kept, in the wide run two at once, and what they left: the other tests need not make it again. */
let first: { readonly runs: readonly Run[]; readonly files: readonly string[]; readonly page: string };
let made: Buffer;
beforeAll(async () => {
  root = copyOfSources();
  const runs = await Promise.all([belfry(["synth"], { root }), ...(isWide ? [load()] : [])]);
  first = { runs, files: readdirSync(cacheFolder()), page: readFileSync(join(root, "dist/INSTALL.md"), "utf8") };
  made = readFileSync(kept());
  takeBack();
});
afterEach(takeBack);
afterAll(() => rmSync(root, { recursive: true }));

/** To copy all sources takes as long as to start one of the processes: what a test does to them is taken back. */
function takeBack(): void {
  for (const file of ["bin/commands/check.ts", "rules/storage.ts", "main.ts", "package-lock.json"])
    copyFileSync(join(ROOT, file), join(root, file));
  for (const folder of ["dist", "node_modules/.cache", "node_modules/esbuild"])
    rmSync(join(root, folder), { recursive: true, force: true });
  symlinkSync(join(ROOT, "node_modules/esbuild"), join(root, "node_modules/esbuild"));
}

const keepIt = () => {
  mkdirSync(cacheFolder(), { recursive: true });
  writeFileSync(kept(), made);
};
const right = { status: 0, stderr: "", stdout: expect.stringContaining(" checks passed, ") };

/** Needs all packages and none of what a synth computes: a misuse is not known for one before everything is loaded. */
function load(): Promise<Run> {
  return belfry(["synht"], { root });
}
const loaded = { status: 2, stdout: "", stderr: expect.stringContaining("unknown command 'synht'") };

test("with nothing kept it is right and leaves one whole script, and so do two at once", () => {
  const page = expect.stringContaining("Written from `site.yaml` and ");
  expect(first).toEqual({ runs: telling([right, loaded]), files: ["packages"], page });
  expect(made.length).toBeGreaterThan(1_000_000);
});

test("an edited source is never missed, whatever is kept of the packages, and what is kept is used", async () => {
  keepIt();
  const { mtimeMs } = statSync(kept());
  edit(join(root, "bin/commands/check.ts"), '.summary("', '.summary("edited: ');
  const { stderr } = await load();
  expect(stderr).toMatch(/^ {2}check .* {2}edited: /m);
  expect(statSync(kept()).mtimeMs).toBe(mtimeMs);
});

test("in the bundle every file has the same __dirname: sources find files from REPOSITORY", () => {
  const files = ["bin", "charts", "components", "lib", "rules"].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)),
  );
  const naming = files.filter((file) => file.endsWith(".ts") && /(?<!`|")\b__dirname\b/.test(readFileSync(join(ROOT, file), "utf8")));
  // the first means the folder of the service's own bundle
  expect(naming).toEqual(["components/relay/declaration.ts", "lib/images/entry.ts"]);
});

/** How many packages are found kept, and how many once something has been done to them: in one process, of which each takes a while. */
function foundKept(spoil: string): number[] {
  const found = `const { keptPackages } = require("./bin/packages.cjs");
    const sizes = [keptPackages().size];
    const fs = require("node:fs");
    ${spoil};
    JSON.stringify([...sizes, keptPackages().size])`;
  return JSON.parse(execFileSync(process.execPath, ["-p", found, kept()], { cwd: root, encoding: "utf8" })) as number[];
}

test.each(
  telling([
    ["of other packages", 'fs.appendFileSync("package-lock.json", "\\n")'],
    [
      "with another byte in it",
      "const bytes = fs.readFileSync(process.argv[1]); bytes[500_000] ^= 1; fs.writeFileSync(process.argv[1], bytes)",
    ],
    ["of another Node, whose code is not this one's,", 'Object.defineProperty(process, "version", { value: "v0.0.0" })'],
  ]),
)("a kept script %s is not used", (_, spoil) => {
  keepIt();
  const [before, after] = foundKept(spoil);
  expect(before).toBeGreaterThan(5);
  expect(after).toBe(0);
});

wideTest("a kept script that is cut short is not used, and made again", async () => {
  keepIt();
  const { size, mtimeMs } = statSync(kept());
  expect(foundKept("fs.truncateSync(process.argv[1], 1_000_000)")[1]).toBe(0);
  expect(await load()).toEqual(loaded);
  expect(statSync(kept()).mtimeMs).toBeGreaterThan(mtimeMs);
  expect(statSync(kept()).size).toBeGreaterThan(size / 2);
});

wideTest("a help keeps nothing, for it needs one package of all, and leaves alone what is kept", async () => {
  const helps = [[], ["-h"], ["--version"], ["help", "synth"], ["import", "--help"]];
  const shown = await Promise.all(helps.map(async (args) => (await belfry(args, { root })).status));
  expect(shown).toEqual([2, 0, 0, 0, 0]);
  expect(existsSync(cacheFolder())).toBe(false);
  keepIt();
  const { mtimeMs } = statSync(kept());
  expect(await belfry(["import", "--help"], { root })).toMatchObject({ status: 0 });
  expect(statSync(kept()).mtimeMs).toBe(mtimeMs);
});

wideTest("where nothing can be kept it runs all the same", async () => {
  mkdirSync(join(root, "node_modules/.cache"));
  // chmod would not stop root
  writeFileSync(cacheFolder(), "a file where the folder would be");
  expect(await load()).toEqual(loaded);
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

wideTest("for a program it is a finding", async () => {
  keepIt();
  edit(join(root, "rules/storage.ts"), "\n", "\n\nthrow new Error('of a rule');\n");
  const { status, stdout, stderr } = await belfry(["check", "--json"], { root });
  expect(status).toBe(1);
  const where = expect.stringMatching(new RegExp(`^${join(root, "rules/storage.ts")}:3:\\d+$`));
  expect(JSON.parse(stdout)).toEqual({ ok: false, findings: [{ check: "source", where, what: "of a rule" }] });
  expect(stderr).toMatch(/^Error: of a rule\n {4}at /);
});

test("a source that can't be read is said by file and line, to people and to programs", async () => {
  keepIt();
  edit(join(root, "rules/storage.ts"), "\n", "\nconst = 1;\n");
  const { status, stdout, stderr } = await belfry(["check", "--json"], { root });
  expect(status).toBe(1);
  expect(stderr).toContain("rules/storage.ts:2:6:");
  expect(JSON.parse(stdout)).toEqual({
    ok: false,
    findings: [{ check: "source", where: "rules/storage.ts:2:6", what: expect.stringContaining('but found "="') }],
  });
});

wideTest.each([
  ["broken", 'writeFileSync("main.ts", "const = 1;");'],
  ["edited", 'writeFileSync("rules/storage.ts", "\\n\\n" + readFileSync("rules/storage.ts", "utf8"));'],
])("a stack trace names no places of sources that have been %s since", async (_, change) => {
  keepIt();
  const thrown = `\nimport { readFileSync, writeFileSync } from "node:fs";\n${change}\nthrow new Error("of a rule");\n`;
  edit(join(root, "rules/storage.ts"), "\n", thrown);
  const { status, stderr } = await belfry(["check"], { root });
  expect(status).toBe(1);
  expect(stderr).toMatch(/^Error: of a rule\n {4}at .*bin\/belfry\.js:\d+:\d+/);
  expect(stderr).not.toMatch(/\.ts:\d/);
});

test.each([
  ["is missing", "ENOENT", () => {}],
  ["may not be run", "EACCES", () => writeFileSync(esbuild(), "", { mode: 0o644 })],
])("where esbuild %s it says how to mend it", async (_, code, put) => {
  // a link
  rmSync(join(root, "node_modules/esbuild"));
  mkdirSync(dirname(esbuild()), { recursive: true });
  put();
  const { status, stdout, stderr } = await belfry(["check", "--json"], { root });
  const what = `belfry can't run esbuild: spawn ${esbuild()} ${code}; install the packages again: npm ci`;
  expect({ status, stderr }).toEqual({ status: 1, stderr: `${what}\n` });
  expect(JSON.parse(stdout)).toEqual({ ok: false, findings: [{ check: "source", where: "belfry", what }] });
});
