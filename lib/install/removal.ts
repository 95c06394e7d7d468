import type { Manifest } from "../gitops/manifest";
import { KINDS } from "../kubernetes/kinds";
import type { Platform } from "../platform/platform";
import { applicationsOf } from "./applications";
import { cdKubectl } from "./clusters";
import { blocks, code, codes, list, table } from "./markdown";

/** How a section of the site goes again, and what stays on purpose. */
export function removal(platform: Platform, step: number, siteFile: string): string {
  return blocks(
    `## ${step}. Take a section out again`,
    sections(platform, siteFile),
    "What a deletion would lose for good stays, whatever the CD tool prunes. Delete it by hand when you are sure:",
    list(
      platform.manifests.filter(isKept).map(({ object: { apiVersion, kind, metadata } }) => {
        const where = metadata.namespace === undefined ? "" : ` -n ${metadata.namespace}`;
        const kubectl = groupOf(apiVersion) === KINDS.Application.group ? cdKubectl(platform) : "kubectl";
        return code(`${kubectl}${where} delete ${kind.toLowerCase()} ${metadata.name}`);
      }),
    ),
  );
}

function sections(platform: Platform, siteFile: string): string {
  const { sections: present } = platform;
  if (present.length === 0) return "This site has no section that it could do without.";
  const applications = applicationsOf(platform);
  const ofSection = present.map(({ section, bundles, credentials }) => ({
    section,
    own: applications.filter(({ bundle }) => bundle !== undefined && bundles.includes(bundle)),
    entries: credentials.flatMap(({ keys }) => Object.values(keys)),
  }));
  const all = ofSection.flatMap(({ own }) => own);
  return blocks(
    `Delete it from ${code(siteFile)}, its namespace from the lists of \`components\` too, run the synth into the checkout, commit and push. Its rules and the rest of the output follow in the same commit.`,
    table(
      ["Section", "Applications that go", "Entries of the secret store to revoke and delete"],
      ofSection.map(({ section, own, entries }) => [
        code(section),
        codes(own.map(({ name }) => name)) || "none",
        codes(entries.map(({ key }) => key)) || "none",
      ]),
    ),
    present.some(({ section }) => section.startsWith("push."))
      ? "A `push` without any service is `push: {}`, which tells nobody; left out, it means Pushover."
      : "",
    all.every(({ takesAlong }) => takesAlong)
      ? "An Application that goes takes along what it applied."
      : "What the Application applied runs on, and nobody looks after it any more: delete it by hand, but not what is below.",
  );
}

const groupOf = (apiVersion: string): string | undefined => apiVersion.split("/")[0];

const KEEPING = /\b(?:Prune|Delete)=false\b/;

function isKept({ object }: Manifest): boolean {
  return KEEPING.test(object.metadata.annotations?.["argocd.argoproj.io/sync-options"] ?? "");
}
