import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MARKER } from "../lib/gitops/write";
import { called } from "./bin/called";
import { belfry, type Run as Ended } from "./bin/run";
import { EXAMPLE_FILE } from "./example";
import { isWide } from "./wide";

/** What healthchecks services give as a ping URL; a site file takes it for an address. */
const SECRET_URL = "https://git.example.org/1b4e28ba-2fa1-11d2-883f-0016d3cca427";

interface Run extends Ended {
  readonly folder: string;
  readonly site: string;
}

/** A synth of a site in a folder whose `dist` an earlier one has left; by a call where nothing else is said. */
async function synth(
  siteText: string | undefined,
  argsOf: (site: string) => readonly string[] = () => [],
  run: (args: readonly string[], variables: Readonly<Record<string, string>>) => Promise<Ended> = called,
): Promise<Run> {
  const folder = mkdtempSync(join(tmpdir(), "belfry-main-"));
  const site = join(folder, "site.yaml");
  if (siteText !== undefined) writeFileSync(site, siteText);
  mkdirSync(join(folder, "dist"));
  writeFileSync(join(folder, "dist", MARKER), "");
  writeFileSync(join(folder, "dist/old.yml"), "kept: true\n");
  const args = argsOf(site);
  const variables = { SITE: args.length === 0 ? site : "", CDK8S_OUTDIR: join(folder, "dist") };
  return { folder, site, ...(await run(["synth", ...args], variables)) };
}

/** As the cdk8s CLI starts it; that a process does what a call does, `test/bin/entry.test.ts` shows in every run. */
const started = (args: readonly string[], variables: Readonly<Record<string, string>>) => belfry(args, { cwd: tmpdir(), variables });

/** The example's text with some of it replaced. */
function exampleWith(...replacements: readonly (readonly [from: string, to: string])[]): string {
  return replacements.reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`the example does not hold ${JSON.stringify(from)}`);
      return text.replace(from, () => to);
    },
    readFileSync(EXAMPLE_FILE, "utf8"),
  );
}

let right: Run, broken: Run, drifting: Run, missing: Run, named: Run, many: Run, noFile: Run, option: Run;
beforeAll(async () => {
  right = await synth(exampleWith(), undefined, isWide ? started : called);
  broken = await synth(exampleWith(["scale: single", "scale: double"], ["nodes: 3", "nodes: 0"]));
  drifting = await synth(exampleWith(["repository: https://git.example.org/ops/gitops.git", `repository: ${SECRET_URL}`]));
  missing = await synth(undefined);
  named = await synth(exampleWith(["scale: single", "scale: double"]), (site) => [site]);
  many = await synth(exampleWith(), (site) => [site, "other.yaml"]);
  noFile = await synth(exampleWith(), () => ["other.yaml"]);
  option = await synth(exampleWith(), () => ["--site=other.yaml"]);
}, 120_000);
afterAll(() => {
  for (const { folder } of [right, broken, drifting, missing, named, many, noFile, option])
    rmSync(folder, { recursive: true, force: true });
});

const outputOf = ({ folder }: Run) => readdirSync(join(folder, "dist"), { recursive: true });

test("a right site is written as a whole and summed up in one line", () => {
  expect({ status: right.status, stderr: right.stderr }).toEqual({ status: 0, stderr: "" });
  expect(right.stdout).toMatch(
    /^\d+ bundles, \d+ objects, \d+ rules \(\d+ alerts, \d+ recordings\), \d+ dashboards, \d+ checks passed, \d+\.\d\d s -> .*\/dist\/$/m,
  );
  expect(outputOf(right)).toContain("monitoring-logging-flows/flow-ingress-nginx.yml");
  expect(outputOf(right)).toEqual(
    expect.arrayContaining(["alerts.md", "INSTALL.md", "runbooks/WatchdogOps.md", "series.tsv", "streams.tsv"]),
  );
  expect(outputOf(right)).not.toContain("old.yml");
  expect(readdirSync(right.folder).sort()).toEqual(["dist", "site.yaml"]);
});

test("a broken site says file and line of every mistake", () => {
  const lineOf = (text: string) => {
    const lines = readFileSync(broken.site, "utf8").split("\n");
    return lines.findIndex((line) => line.includes(text)) + 1;
  };
  expect({ status: broken.status, stdout: broken.stdout }).toEqual({ status: 1, stdout: "" });
  expect(broken.stderr.trimEnd().split("\n")).toEqual([
    expect.stringContaining(`${broken.site}:${lineOf("nodes: 0")}:`),
    expect.stringContaining(`${broken.site}:${lineOf("scale: double")}:`),
  ]);
});

test("a drift is reported with its place, its fix and its check, and without the secret", () => {
  expect({ status: drifting.status, stdout: drifting.stdout }).toEqual({ status: 1, stdout: "" });
  expect(drifting.stderr).toMatch(/^dist\/gitops\/.*: it holds a URL with a secret identifier.*\n {2}fix: .* {2}\[credentials\]$/m);
  expect(drifting.stderr).toMatch(/\n\d+ mistakes found, nothing was written\n$/);
  expect(drifting.stderr).not.toContain(SECRET_URL);
});

test("a site that does not exist is named, by the variable or by the argument", () => {
  expect([missing.status, noFile.status]).toEqual([1, 1]);
  expect(missing.stderr).toBe(`${missing.site}: there is no such file; begin with a copy of the example site.yaml\n`);
  expect(noFile.stderr).toBe("other.yaml: there is no such file; begin with a copy of the example site.yaml\n");
});

test("an argument that is a file is the site", () => {
  expect(named.stderr).toMatch(new RegExp(`^${named.site}:\\d+:8 scale: "double" is not an allowed value`));
});

test("what is no site says how it goes", () => {
  const how = "\n\nUsage: belfry synth [options] [site.yaml]\n";
  expect([many.status, option.status]).toEqual([2, 2]);
  expect(many.stderr).toContain(`error: too many arguments for 'synth'. Expected 1 argument but got 2.${how}`);
  expect(option.stderr).toContain(`error: unknown option '--site=other.yaml'${how}`);
});

test.each([
  ["a broken site", () => broken],
  ["a drift", () => drifting],
  ["no site", () => missing],
  ["more than one site", () => many],
  ["an argument that is no file", () => noFile],
  ["an unknown option", () => option],
])("%s leaves the output as it was, and shows no stack trace", (_, run) => {
  expect(outputOf(run())).toEqual([MARKER, "old.yml"]);
  expect(run().stderr).not.toMatch(/^\s+at /m);
});
