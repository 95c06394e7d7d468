import { type Flaw, section, text } from "../field";
import { dnsName } from "../name";
import { repositoryFlaw } from "../repository";
import { urlFlaw } from "../url";

/** How Argo CD calls the cluster it runs in (common.KubernetesInternalAPIServerAddr). Applications and projects live there, whatever cluster they are about. */
export const CD_CLUSTER = "https://kubernetes.default.svc";

/** What the CD tool applies, and where. */
export const gitops = {
  keys: {
    gitops: section({
      repository: text("https://git.example.org/ops/gitops.git", repositoryFlaw),
      revision: text("main", revisionFlaw),
      path: text("belfry", folderFlaw),
      destination: text(CD_CLUSTER, destinationFlaw),
      project: dnsName("platform").optional(),
    }),
  },
};

/** By another address Argo CD would take the cluster it runs in for one that nobody added. */
function destinationFlaw(text: string): Flaw | undefined {
  const flaw = urlFlaw(text);
  if (flaw !== undefined || text === CD_CLUSTER || !/^https?:\/\/kubernetes(\.default(\.svc(\..*)?)?)?(:\d+)?$/.test(text)) return flaw;
  return { wrong: "is not how the CD tool calls the cluster it runs in", remedy: `write ${CD_CLUSTER}` };
}

export function revisionFlaw(text: string): Flaw | undefined {
  const isRevision = /^[A-Za-z0-9][A-Za-z0-9._/-]*$/.test(text) && !text.includes("..") && !/[/.]$/.test(text);
  return isRevision ? undefined : { wrong: "is not a branch, tag or commit" };
}

export function folderFlaw(text: string): Flaw | undefined {
  const isFolder = text.split("/").every((part) => /^[A-Za-z0-9._-]+$/.test(part) && !/^\.+$/.test(part));
  return isFolder ? undefined : { wrong: "is not a folder inside the repository (no slash at either end, no ..)" };
}
