import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";
import type { Manifest } from "../../lib/gitops/manifest";
import { writeManifests } from "../../lib/gitops/write";

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
  expect(readdirSync(outdir, { recursive: true }).sort()).toEqual(["b", "b/one.yml", "c", "c/two.yml"]);
  expect(parse(readFileSync(join(outdir, "b/one.yml"), "utf8"), { version: "1.1" })).toEqual(manifest("", { data }).object);
});

test("what is no longer made is gone", () => {
  writeManifests(outdir, [manifest("b/old.yml")]);
  writeManifests(outdir, [manifest("b/new.yml")]);
  expect(readdirSync(join(outdir, "b"))).toEqual(["new.yml"]);
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
  expect(readdirSync(outdir, { recursive: true }).sort()).toEqual(["b", "b/one.yml"]);
  expect(readdirSync(folder)).toEqual(["dist"]);
});

test("a folder that does not exist yet is made", () => {
  writeManifests(join(folder, "a/b/dist"), [manifest("b/one.yml")]);
  expect(existsSync(join(folder, "a/b/dist/b/one.yml"))).toBe(true);
});

test("an output that is a file is replaced as a whole", () => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(outdir, "not a folder");
  writeManifests(outdir, [manifest("b/one.yml")]);
  expect(readdirSync(outdir)).toEqual(["b"]);
});
