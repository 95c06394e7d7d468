import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse, stringify } from "yaml";
import { called } from "../bin/called";
import { evaluated, wireGroups } from "../bin/import-rules/evaluated";
import { EXAMPLE_FILE } from "../example";
import { describeEngines, temporaryFolder } from "./engine";
import { checkRules, testRules } from "./promtool";
import { dryRun, withoutKeepFiring } from "./vmalert";

const FILE = "test/fixtures/disk-rules.yaml";
/** What is refused of it, so that the engines can read the rest. */
const REFUSED = ["DiskGone", "RaidDegraded"];

interface Rule {
  readonly alert?: string;
}
const original = parse(readFileSync(FILE, "utf8")).spec as { groups: { rules: Rule[] }[] };
const theirs = {
  groups: original.groups.map((group) => ({ ...group, rules: group.rules.filter(({ alert = "" }) => !REFUSED.includes(alert)) })),
};

async function ours(): Promise<object> {
  const { stdout } = await called(["import-rules", FILE, "--site", EXAMPLE_FILE, "--output", "-"]);
  return { groups: wireGroups(evaluated(stdout, "drivesArea")) };
}

function written(rules: object): string {
  const path = join(temporaryFolder(), "rules.yml");
  writeFileSync(path, stringify(rules));
  return path;
}

describeEngines(["promtool", "vmalert", "vmalert-1.150"], "rules that were imported", () => {
  test("are read by all tools", async () => {
    const path = written(await ours());
    expect(await checkRules(path)).toMatchObject({ code: 0 });
    expect(await dryRun(path, "vmalert-1.150")).toMatchObject({ code: 0 });
    writeFileSync(path, withoutKeepFiring(readFileSync(path, "utf8")));
    expect(await dryRun(path)).toMatchObject({ code: 0 });
  });

  test("are those that the engines refuse, where they were refused", async () => {
    for (const name of REFUSED) {
      const one = { groups: original.groups.map((group) => ({ ...group, rules: group.rules.filter(({ alert }) => alert === name) })) };
      expect(await checkRules(written(one))).not.toMatchObject({ code: 0 });
    }
  });

  test("give what they gave before, apart from the label team", async () => {
    const disk = '{device="/dev/sda1",fstype="ext4",instance="a"}';
    const cases = (labels: object) => ({
      rule_files: ["rules.yml"],
      evaluation_interval: "1m",
      tests: [
        {
          interval: "1m",
          input_series: [
            { series: `node_filesystem_avail_bytes${disk}`, values: "10x5 4x30" },
            { series: `node_filesystem_size_bytes${disk}`, values: "50x60" },
          ],
          alert_rule_test: [
            { eval_time: "20m", alertname: "DiskAlmostFull", exp_alerts: [] },
            {
              eval_time: "21m",
              alertname: "DiskAlmostFull",
              exp_alerts: [
                {
                  exp_labels: { device: "/dev/sda1", fstype: "ext4", instance: "a", severity: "page", tier: "hardware", ...labels },
                  exp_annotations: {
                    summary: "/dev/sda1 on a is almost full",
                    description: "8% is left. Clean up, or make it larger.",
                  },
                },
              ],
            },
          ],
        },
      ],
    });
    for (const [rules, labels] of [
      [theirs, { team: "storage" }],
      [await ours(), {}],
    ] as const) {
      const path = join(written(rules), "../test.yml");
      writeFileSync(path, stringify(cases(labels)));
      expect(await testRules(path)).toMatchObject({ code: 0 });
    }
  });
});
