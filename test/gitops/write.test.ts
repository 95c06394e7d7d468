import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parse } from "yaml";
import type { Manifest } from "../../lib/gitops/manifest";
import { MARKER, OutputRefused, writeManifests } from "../../lib/gitops/write";

let folder: string;
let outdir: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "belfry-write-"));
  outdir = join(folder, "dist");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function manifest(file: string, more: object = {}): Manifest {
  return { bundle: "b", file, object: { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, ...more } };
}

test("each object is a file of its own, and reads back as it was", () => {
  const data = { word: "yes", number: "0123", text: "a\n  b: #c\n" };
  writeManifests(outdir, [manifest("b/one.yml", { data }), manifest("c/two.yml")]);
  expect(readdirSync(outdir, { recursive: true }).sort()).toEqual([MARKER, "b", "b/one.yml", "c", "c/two.yml"]);
  expect(parse(readFileSync(join(outdir, "b/one.yml"), "utf8"), { version: "1.1" })).toEqual(manifest("", { data }).object);
});

test("what is no longer made is gone", () => {
  writeManifests(outdir, [manifest("b/old.yml")]);
  writeManifests(outdir, [manifest("b/new.yml")]);
  expect(readdirSync(join(outdir, "b"))).toEqual(["new.yml"]);
});

test("a file as it was is kept, another one is written", () => {
  const write = () =>
    writeManifests(
      outdir,
      ["same", "edited", "link"].map((name) => manifest(`b/${name}.yml`)),
    );
  const [same, edited, link] = ["same", "edited", "link"].map((name) => join(outdir, "b", `${name}.yml`)) as [string, string, string];
  write();
  const text = readFileSync(same, "utf8");
  writeFileSync(edited, `${text}# by hand\n`);
  writeFileSync(join(folder, "elsewhere"), text);
  rmSync(link);
  symlinkSync(join(folder, "elsewhere"), link);
  const { ino } = statSync(same);
  write();
  expect(statSync(same).ino).toBe(ino);
  expect(readFileSync(edited, "utf8")).toBe(text);
  expect(lstatSync(link).isFile()).toBe(true);
  expect(statSync(link).ino).not.toBe(statSync(join(folder, "elsewhere")).ino);
});

test("an output that is as it was stays as it is; what else is put into it goes", () => {
  const write = () => writeManifests(outdir, [manifest("b/one.yml"), manifest("c/d/two.yml")]);
  write();
  const { ino } = statSync(outdir);
  write();
  expect(statSync(outdir).ino).toBe(ino);
  for (const more of ["letter.txt", "b/letter.txt", "c/d/letters/letter.txt"]) {
    mkdirSync(dirname(join(outdir, more)), { recursive: true });
    writeFileSync(join(outdir, more), "mine");
    write();
    expect(readdirSync(outdir, { recursive: true }).sort()).toEqual([MARKER, "b", "b/one.yml", "c", "c/d", "c/d/two.yml"]);
  }
  mkdirSync(join(outdir, "b/empty"));
  write();
  expect(readdirSync(join(outdir, "b"))).toEqual(["one.yml"]);
  renameSync(join(outdir, "b"), join(folder, "elsewhere"));
  symlinkSync(join(folder, "elsewhere"), join(outdir, "b"));
  write();
  expect(lstatSync(join(outdir, "b")).isDirectory()).toBe(true);
});

test("nothing but the output is left behind", () => {
  writeManifests(outdir, [manifest("b/one.yml")]);
  writeManifests(outdir, [manifest("b/one.yml")]);
  expect(readdirSync(folder)).toEqual(["dist"]);
});

test("a failure on the way leaves the old output and nothing beside it", () => {
  writeManifests(outdir, [manifest("b/one.yml")]);
  // a file where the next one needs a folder
  expect(() => writeManifests(outdir, [manifest("b"), manifest("b/two.yml")])).toThrow();
  expect(readdirSync(outdir, { recursive: true }).sort()).toEqual([MARKER, "b", "b/one.yml"]);
  expect(readdirSync(folder)).toEqual(["dist"]);
});

