import fc from "fast-check";
import { z } from "zod";
import { observedExporters } from "../../components/observed";
import { SiteSchema } from "../../lib/site/schema";
import { EXPORTERS, keyOf as exporterKey } from "../../lib/site/sections/scrapes";
import { ELSEWHERE_FILE, EXAMPLE_FILE } from "../example";
import { isWide, SITES } from "../wide";
import { distOf } from "./any-dist";
import { anySite } from "./any-site";
import { anotherSite, leavesOf, type SitePath, valueAt } from "./changes";
import { NOT_USED_YET } from "./not-used-yet";
import { rawSite } from "./raw-site";

// the fixture itself is pushed on a base of the machine that runs the tests
const ELSEWHERE = {
  ...(rawSite(ELSEWHERE_FILE) as object),
  base_image: "mirror.outpost.test.example.net/distroless/nodejs22-debian12:debug",
};
const HOME = rawSite(EXAMPLE_FILE);

/** `components[3].namespaces[0]` -> `components.namespaces`. */
const keyOf = (path: SitePath) => path.filter((key) => typeof key === "string").join(".");

/** What comes beside mode Off, and it alone, would have to go with it. */
const isHeld = (path: SitePath) => keyOf(path) === "autoscaling.workloads.mode" && valueAt(ELSEWHERE, path) === "Off";

const every = leavesOf(ELSEWHERE);
/** Of each key one value: what reads one component reads all. */
const ofEachKey = [...new Map(every.filter((path) => !isHeld(path)).map((path) => [keyOf(path), path])).values()];
const count = Math.min(SITES, ofEachKey.length);
const [chosen = []] = fc.sample(fc.shuffledSubarray(ofEachKey, { minLength: count, maxLength: count }), 1);

/** Exporters that no component declares. */
const NOT_ASKED_YET = EXPORTERS.filter((name) => !observedExporters.some((one) => one.name === name)).map(
  (name) => `scrapes.${exporterKey(name)}`,
);

const before = distOf(ELSEWHERE).text;

test.each(chosen.map((path) => ({ name: path.join("."), path })))(
  "$name changed alone: every check passes, and the output changes",
  ({ path }) => {
    const other = anotherSite(ELSEWHERE, path);
    if (other === undefined) throw new Error(`no other value is valid at ${path.join(".")}: let test/site/changes.ts find one`);
    const isUsed = distOf(other).text !== before;
    expect(isUsed).toBe(!NOT_USED_YET.includes(keyOf(path)) && !NOT_ASKED_YET.some((section) => keyOf(path).startsWith(`${section}.`)));
  },
);

/** Every key of the schema that holds no keys itself. */
function schemaKeys(schema: z.core.$ZodType, path: readonly string[] = []): string[] {
  if (schema instanceof z.ZodReadonly || schema instanceof z.ZodOptional) return schemaKeys(schema.unwrap(), path);
  if (schema instanceof z.ZodArray) return schemaKeys(schema.element, path);
  if (!(schema instanceof z.ZodObject)) return [path.join(".")];
  const keys = Object.entries(schema.shape);
  // a product that has no keys is one by being there
  return keys.length === 0 ? [] : keys.flatMap(([key, value]) => schemaKeys(value, [...path, key]));
}

/** Keys that no site can hold beside all the others; random sites have them. */
const NOT_BESIDE_THE_OTHERS = [
  "sizes.alerting.profile",
  "push.email.username",
  ...["class", "cluster_issuer", "auth_path", "sign_in_path"].map((key) => `dashboards.ingress.${key}`),
];

/** An exporter is in the cluster or at addresses; one is off, and one is looked for. */
const isOfAnExporter = (key: string) => /^scrapes\.\w+\./.test(key);

test("the changed fixture holds every key that there is", () => {
  const held = new Set(every.map(keyOf));
  const missing = schemaKeys(SiteSchema).filter((key) => !held.has(key));
  expect(missing.filter((key) => !isOfAnExporter(key))).toEqual(NOT_BESIDE_THE_OTHERS);
  const isHeld = (name: string) => [...held].some((key) => key.startsWith(`scrapes.${name}.`));
  expect(EXPORTERS.map(exporterKey).filter((name) => !isHeld(name))).toEqual(["identity", "ci"]);
});

if (isWide)
  test("random sites hold every key, too", () => {
    const random = new Set(fc.sample(anySite, { numRuns: 300, seed: 1 }).flatMap((site) => leavesOf(site).map(keyOf)));
    expect(schemaKeys(SiteSchema).filter((key) => !random.has(key))).toEqual([]);
  });

test("no value of one fixture is a value of the other", () => {
  const values = (site: unknown) => leavesOf(site).map((path) => [keyOf(path), valueAt(site, path)] as const);
  const home = new Set(values(HOME).map((pair) => JSON.stringify(pair)));
  const same = values(ELSEWHERE).filter((pair) => home.has(JSON.stringify(pair)));
  // the ten components have the same names everywhere, and there are three of each of the others
  const shared = ["components.name", "probes.component", "autoscaling.workloads.mode", "autoscaling.workloads.kind"];
  expect(same.filter(([key]) => !shared.includes(key))).toEqual([]);
});
