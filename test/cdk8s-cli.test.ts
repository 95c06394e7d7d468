import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { stringify } from "yaml";
import { exampleSite, ROOT } from "./example";
import { wideTest } from "./wide";

/*
 * The CLI starts the app of cdk8s.yaml, throws its standard output away and counts the files that end in .yaml. Ours end in .yml, so
 * that its own last word is that there is nothing. Its start costs more than a synth does.
 */
wideTest(
  "the cdk8s CLI passes on what the synth says, whatever it says itself",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "belfry-cli-"));
    try {
      const site = join(folder, "site.yaml");
      writeFileSync(site, stringify(exampleSite({ boiler: undefined })));
      const env = { ...process.env, SITE: site, CDK8S_CHECK_UPGRADE: "false" };
      const cli = join(ROOT, "node_modules/.bin/cdk8s");
      const { stderr } = await promisify(execFile)(cli, ["synth", "--output", join(folder, "dist")], { cwd: ROOT, env });
      expect(stderr).toMatch(/^\d+ bundles, \d+ objects, .* checks passed, .* -> .*\/dist\/\n(?: {2}.*\n)*No manifests synthesized\n$/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
  180_000,
);
