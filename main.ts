import { existsSync } from "node:fs";
import { platform } from "./charts/platform";
import { loadRunbooks } from "./lib/alerts/runbooks";
import { runChecks } from "./lib/checks/all";
import { report, summary } from "./lib/checks/report";
import { OutputRefused, writeManifests } from "./lib/gitops/write";
import { outputFiles } from "./lib/install/files";
import { DeclarationsRefused } from "./lib/platform/shapes";
import { loadSite } from "./lib/site/load";
import { SiteError } from "./lib/site/site-error";

const HELP = `npm run synth: site.yaml and the declarations -> checks -> dist/

  npm run synth -- other.yaml    another installation; so does SITE=other.yaml
  CDK8S_OUTDIR=folder            another output: a folder that belfry wrote before, an empty one, or one that is not there
                                 yet. It is replaced as a whole, and only when every check passes
`;

/** What is wrong with the arguments: the site's file, or nothing. */
function misused(args: readonly string[]): string | undefined {
  const [site, ...more] = args;
  if (site === undefined) return undefined;
  if (more.length > 0) return `one site at a time, not ${args.length} arguments: ${args.join(" ")}`;
  return existsSync(site) ? undefined : `${site}: there is no such file`;
}

/** site.yaml -> declarations -> checks -> dist/. An argument or `SITE` names another site, `CDK8S_OUTDIR` (the cdk8s CLI) another output. */
function main(args: readonly string[]): number {
  if (args[0] === "--help" || args[0] === "-h") {
    console.log(HELP);
    return 0;
  }
  const misuse = misused(args);
  if (misuse !== undefined) {
    console.error(`${misuse}\n\n${HELP}`);
    return 1;
  }
  const siteFile = args[0] ?? (process.env.SITE || "site.yaml");
  const site = loadSite(siteFile);
  const built = platform(site, loadRunbooks("docs/runbooks"));
  const findings = runChecks(built);
  if (findings.length > 0) {
    console.error(report(findings));
    return 1;
  }
  const outdir = process.env.CDK8S_OUTDIR || "dist";
  writeManifests(outdir, built.manifests, outputFiles(built, siteFile));
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
