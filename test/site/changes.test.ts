import { readFileSync } from "node:fs";
import fc from "fast-check";
import { parse } from "yaml";
import { ELSEWHERE_FILE, EXAMPLE_FILE } from "../example";
import { runs } from "../runs";
import { distOf } from "./any-dist";
import { anotherSite, leavesOf, type SitePath, valueAt } from "./changes";
import { NOT_USED_YET } from "./not-used-yet";

const ELSEWHERE: unknown = parse(readFileSync(ELSEWHERE_FILE, "utf8"));
const HOME: unknown = parse(readFileSync(EXAMPLE_FILE, "utf8"));

/** `components[3].namespaces[0]` -> `components.namespaces`. */
const keyOf = (path: SitePath) => path.filter((key) => typeof key === "string").join(".");

const every = leavesOf(ELSEWHERE);
// every one in CI; npm test takes a few, the same each time
const chosen = process.env.EVERY_SITE ? every : fc.sample(fc.constantFrom(...every), { numRuns: runs(20), seed: 20_261_122 });

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

test("no value of one fixture is a value of the other", () => {
  const values = (site: unknown) => leavesOf(site).map((path) => [keyOf(path), valueAt(site, path)] as const);
  const home = new Set(values(HOME).map((pair) => JSON.stringify(pair)));
  const same = values(ELSEWHERE).filter((pair) => home.has(JSON.stringify(pair)));
  // the ten components have the same names everywhere
  expect(same.filter(([key]) => key !== "components.name")).toEqual([]);
});
