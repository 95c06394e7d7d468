import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Yaml } from "cdk8s";
import { WATCHDOG } from "../../lib/alerts/labels";
import { ownAlerts } from "../../lib/alerts/rule";
import { fullPlatform } from "../example";
import { describeEngines, temporaryFolder } from "./engine";
import { checkRules } from "./promtool";
import { promtoolFailures } from "./promtool-proofs";
import { scenariosOf } from "./proof-scenarios";
import { replayFailures } from "./replay-proofs";
import { dryRun } from "./vmalert";

const { rules, scrapes, manifests } = fullPlatform();
const files = manifests.filter(({ object }) => object.kind === "VMRule").map(({ file, object }) => ({ file, spec: object.spec }));

describeEngines(["promtool", "vmalert", "vmalert-1.150"], "every rule file is read by all tools", () => {
  test.each(files)("$file", async ({ spec }) => {
    const path = join(temporaryFolder(), "rules.yml");
    writeFileSync(path, Yaml.stringify(spec));
    expect(await checkRules(path)).toMatchObject({ code: 0 });
    expect(await dryRun(path, "vmalert-1.150")).toMatchObject({ code: 0 });
    // Debian's vmalert is older than this key, and refuses what it does not know
    writeFileSync(path, Yaml.stringify(spec).replace(/^\s*keep_firing_for:.*\n/gm, ""));
    expect(await dryRun(path)).toMatchObject({ code: 0 });
  });
});

describe("the proofs", () => {
  test("are of both kinds for every alert but the one that always fires", () => {
    const lacking = (kind: "fires" | "silent") =>
      ownAlerts(rules).flatMap(({ rule }) => (rule.proof[kind].length === 0 ? [rule.name] : []));
    expect(lacking("fires")).toEqual([]);
    expect(lacking("silent")).toEqual([WATCHDOG]);
  });

  test("are written in series that the scrapes bring", () => {
    expect(() => scenariosOf(rules, scrapes)).not.toThrow();
  });
});

describeEngines(["promtool"], "every rule does as its proof says, judged by promtool", () => {
  test("all of them hold", async () => {
    expect(await promtoolFailures(scenariosOf(rules, scrapes), manifests)).toEqual([]);
  });
});

describeEngines(["victoria-metrics-1.150", "vmalert-1.150"], "every rule does as its proof says, judged by the evaluator itself", () => {
  test("all of them hold in a replay", async () => {
    expect(await replayFailures(scenariosOf(rules, scrapes), scrapes)).toEqual([]);
  });
});
