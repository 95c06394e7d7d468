import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Command } from "commander";
import { importRules } from "../../bin/commands/import-rules";
import { readRules } from "../../bin/import-rules/rule-objects";
import { runChecks } from "../../lib/checks/all";
import { requireShapes } from "../../lib/platform/shapes";
import { EXAMPLE_FILE, examplePlatform, fullPlatform, ROOT } from "../example";
import { wideTest } from "../wide";
import { called } from "./called";
import { evaluated, wireGroups } from "./import-rules/evaluated";

jest.setTimeout(180_000);

const DISKS = "test/fixtures/disk-rules.yaml";
const ofExample = (parent: Command) => importRules(parent, () => examplePlatform());
/** At the example, which is not made anew for each. */
const run = (...args: string[]) => called(["import-rules", ...args], {}, [ofExample]);
const folder = () => mkdtempSync(join(tmpdir(), "belfry-rules-"));
const file = (text: string, name = "rules.yml") => {
  const path = join(folder(), name);
  writeFileSync(path, text);
  return path;
};
const SOUND = "groups:\n- name: g\n  rules:\n  - alert: TargetGone\n    expr: up == 0\n    labels: {severity: none}\n";

describe("by default", () => {
  test("what came through is printed as declarations, what was refused has its place, and 1 says that some was", async () => {
    const { status, stdout, stderr } = await run(DISKS, "--output", "-");
    expect(status).toBe(1);
    expect(stderr).toBe(`${DISKS}:28:17: rule "DiskGone": the expression is not PromQL: rate() needs a range, such as [5m]
  fix: write plain PromQL, which promtool and vmalert both read: what MetricsQL alone knows is not kept
${DISKS}:32:16: rule "RaidDegraded": for: "5 minutes" is no duration
  fix: write for example 5m or 1h30m
label "team" left out
4 of 6 rules in 1 file came through; refused: 1 duration, 1 not PromQL
nothing here exports raid_controller_rebuilding, asked by RaidRebuilds
a synth refuses what is missing: export it, drop the rule, or give the reason with --absent
`);
    const [read] = readRules(readFileSync(join(ROOT, DISKS), "utf8"), DISKS).sources;
    const rules = read?.groups[0]?.rules.map(({ rule }) => ({ labels: {}, annotations: {}, ...rule }));
    expect(wireGroups(evaluated(stdout, "drivesArea"))).toEqual([{ name: "drives", interval: "1m", rules }]);
  });

  test("files of a folder become files, with a list and the line that puts them into force; again only with --force", async () => {
    const [from, to] = [folder(), folder()];
    cpSync(join(ROOT, DISKS), join(from, "a.yaml"));
    mkdirSync(join(from, "below/.hidden"), { recursive: true });
    writeFileSync(join(from, "below/more.yml"), SOUND);
    writeFileSync(join(from, "below/.hidden/more.yml"), SOUND);
    writeFileSync(join(from, "below/mixin.libsonnet"), "{}");
    const first = await run(from, "--output", to);
    expect(first.stdout).toContain("5 of 7 rules in 2 files came through; refused: 1 duration, 1 not PromQL\n");
    expect(first.stdout).toContain("jsonnet is not read, render it first: ");
    expect(first.stdout).toContain("  declares: { rules: importedRules },");
    expect(readdirSync(to)).toEqual(["all.ts", "drives.ts", "more.ts"]);
    expect(readFileSync(join(to, "all.ts"), "utf8")).toContain("[drivesArea(), moreArea()]");

    // wherever somebody stands, and wherever the files are
    const [, path = ""] = / from "(.*)";/.exec(readFileSync(join(to, "drives.ts"), "utf8")) ?? [];
    expect(join(to, path)).toBe(join(ROOT, "lib/alerts/rule"));

    const second = await run(from, "--output", to);
    expect(second).toEqual({
      status: 1,
      stdout: "",
      stderr: expect.stringContaining("drives.ts and 1 more: there already; write over it with --force"),
    });
    // what another run made stays in the list
    expect((await run(file(SOUND, "other.yml"), "--output", to)).status).toBe(0);
    expect(readFileSync(join(to, "all.ts"), "utf8")).toContain("[drivesArea(), moreArea(), otherArea()]");
    writeFileSync(join(to, "more.ts"), "export const mine = 1;\n");
    const foreign = await run(from, "--output", to, "--force");
    expect(foreign.stderr).toContain("more.ts: not made by import-rules, so --force does not take it away");
    expect(readFileSync(join(to, "more.ts"), "utf8")).toBe("export const mine = 1;\n");
  });

  wideTest("what nothing here gives is listed as absent for a reason, and a synth has nothing to say of it", async () => {
    const rules = `${SOUND}  - {alert: RaidRebuilds, expr: 'max by (cluster) (raid_rebuilding) > 0'}\n  - {alert: NodeExporterGone, expr: 'absent(up{job="node"})'}\n  - {record: 'a:b', expr: 'sum by (cluster) (up)'}\n`;
    const { stdout, status } = await run(file(rules, "raid.yml"), "--output", "-", "--absent", "no such device");
    expect(status).toBe(0);
    const bundle = evaluated(stdout, "raidArea");
    expect(bundle.groups[0]?.rules[0]).toMatchObject({
      pack: {
        absent: { series: { raid_rebuilding: "no such device" }, jobs: { node: "no such device" }, labels: { cluster: "no such device" } },
      },
    });
    const platform = fullPlatform();
    requireShapes({ rules: [bundle], detectors: [] });
    const found = runChecks({ ...platform, rules: [...platform.rules, bundle] });
    // its object is built by a part, which is not asked here
    expect(found.filter(({ check }) => check !== "objects")).toEqual([]);
  });

  wideTest("names of files that are nearly alike become names that are not", async () => {
    const [from, to] = [folder(), folder()];
    for (const name of ["rules", "a", "a-rules", "a-1", "a1", "A 1", "2xx", "default", "all", "imported"])
      writeFileSync(join(from, `${name}.yml`), SOUND);
    expect((await run(from, "--output", to)).status).toBe(0);
    const list = readFileSync(join(to, "all.ts"), "utf8");
    const makers = Array.from(list.matchAll(/^import \{ (\w+) \} from "\.\/(.*)";$/gm), ([, maker = "", area = ""]) => {
      expect(evaluated(readFileSync(join(to, `${area}.ts`), "utf8").replaceAll(/from ".*\/lib\//g, 'from "../../lib/'), maker).area).toBe(
        area,
      );
      return maker;
    });
    expect(new Set(makers).size).toBe(10);
  });

  wideTest("the area of a name that ours has is another", async () => {
    const { stdout } = await run(file(SOUND, "storage.yml"), "--output", "-");
    expect(stdout).toContain('area: "imported-storage"');
  });

  wideTest("rules that are named as ours are told", async () => {
    const { stderr } = await run(file("groups: [{name: g, rules: [{alert: StorageVolumeFaulted, expr: up == 0}]}]"), "--output", "-");
    expect(stderr).toContain("1 are named as rules of ours (StorageVolumeFaulted): --diff shows how they differ");
  });
});

describe("--own", () => {
  test("alerts are ours, in typed names, and their proofs are drafts that a synth refuses", async () => {
    const { stdout, stderr } = await run(DISKS, "--own", "--component", "Platform", "--output", "-");
    expect(stdout).toMatch(/ expr: `rate\(\$\{node_disk_io_time_seconds_total\(\{ device: matches\("sd\.\*"\) \}\)\}\[5m\]\) > 0\.9`,\n/);
    expect(stderr).toContain('severity "page" became "critical"\nseverity missing became "warning"\n');
    const bundle = evaluated(stdout, "drivesArea");
    expect(() => requireShapes({ rules: [bundle], detectors: [] })).toThrow(
      /rules\/imported\/drives\.ts group "drives" rule "DiskSlow": "fires" is still a draft; write for example fires: \{.*"silent" is still a draft/s,
    );
    expect(wireGroups(bundle)[0]?.rules).toContainEqual({
      alert: "DiskAlmostFull",
      expr: "instance:node_filesystem_free:ratio < 0.1",
      for: "15m",
      keep_firing_for: "5m",
      labels: { severity: "critical", component: "Platform", team: "ops" },
      annotations: expect.objectContaining({ summary: "{{ $labels.device }} on {{ $labels.instance }} is almost full" }),
    });
  });

  test("an alert that is nobody's is refused, one that names its component is not", async () => {
    const { status, stdout, stderr } = await run(
      file(`${SOUND}  - {alert: MailGone, expr: up == 0, labels: {component: Mail}}\n`),
      "--own",
      "--output",
      "-",
    );
    expect(status).toBe(1);
    expect(stderr).toContain('rules.yml:4:5: rule "TargetGone": whose alert it is, is not said\n  fix: name it, --component "Platform"');
    expect(stdout).toContain('component: "Mail"');
  });
});

describe("--diff", () => {
  test("shows what is alike, what differs in what, and what asks the same under another name", async () => {
    const [ours] = fullPlatform().rules.flatMap(({ groups }) =>
      groups.flatMap(({ rules }) => rules.filter((rule) => rule.kind === "alert" && rule.name === "StorageBackupMissing")),
    );
    if (ours?.kind !== "alert") throw new Error("there is no such alert any more");
    const rules = [
      { alert: "StorageBackupMissing", expr: `# theirs\n( ${ours.expr} )`.replace(/[()]/g, ""), labels: { severity: "warning" } },
      { alert: "StorageVolumeFaulted", expr: "storage_volume_robustness == 3", for: "5m", labels: { severity: "page" } },
      { alert: "BackupGone", expr: "storage_backup_age_days < 0" },
      { alert: "Nothing", expr: "nobody_has_this > 0" },
    ];
    const { status, stdout } = await run(file(JSON.stringify({ groups: [{ name: "g", rules }] }), "rules.json"), "--diff");
    expect(status).toBe(0);
    expect(stdout).toContain("alike (1): StorageBackupMissing\n");
    expect(stdout).toMatch(
      /differ \(1\):\n {2}StorageVolumeFaulted: rules\/storage\.ts .*rules\.json:1:\d+\n {4}expression: ours .*\n +theirs storage_volume_robustness == 3\n {4}for: ours {3}0s\n +theirs 5m\n {4}severity: ours {3}critical\n +theirs page\n/,
    );
    expect(stdout).toMatch(/BackupGone: .*; ours that asks the same: (?:StorageBackup\w+, )+StorageBackup\w+\n/);
    expect(stdout).toMatch(/ {2}Nothing: \S+\n/);
    expect(stdout).toMatch(/only ours \(\d+\): .*StorageVolumeDegraded/);
  });
});

describe("how it ends", () => {
  test("--json is one document with the same in it", async () => {
    const { status, stdout } = await run(DISKS, "--json", "--output", "-");
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      rules: 6,
      cameThrough: 4,
      findings: [{ where: `${DISKS}:28:17`, of: 'rule "DiskGone"' }, { where: `${DISKS}:32:16` }],
      missing: { series: [{ name: "raid_controller_rebuilding", readers: ["RaidRebuilds"] }] },
      files: { "drives.ts": expect.stringContaining("drivesArea") },
    });
  });

  test.each([
    ["a file that is not there", () => "nope.yml", "nope.yml: there is no such file or folder\n"],
    ["a folder without rules", folder, "it holds no PrometheusRule, no VMRule and no rule file"],
    ["what is not UTF-8", () => file("\u0000").replace(/$/, ""), "no rules found in"],
  ])("%s ends with 1", async (_, path, message) => {
    const { status, stdout, stderr } = await run(path(), "--diff");
    expect(status).toBe(1);
    expect(stdout + stderr).toContain(message);
  });

  test("bytes that are no text are refused by name", async () => {
    const path = file("");
    writeFileSync(path, Buffer.from([0x67, 0xff, 0xfe, 0x80]));
    expect((await run(path, "--diff")).stdout).toContain(`${path}:1:1: it is not UTF-8\n  fix: save it as UTF-8`);
  });

  test("a site that is refused tells so, since it says which series there are", async () => {
    const { status, stderr } = await called(["import-rules", DISKS, "--site", file("a: 1")]);
    expect(status).toBe(1);
    expect(stderr).toContain("rules.yml:1:1");
  });

  test.each([
    [["--component", "Disks"], "argument 'Disks' is invalid. Allowed choices are Mail,"],
    [["--diff", "--own"], "option '--diff' cannot be used with option '--own'"],
    [["--own", "--absent", "x"], "option '--own' cannot be used with option '--absent <reason>'"],
    [["--output", "--force"], "option '--output <folder>' argument missing before '--force'"],
  ])("%j is misuse", async (args, message) => {
    const { status, stderr } = await run(DISKS, ...args);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });
});

test("the repository has no imported rules of its own", () => {
  expect(existsSync(join(ROOT, "rules/imported"))).toBe(false);
});

test("the sample of docs/import-rules.md is what comes of it", async () => {
  const page = readFileSync(join(ROOT, "docs/import-rules.md"), "utf8");
  const { stdout, stderr } = await called(["import-rules", "--site", EXAMPLE_FILE, DISKS, "--output", "-"]);
  expect(page).toContain(`\`\`\`\n${stderr}\`\`\``);
  expect(page).toContain(`\`\`\`ts\n${stdout.trimEnd()}\n\`\`\``);
});
