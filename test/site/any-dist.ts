import { platform } from "../../charts/platform";
import { loadRunbooks } from "../../lib/alerts/runbooks";
import { runChecks } from "../../lib/checks/all";
import { report } from "../../lib/checks/report";
import { outputFiles } from "../../lib/install/files";
import type { Platform } from "../../lib/platform/platform";
import { SiteSchema } from "../../lib/site/schema";

const pages = loadRunbooks("docs/runbooks");

/**
 * What a site comes to: the platform, and every file of the output in one text.
 * @throws with what a check finds
 */
export function distOf(raw: unknown): { readonly built: Platform; readonly text: string } {
  const built = platform(SiteSchema.parse(raw), pages);
  const findings = runChecks(built);
  if (findings.length > 0) throw new Error(report(findings));
  const objects = built.manifests.map(({ file, object }) => `${file}\n${JSON.stringify(object)}\n`);
  const files = outputFiles(built, "site.yaml").map(({ file, text }) => `${file}\n${text}\n`);
  return { built, text: [...objects, ...files].join("") };
}
