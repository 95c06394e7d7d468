import { basename } from "node:path";
import { batchImage } from "../../components/batch/image";
import { JOB_NAMES } from "../../components/batch/jobs/names";
import { buildEntries } from "../../lib/images/bundle";
import { REPOSITORY } from "../../lib/images/entry";
import { inputsOf } from "../../lib/images/inputs";
import { scriptDockerfile, scriptImage, scriptImageHash, scriptImageReference } from "../../lib/images/script-image";

const { outputFiles, metafile } = buildEntries(batchImage.scripts);
const bundles = outputFiles.map(({ path, contents }) => [basename(path, ".js"), contents] as const);

test("each job is a script, and a file without extension in the image, the same whatever is bundled with it", () => {
  expect(bundles.map(([name]) => name).sort()).toEqual([...JOB_NAMES].sort());
  const few = Object.entries(batchImage.scripts).filter(([name]) => /^(?:cadence-map|ntp-clients)$/.test(name));
  const { Dockerfile: _, ...files } = scriptImage({ ...batchImage, scripts: Object.fromEntries(few) }).files;
  expect(Object.keys(files).sort()).toEqual(["jobs/cadence-map", "jobs/ntp-clients"]);
  const others = bundles.filter(([name, bundle]) => Buffer.compare(files[`jobs/${name}`] ?? Buffer.alloc(0), bundle) !== 0);
  expect(others.map(([name]) => name)).toEqual(JOB_NAMES.filter((name) => !(`jobs/${name}` in files)));
});

test.each(bundles)("%s knows nothing of the checkout, holds no construct library, and is no larger than it has to be", (_, bundle) => {
  const text = Buffer.from(bundle).toString();
  expect(text).not.toContain(REPOSITORY);
  expect(text).not.toMatch(/cdk8s/);
  expect(bundle.length).toBeLessThan(1_200_000);
});

test("the Dockerfile puts every script where its CronJob names it", () => {
  const text = scriptDockerfile(batchImage);
  const [, copied = "", target] = /^COPY --chmod=0444 (.+) (\S+)$/m.exec(text) ?? [];
  expect([copied.split(" "), target]).toEqual([JOB_NAMES.map((name) => `jobs/${name}`), "/app/jobs/"]);
  expect(text).toContain("USER 65532:65532");
});

test("the tag follows what the scripts are made from, and the base", () => {
  const hash = scriptImageHash(batchImage);
  expect(scriptImageReference({ image_registry: "registry.example.org" }, batchImage)).toBe(`registry.example.org/batch:${hash}`);
  expect(hash).toMatch(/^[0-9a-f]{12}$/);
  expect(scriptImageHash(batchImage, "another")).not.toBe(hash);
  const { "ntp-clients": _, ...scripts } = batchImage.scripts;
  expect(scriptImageHash({ ...batchImage, scripts })).not.toBe(hash);
});

test("every source of a bundle is an input of the tag", () => {
  const known = new Set(Object.values(batchImage.scripts).flatMap((entry) => inputsOf(entry).sources));
  const sources = Object.keys(metafile.inputs).filter((file) => !file.includes("node_modules/") && file !== "lib/images/left-out.ts");
  expect(sources.filter((file) => !known.has(file))).toEqual([]);
});
