import { BILL_TYPE, billManifest, billOfMaterials, type Contents } from "../../lib/images/bill-of-materials";
import { jsonBlob, MEDIA_TYPES } from "../../lib/images/oci";
import { SAMPLE_BASE } from "./sample-base";

const DIGEST = `sha256:${"a".repeat(64)}`;
const CONTENTS: Contents = {
  name: "relay",
  tag: "1",
  digest: DIGEST,
  base: SAMPLE_BASE,
  packages: ["node_modules/fastify", "node_modules/@fastify/error"],
  plugins: [{ id: "a-datasource", version: "1.2.3", sha256: "b".repeat(64) }],
};
const read = (contents: Contents) => JSON.parse(billOfMaterials(contents).body.toString());

test("names the image, its base, its packages as the lock file pins them, and what it carries", () => {
  const bill = read(CONTENTS);
  expect(bill).toMatchObject({ bomFormat: "CycloneDX", specVersion: "1.6", version: 1 });
  expect(bill.metadata.component).toMatchObject({
    type: "container",
    name: "relay",
    version: "1",
    purl: `pkg:oci/relay@sha256%3A${"a".repeat(64)}`,
  });
  const [base, fastify, error, plugin] = bill.components;
  expect(base).toMatchObject({ type: "container", name: "registry.example.org/node", version: SAMPLE_BASE.digest });
  expect(base.purl).toBe(`pkg:oci/node@sha256%3A${"3".repeat(64)}?repository_url=registry.example.org%2Fnode&tag=22`);
  const { version } = require("fastify/package.json");
  expect(fastify).toMatchObject({
    type: "library",
    name: "fastify",
    version,
    purl: `pkg:npm/fastify@${version}`,
    licenses: [{ expression: "MIT" }],
  });
  expect(fastify.hashes).toEqual([{ alg: "SHA-512", content: expect.stringMatching(/^[0-9a-f]{128}$/) }]);
  expect(error.purl).toMatch(/^pkg:npm\/%40fastify\/error@\d/);
  expect(plugin).toMatchObject({ type: "application", name: "a-datasource", hashes: [{ alg: "SHA-256", content: "b".repeat(64) }] });
  expect(bill.dependencies).toEqual([
    { ref: bill.metadata.component["bom-ref"], dependsOn: bill.components.map((one: { "bom-ref": string }) => one["bom-ref"]) },
  ]);
});

test("one package in two folders is one, and the same image has the same bill", () => {
  const twice = { ...CONTENTS, packages: [...CONTENTS.packages, "node_modules/fastify"] };
  expect(billOfMaterials(twice).descriptor).toEqual(billOfMaterials(CONTENTS).descriptor);
});

test("what attaches it is an artifact without a configuration, of the image", () => {
  const bill = billOfMaterials(CONTENTS);
  const subject = jsonBlob(MEDIA_TYPES.index, {});
  const { manifest, config } = billManifest(bill, subject);
  expect(config.body.toString()).toBe("{}");
  expect(JSON.parse(manifest.body.toString())).toEqual({
    schemaVersion: 2,
    mediaType: MEDIA_TYPES.manifest,
    artifactType: BILL_TYPE,
    config: config.descriptor,
    layers: [bill.descriptor],
    subject: subject.descriptor,
  });
});
