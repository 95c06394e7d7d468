import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { batchImage } from "../../components/batch/image";
import { pluginsImage } from "../../components/dashboards/plugins";
import { services } from "../../components/services";
import { MARKER } from "../../lib/gitops/write";
import { pluginImage } from "../../lib/images/plugin-image";
import { scriptImageHash } from "../../lib/images/script-image";
import { imageHash } from "../../lib/images/tag";
import { EXAMPLE_FILE, ROOT } from "../example";
import { isWide, wideTest } from "../wide";
import { called } from "./called";
import { edit } from "./copy";
import { belfry } from "./run";

jest.setTimeout(180_000);

const COMMANDS = [
  "synth",
  "check",
  "build",
  "images",
  "import",
  "import-rules",
  "snmp",
  "batch",
  "tap",
  "dashboards",
  "diff",
  "review",
  "publish",
  "local",
];
const EXIT_CODES =
  "\n\nExit codes:\n  0  right\n  1  mistakes were found, or the site (a missing one too) or the output is refused\n  2  the command line is wrong\n";

describe("help", () => {
  test("each file of bin/commands is a command of the list, with its purpose", async () => {
    const { status, stdout, stderr } = await belfry(["--help"]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const [, list = ""] = /\n\nCommands:\n(.*?)\n\n/s.exec(stdout) ?? [];
    expect(list.split("\n").map((line) => /^ {2}(\S+) .* {2}\S/.exec(line)?.[1])).toEqual([...COMMANDS, "help"]);
    expect(readdirSync(join(ROOT, "bin/commands")).sort()).toEqual(COMMANDS.map((name) => `${name}.ts`).sort());
    expect(stdout).toContain(EXIT_CODES);
    // as a call does: what the other tests see of one, a process shows
    expect([await called(["--help"]), await called(["help"])]).toEqual([
      { status, stdout, stderr },
      { status, stdout, stderr },
    ]);
  });

  test.each(COMMANDS)("%s --help says its purpose and its exit codes, however it is asked for", async (name) => {
    const { status, stdout, stderr } = await called([name, "--help"]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(new RegExp(`^Usage: belfry ${name} \\[options\\].*\n\n[A-Z]`));
    expect(stdout).toContain(EXIT_CODES);
    expect((await called([name, "-h"])).stdout).toBe(stdout);
    expect((await called(["help", name])).stdout).toBe(stdout);
  });

  test("an option is shown with its value, and the site with what stands for it", async () => {
    expect((await called(["import", "--help"])).stdout).toMatch(/\n {2}--from <folder> {2}read /);
    expect((await called(["check", "--help"])).stdout).toMatch(/\n {2}site\.yaml +the site \(default: what the variable SITE names, /);
  });

  test("--version is that of package.json", async () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string };
    expect(await called(["--version"])).toEqual({ status: 0, stdout: `${version}\n`, stderr: "" });
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
  [["help", "constructor"], "error: unknown command 'constructor'\n\nUsage: belfry <command> [options]\n"],
  [["help", "nope"], "error: unknown command 'nope'\n\nUsage: belfry <command> [options]\n"],
  [["help", "synht"], "error: unknown command 'synht'\n(Did you mean synth?)\n\nUsage: belfry <command> [options]\n"],
  [["--", "--help"], "error: unknown command '--help'\n\nUsage: belfry <command> [options]\n"],
  [["synth", "--wach"], "error: unknown option '--wach'\n(Did you mean --watch?)\n\nUsage: belfry synth [options] [site.yaml]\n"],
  [["synth", "--watch", "--json"], "error: option '--watch' cannot be used with option '--json'\n\nUsage: belfry synth "],
  [["check", "a.yaml", "b.yaml"], "error: too many arguments for 'check'. Expected 1 argument but got 2.\n\nUsage: belfry check "],
  [
    ["check", ""],
    "error: command-argument value '' is invalid for argument 'site.yaml'. Name the site's file, or leave it out.\n\nUsage: ",
  ],
  [["build", "--watch"], "error: unknown option '--watch'\n\nUsage: belfry build [options] [site.yaml]\n"],
  [["import", "schemas"], "error: too many arguments for 'import'. Expected 0 arguments but got 1.\n\nUsage: belfry import [options]\n"],
  [["import", "--from"], "error: option '--from <folder>' argument missing\n\nUsage: belfry import [options]\n"],
  [["import", "--from", "--help"], "error: option '--from <folder>' argument missing before '--help'\n\nUsage: belfry import [options]\n"],
])("%j is misuse: it says what is wrong, shows the help and ends with 2", async (args, message) => {
  const { status, stdout, stderr } = await called(args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr.slice(0, message.length)).toBe(message);
  expect(stderr).toContain(EXIT_CODES);
});

wideTest("misuse shows the same and ends so where a process is started", async () => {
  expect(await belfry(["synht"])).toEqual(await called(["synht"]));
});

describe("a site that is not there is refused as any other, without a help", () => {
  const refused = (site: string) => `${site}: there is no such file; begin with a copy of the example site.yaml`;

  test.each([["synth"], ["check"], ["build"]])("by %s", async (command) => {
    const expected = { status: 1, stdout: "", stderr: `${refused("none.yaml")}\n` };
    expect(await called([command, "none.yaml"])).toEqual(expected);
    expect(await called([command], { SITE: "none.yaml" })).toEqual(expected);
  });

  test("whatever its name looks like", async () => {
    expect(await called(["check", "--", "--help"])).toEqual({ status: 1, stdout: "", stderr: `${refused("--help")}\n` });
  });
});

describe("on a site", () => {
  let folder: string, site: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "belfry-command-"));
    site = join(folder, "site.yaml");
    writeFileSync(site, readFileSync(EXAMPLE_FILE, "utf8"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const documentOf = ({ stdout }: { readonly stdout: string }) => JSON.parse(stdout) as { readonly findings: readonly object[] };

  wideTest("check sums up without writing, wherever it is called", async () => {
    const before = process.cwd();
    process.chdir(folder);
    const { status, stdout, stderr } = await called(["check", "site.yaml"]).finally(() => process.chdir(before));
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(/^\d+ bundles, .* checks passed, \d+\.\d\d s$/m);
    expect(readdirSync(folder)).toEqual(["site.yaml"]);
  });

  wideTest("check --json gives the counts, and no findings", async () => {
    const run = await called(["check", "--json", site]);
    expect(run).toMatchObject({ status: 0, stderr: "" });
    expect(documentOf(run)).toEqual({
      ok: true,
      ...Object.fromEntries(
        ["bundles", "objects", "rules", "alerts", "recordings", "imported", "dashboards", "checks"].map((what) => [
          what,
          expect.any(Number),
        ]),
      ),
      cautions: [],
      images: { locked: 0, unlocked: expect.any(Array) },
      leftOut: expect.any(Array),
      findings: [],
    });
  });

  test("synth --json names the output, and a refused one", async () => {
    const outdir = join(folder, "out");
    expect(documentOf(await called(["synth", "--json", site], { CDK8S_OUTDIR: outdir }))).toMatchObject({
      ok: true,
      output: outdir,
      findings: [],
    });
    expect(existsSync(join(outdir, MARKER))).toBe(true);
    const refused = await called(["synth", "--json", site], { CDK8S_OUTDIR: folder });
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
    const [shown, told] = [await called(["check", site]), await called(["check", "--json", site])];
    if (isWide) expect(await belfry(["check", site])).toEqual(shown);
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
    const run = await called(["check", "--json", site]);
    expect(run).toMatchObject({ status: 1, stderr: "" });
    expect(documentOf(run).findings[0]).toEqual({
      check: "credentials",
      where: expect.stringMatching(/^dist\/gitops\//),
      what: expect.any(String),
      fix: expect.any(String),
    });
  });

  wideTest("build --json names the images, with their tags and paths", async () => {
    const { status, stdout, stderr } = await called(["build", "--json", site]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const tags = [
      ...services.map((service) => [service.name, imageHash(service)]),
      [batchImage.name, scriptImageHash(batchImage)],
      [pluginsImage.name, pluginImage(pluginsImage).hash],
    ] as const;
    const images = tags.map(([name, tag]) => ({ name, tag, path: join("build/images", name) }));
    expect(JSON.parse(stdout)).toEqual({ ok: true, images, findings: [] });
    for (const { path } of images) expect(readdirSync(join(ROOT, path))).toContain("Dockerfile");
    for (const { name } of services) expect(readdirSync(join(ROOT, "build/images", name))).toContain("server.cjs");
    expect(readdirSync(join(ROOT, "build/images", batchImage.name, "jobs")).sort()).toEqual(Object.keys(batchImage.scripts).sort());
  });

  test("build --json tells why a site is refused", async () => {
    edit(site, "scale: single", "scale: double");
    const run = await called(["build", "--json", site]);
    expect(run).toMatchObject({ status: 1, stderr: "" });
    expect(documentOf(run)).toEqual({
      ok: false,
      findings: [{ check: "site", where: expect.stringMatching(/:8 scale$/), what: expect.stringContaining("double") }],
    });
  });

  test("a build of a refused site ends with 1", async () => {
    edit(site, "scale: single", "scale: double");
    expect(await called(["build", site])).toMatchObject({ status: 1, stdout: "", stderr: expect.stringContaining("scale: ") });
  });
});

wideTest("an import that can't be made ends with 1", async () => {
  expect(await belfry(["import", "--from", "/nowhere"])).toEqual({
    status: 1,
    stdout: "",
    stderr: 'import: --from "/nowhere": there is no such folder\n',
  });
});