test("a slash behind the folder's name, as a shell completes it, changes nothing", () => {
  writeManifests(`${outdir}/`, [manifest("b/old.yml")]);
  writeManifests(`${outdir}/`, [manifest("b/new.yml")]);
  expect([readdirSync(folder), readdirSync(join(outdir, "b"))]).toEqual([["dist"], ["new.yml"]]);
});

// where the kernel says of every folder that it is not there, Node's own way of making those above it never ends
test.each(["/proc/belfry/dist", "/proc/dist"])("%s, where nothing can be made, is refused", (inProc) => {
  expect(() => writeManifests(inProc, [manifest("b/one.yml")])).toThrow(refusedBelow(inProc, "/proc", "ENOENT"));
});

test("a folder that can't be made is refused by the one above it", () => {
  writeFileSync(join(folder, "file"), "");
  symlinkSync(join(folder, "nowhere"), join(folder, "link"));
  for (const [above, code] of [
    [join(folder, "file"), "ENOTDIR"],
    [join(folder, "link"), "ENOENT"],
  ] as const)
    expect(() => writeManifests(join(above, "dist"), [manifest("b/one.yml")])).toThrow(refusedBelow(join(above, "dist"), above, code));
});

function refusedBelow(outdir: string, above: string, code: string): OutputRefused {
  return new OutputRefused(
    `the output ${outdir} can't be made: ${above} takes no folder (${code}); nothing was written\n` +
      "  fix: name a folder in one that can be written to (CDK8S_OUTDIR=checkout/platform)",
  );
}

test("a folder that does not exist yet is made", () => {
  writeManifests(join(folder, "a/b/dist"), [manifest("b/one.yml")]);
  expect(existsSync(join(folder, "a/b/dist/b/one.yml"))).toBe(true);
});

describe("a folder that belfry did not write", () => {
  const write = (more?: string) => {
    mkdirSync(outdir, { recursive: true });
    if (more !== undefined) writeFileSync(join(outdir, more), "mine");
    return () => writeManifests(outdir, [manifest("b/one.yml")]);
  };

  test("is taken when it is empty", () => {
    write()();
    expect(readdirSync(outdir).sort()).toEqual([MARKER, "b"]);
  });

  test("is refused when it holds anything, which stays", () => {
    expect(write("letter.txt")).toThrow(
      new OutputRefused(
        `the output ${outdir} holds what belfry did not write, such as letter.txt, and would be replaced as a whole; nothing was written\n` +
          "  fix: name a folder that is not there yet (CDK8S_OUTDIR=checkout/platform), or empty this one",
      ),
    );
    expect(readdirSync(outdir)).toEqual(["letter.txt"]);
    expect(readdirSync(folder)).toEqual(["dist"]);
  });

  test("is refused when it is a checkout, whoever wrote what is in it", () => {
    writeManifests(outdir, [manifest("b/one.yml")]);
    expect(write(".git")).toThrow("is a checkout (it holds .git)");
    expect(readdirSync(outdir).sort()).toEqual([MARKER, ".git", "b"].sort());
  });

  test("is refused when it is a file", () => {
    writeFileSync(outdir, "not a folder");
    expect(() => writeManifests(outdir, [manifest("b/one.yml")])).toThrow("is no folder");
    expect(readFileSync(outdir, "utf8")).toBe("not a folder");
  });
});

test("YAML and Markdown say in their first line that they are generated, a table is data from its first line on", () => {
  const files = ["notes.md", "b/package.yaml", "series.tsv"].map((file) => ({ file, text: "text\n" }));
  writeManifests(outdir, [manifest("b/one.yml")], files);
  const firstLine = (file: string) => readFileSync(join(outdir, file), "utf8").split("\n")[0];
  const generated = "Generated by belfry from site.yaml and its declarations: change them there.";
  expect(["b/one.yml", "b/package.yaml", "notes.md", "series.tsv"].map(firstLine)).toEqual([
    `# ${generated}`,
    `# ${generated}`,
    `<!-- ${generated} -->`,
    "text",
  ]);
});
