import { readFileSync } from "node:fs";
import fc from "fast-check";
import { parse } from "yaml";
import { z } from "zod";
import { SiteSchema } from "../../lib/site/schema";
import { ELSEWHERE_FILE, EXAMPLE_FILE } from "../example";
import { distOf } from "./any-dist";
import { anySite } from "./any-site";
import { anotherSite, leavesOf, type SitePath, valueAt } from "./changes";
import { NOT_USED_YET } from "./not-used-yet";

const ELSEWHERE: unknown = parse(readFileSync(ELSEWHERE_FILE, "utf8"));
const HOME: unknown = parse(readFileSync(EXAMPLE_FILE, "utf8"));

/** `components[3].namespaces[0]` -> `components.namespaces`. */
const keyOf = (path: SitePath) => path.filter((key) => typeof key === "string").join(".");

const every = leavesOf(ELSEWHERE);
// every one in CI; npm test takes a few, the same each time
const chosen = process.env.EVERY_SITE ? every : fc.sample(fc.constantFrom(...every), { numRuns: 20, seed: 20_261_122 });

const before = distOf(ELSEWHERE).text;

test.each([...new Set(chosen)].map((path) => ({ name: path.join("."), path })))(
  "$name changed alone: every check passes, and the output changes",
  ({ path }) => {
    const other = anotherSite(ELSEWHERE, path);
    if (other === undefined) throw new Error(`no other value is valid at ${path.join(".")}: let test/site/changes.ts find one`);
    const isUsed = distOf(other).text !== before;
    expect(isUsed).toBe(!NOT_USED_YET.includes(keyOf(path)));
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
const NOT_BESIDE_THE_OTHERS = ["sizes.alerting.profile", "push.email.username"];

test("the changed fixture holds every key that there is", () => {
  const held = new Set(every.map(keyOf));
  expect(schemaKeys(SiteSchema).filter((key) => !held.has(key))).toEqual(NOT_BESIDE_THE_OTHERS);
  const random = new Set(fc.sample(anySite, { numRuns: 300, seed: 1 }).flatMap((site) => leavesOf(site).map(keyOf)));
  expect(schemaKeys(SiteSchema).filter((key) => !random.has(key))).toEqual([]);
});

test("no value of one fixture is a value of the other", () => {
  const values = (site: unknown) => leavesOf(site).map((path) => [keyOf(path), valueAt(site, path)] as const);
  const home = new Set(values(HOME).map((pair) => JSON.stringify(pair)));
  const same = values(ELSEWHERE).filter((pair) => home.has(JSON.stringify(pair)));
  // the ten components have the same names everywhere
  expect(same.filter(([key]) => key !== "components.name")).toEqual([]);
});
