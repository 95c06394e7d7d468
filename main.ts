import { platform } from "./charts/platform";
import { loadRunbooks } from "./lib/alerts/runbooks";
import { runChecks } from "./lib/checks/all";
import { report, summary } from "./lib/checks/report";
import { OutputRefused, writeManifests } from "./lib/gitops/write";
import { alertIndex } from "./lib/platform/alert-index";
import { seriesTable } from "./lib/platform/series-table";
import { DeclarationsRefused } from "./lib/platform/shapes";
import { loadSite } from "./lib/site/load";
import { SiteError } from "./lib/site/site-error";

const HELP = `npm run synth: site.yaml and the declarations -> checks -> dist/

  SITE=other.yaml        another installation
  CDK8S_OUTDIR=folder    another output: a folder that belfry wrote before, an empty one, or one that is not there yet.
                         It is replaced as a whole, and only when every check passes
`;

/** site.yaml -> declarations -> checks -> dist/. `SITE` names another site, `CDK8S_OUTDIR` (the cdk8s CLI) another output. */
function main(args: readonly string[]): number {
  if (args.length > 0) {
    console.log(HELP);
    return args[0] === "--help" || args[0] === "-h" ? 0 : 1;
  }
  const site = loadSite(process.env.SITE || "site.yaml");
  const built = platform(site, loadRunbooks("docs/runbooks"));
  const findings = runChecks(built);
  if (findings.length > 0) {
    console.error(report(findings));
    return 1;
  }
  const outdir = process.env.CDK8S_OUTDIR || "dist";
  writeManifests(outdir, built.manifests, [...built.files, alertIndex(built), seriesTable(built)]);
  console.log(summary(built, outdir, process.uptime()));
  return 0;
}

try {
  process.exitCode = main(process.argv.slice(2));
} catch (error) {
  if (error instanceof DeclarationsRefused) console.error(report(error.findings.map((finding) => ({ check: "declarations", ...finding }))));
  else if (error instanceof SiteError || error instanceof OutputRefused) console.error(error.message);
  else throw error;
  process.exitCode = 1;
}
