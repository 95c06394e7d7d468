import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ALWAYS_FIRES } from "../../lib/alerts/proof";
import { CHECKS, runChecks } from "../../lib/checks/all";
import { EXAMPLE } from "./example";
import { addRules, change, sampleAlert } from "./small-platform";

const CHECK_FILES = readdirSync("lib/checks").filter((file) => /: Check = /.test(readFileSync(join("lib/checks", file), "utf8")));

test("no check finds anything in the example installation", () => {
  expect(runChecks(EXAMPLE)).toEqual([]);
});

test("every check of lib/checks runs, under the name of its file", () => {
  expect(CHECKS.map(({ name }) => `${name}.ts`).sort()).toEqual(CHECK_FILES.sort());
});

test.each(CHECKS.map(({ name }) => name))("check %s says in its first line what it prevents, and has a test", (name) => {
  expect(readFileSync(`lib/checks/${name}.ts`, "utf8")).toMatch(/^\/\/ Prevents .+\.\n/);
  expect(existsSync(`test/checks/${name}.test.ts`)).toBe(true);
});

test("one mistake does not hide the next", () => {
  const unknown = addRules(sampleAlert({ expr: "nope", silent: ALWAYS_FIRES }));
  const twoMistakes = change("ClusterFlow/redis-bgsave", "spec.globalOutputRefs", ["relay", "vector"], unknown);
  expect(runChecks(twoMistakes).map(({ check, what }) => [check, what])).toEqual([
    ["series", 'nobody exports the series "nope"'],
    ["runbooks", 'alert "SampleDown" has no runbook'],
    ["flows", 'output "vector" does not exist'],
    ["objects", 'it is declared, and no VMRule "added" is in dist/'],
  ]);
});

test("a mistake that a rule repeats for every component is told once", () => {
  const repeated = (["Mail", "DNS"] as const).map((component) => sampleAlert({ component, description: "{{ lower $labels.a }}" }));
  expect(runChecks(addRules(...repeated)).filter(({ check }) => check === "templates")).toHaveLength(1);
});
