import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { MARKER } from "../../lib/gitops/write";
import { EXAMPLE_FILE, ROOT } from "../example";
import { edit } from "./copy";
import { belfry } from "./run";

jest.setTimeout(60_000);

const COMMANDS = ["synth", "check", "build", "import"];
const EXIT_CODES =
  "\n\nExit codes:\n  0  right\n  1  mistakes were found, or the site or the output is refused\n  2  the command line is wrong\n";

describe("help", () => {
  test("each file of bin/commands is a command of the list, with its purpose", async () => {
    const { status, stdout, stderr } = await belfry(["--help"]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const [, list = ""] = /\n\nCommands:\n(.*?)\n\n/s.exec(stdout) ?? [];
    expect(list.split("\n").map((line) => /^ {2}(\S+) .* {2}\S/.exec(line)?.[1])).toEqual([...COMMANDS, "help"]);
    expect(readdirSync(join(ROOT, "bin/commands")).sort()).toEqual(COMMANDS.map((name) => `${name}.ts`).sort());
    expect(stdout).toContain(EXIT_CODES);
    expect(await belfry(["help"])).toEqual({ status, stdout, stderr });
  });

  test.each(COMMANDS)("%s --help says its purpose and its exit codes, however it is asked for", async (name) => {
    const { status, stdout, stderr } = await belfry([name, "--help"]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(new RegExp(`^Usage: belfry ${name} \\[options\\].*\n\n[A-Z]`));
    expect(stdout).toContain(EXIT_CODES);
    const others = await Promise.all([belfry([name, "-h"]), belfry(["help", name])]);
    expect(others.map((other) => other.stdout)).toEqual([stdout, stdout]);
  });

  test("an option is shown with its value, and the site with what stands for it", async () => {
    expect((await belfry(["import", "--help"])).stdout).toMatch(/\n {2}--from <folder> {2}read /);
    expect((await belfry(["check", "--help"])).stdout).toMatch(/\n {2}site\.yaml +the site \(default: what the variable SITE names, /);
  });

  test("--version is that of package.json", async () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string };
    expect(await belfry(["--version"])).toEqual({ status: 0, stdout: `${version}\n`, stderr: "" });
  });

  test("a reader that leaves early is no error", async () => {
    const child = spawn(process.execPath, ["bin/belfry.cjs", "--help"], { cwd: ROOT });
    child.stdout.destroy();
    const stderr = text(child.stderr);
    expect(await once(child, "exit")).toEqual([0, null]);
    expect(await stderr).toBe("");
  });
});

test.each([
  [[], "Usage: belfry <command> [options]\n"],
  [["synht"], "error: unknown command 'synht'\n(Did you mean synth?)\n\nUsage: belfry <command> [options]\n"],
  [["constructor"], "error: unknown command 'constructor'\n\nUsage: belfry <command> [options]\n"],
  [["help", "constructor"], "Usage: belfry <command> [options]\n"],
  [["synth", "--wach"], "error: unknown option '--wach'\n(Did you mean --watch?)\n\nUsage: belfry synth [options] [site.yaml]\n"],
  [["synth", "--watch", "--json"], "error: option '--watch' cannot be used with option '--json'\n\nUsage: belfry synth "],
  [["check", "none.yaml"], `error: ${noFile("none.yaml")}\n\nUsage: belfry check [options] [site.yaml]\n`],
  [["check", "--", "--help"], `error: ${noFile("--help")}\n\nUsage: belfry check [options] [site.yaml]\n`],
  [["check", "a.yaml", "b.yaml"], "error: too many arguments for 'check'. Expected 1 argument but got 2.\n\nUsage: belfry check "],
  [["build", "--json"], "error: unknown option '--json'\n\nUsage: belfry build [options] [site.yaml]\n"],
  [["import", "schemas"], "error: too many arguments for 'import'. Expected 0 arguments but got 1.\n\nUsage: belfry import [options]\n"],
  [["import", "--from"], "error: option '--from <folder>' argument missing\n\nUsage: belfry import [options]\n"],
  [["import", "--from", "--help"], "error: option '--from <folder>' argument missing before '--help'\n\nUsage: belfry import [options]\n"],
])("%j is misuse: it says what is wrong, shows the help and ends with 2", async (args, message) => {
  const { status, stdout, stderr } = await belfry(args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr.slice(0, message.length)).toBe(message);
  expect(stderr).toContain(EXIT_CODES);
});

function noFile(name: string): string {
  return `command-argument value '${name}' is invalid for argument 'site.yaml'. There is no such file.`;
}

describe("on a site", () => {
  let folder: string, site: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "belfry-command-"));
    site = join(folder, "site.yaml");
    writeFileSync(site, readFileSync(EXAMPLE_FILE, "utf8"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const documentOf = ({ stdout }: { readonly stdout: string }) => JSON.parse(stdout) as { readonly findings: readonly object[] };

  test("check sums up without writing, wherever it is called", async () => {
    const { status, stdout, stderr } = await belfry(["check", "site.yaml"], { cwd: folder });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(/^\d+ bundles, .* checks passed, \d+\.\d\d s$/m);
    expect(readdirSync(folder)).toEqual(["site.yaml"]);
  });

  test("check --json gives the counts, and no findings", async () => {
    const run = await belfry(["check", "--json", site]);
    expect(run).toMatchObject({ status: 0, stderr: "" });
    expect(documentOf(run)).toEqual({
      ok: true,
      ...Object.fromEntries(["bundles", "objects", "rules", "alerts", "dashboards", "checks"].map((what) => [what, expect.any(Number)])),
      leftOut: expect.any(Array),
      pending: expect.any(Array),
      findings: [],
    });
  });

  test("synth --json names the output, and a refused one", async () => {
    const outdir = join(folder, "out");
    expect(documentOf(await belfry(["synth", "--json", site], { outdir }))).toMatchObject({ ok: true, output: outdir, findings: [] });
    expect(existsSync(join(outdir, MARKER))).toBe(true);
    const refused = await belfry(["synth", "--json", site], { outdir: folder });
    expect(refused).toMatchObject({ status: 1, stderr: "" });
    expect(documentOf(refused)).toEqual({
      ok: false,
      findings: [
        {
          check: "output",
          where: folder,
          what: `the output ${folder} holds what belfry did not write, such as out, and would be replaced as a whole; nothing was written`,
          fix: "name a folder that is not there yet (CDK8S_OUTDIR=checkout/platform), or empty this one",
        },
      ],
    });
  });

  test("a refused site ends with 1: for people on standard error, for programs as findings", async () => {
    edit(site, "scale: single", "scale: double");
    const [shown, told] = await Promise.all([belfry(["check", site]), belfry(["check", "--json", site])]);
    const what = '"double" is not an allowed value; use one of: single, cluster';
    expect(shown).toEqual({ status: 1, stdout: "", stderr: expect.stringMatching(new RegExp(`^${site}:\\d+:8 scale: ${what}\n$`)) });
    expect(told).toMatchObject({ status: 1, stderr: "" });
    expect(documentOf(told)).toEqual({
      ok: false,
      findings: [{ check: "site", where: expect.stringMatching(new RegExp(`^${site}:\\d+:8 scale$`)), what }],
    });
  });

  test("a finding of a check ends with 1, and has its check and its fix", async () => {
    edit(
      site,
      "repository: https://git.example.org/ops/gitops.git",
      "repository: https://git.example.org/1b4e28ba-2fa1-11d2-883f-0016d3cca427",
    );
    const run = await belfry(["check", "--json", site]);
    expect(run).toMatchObject({ status: 1, stderr: "" });
    expect(documentOf(run).findings[0]).toEqual({
      check: "credentials",
      where: expect.stringMatching(/^dist\/gitops\//),
      what: expect.any(String),
      fix: expect.any(String),
    });
  });

  test("a build of a refused site ends with 1", async () => {
    edit(site, "scale: single", "scale: double");
    expect(await belfry(["build", site])).toMatchObject({ status: 1, stdout: "", stderr: expect.stringContaining("scale: ") });
  });
});

test("an import that can't be made ends with 1", async () => {
  expect(await belfry(["import", "--from", "/nowhere"])).toEqual({
    status: 1,
    stdout: "",
    stderr: 'import: --from "/nowhere": there is no such folder\n',
  });
});
