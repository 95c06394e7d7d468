import { type Flaw, section, text } from "../field";
import { dnsName } from "../name";
import { repositoryFlaw } from "../repository";
import { url } from "../url";

/** What the CD tool applies, and where. */
export const gitops = {
  keys: {
    gitops: section({
      repository: text("https://git.example.org/ops/gitops.git", repositoryFlaw),
      revision: text("main", revisionFlaw),
      path: text("belfry", folderFlaw),
      destination: url("https://kubernetes.default.svc"),
      project: dnsName("platform").optional(),
    }),
  },
};

export function revisionFlaw(text: string): Flaw | undefined {
  const isRevision = /^[A-Za-z0-9][A-Za-z0-9._/-]*$/.test(text) && !text.includes("..") && !/[/.]$/.test(text);
  return isRevision ? undefined : { wrong: "is not a branch, tag or commit" };
}

export function folderFlaw(text: string): Flaw | undefined {
  const isFolder = text.split("/").every((part) => /^[A-Za-z0-9._-]+$/.test(part) && !/^\.+$/.test(part));
  return isFolder ? undefined : { wrong: "is not a folder inside the repository (no slash at either end, no ..)" };
}
