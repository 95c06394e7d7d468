import { dirname, resolve } from "node:path";
import { GitError, git, gitOr, withoutCredentials } from "./git";

/** Why nobody could tell from which commit the output came. */
export class SourceRefused extends Error {}

/** The commit that holds the site, and the declarations where they lie in the same repository. */
export interface Source {
  readonly folder: string;
  readonly commit: string;
  /** The first line of its message. */
  readonly subject: string;
  /** Where it was pushed to, as it may be shown. @default - it has no origin */
  readonly address?: string;
  readonly branch: string;
}

/** @throws SourceRefused where no commit is all that the output comes from */
export function sourceOf(siteFile: string, variables: NodeJS.ProcessEnv = process.env): Source {
  const file = resolve(siteFile);
  const folder = dirname(file);
  const ask = (args: readonly string[]) => git(args, { cwd: folder });
  try {
    const commit = ask(["rev-parse", "HEAD^{commit}"]);
    if (gitOr(["ls-files", "--error-unmatch", file], { cwd: folder }) === undefined)
      throw new SourceRefused(`${siteFile} is not in the repository: a commit has to hold what is published; add and commit it`);
    const changed = ask(["status", "--porcelain", "--untracked-files=no"]);
    if (changed !== "")
      throw new SourceRefused(
        `${siteFile} lies in a repository with changes that no commit holds; commit them, or undo them:\n${changed.split("\n").slice(0, 5).join("\n")}`,
      );
    const address = gitOr(["remote", "get-url", "origin"], { cwd: folder });
    return {
      folder,
      commit,
      subject: ask(["log", "-1", "--format=%s"]),
      ...(address !== undefined && { address: withoutCredentials(address) }),
      branch: branchOf(folder, variables),
    };
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    throw new SourceRefused(`${siteFile} is in no Git repository that can be read:\n${error.message}`);
  }
}

/** Runners check out a commit, and say of which branch it is. */
function branchOf(folder: string, { GITHUB_ACTIONS, GITHUB_REF = "", GITLAB_CI, CI_COMMIT_BRANCH }: NodeJS.ProcessEnv): string {
  const told = GITHUB_ACTIONS ? /^refs\/heads\/(.+)$/.exec(GITHUB_REF)?.[1] : GITLAB_CI ? CI_COMMIT_BRANCH : undefined;
  const branch = told ?? (GITHUB_ACTIONS || GITLAB_CI ? undefined : gitOr(["symbolic-ref", "--short", "HEAD"], { cwd: folder }));
  if (!branch)
    throw new SourceRefused("this is no branch's newest commit; publish from a branch, not from a pull request, a tag or a commit");
  return branch;
}

export type Standing = "newest" | "overtaken" | "not pushed";

/**
 * Whether the commit is the newest of its branch where it was pushed to. A run that was overtaken publishes nothing: the newer one
 * may have been quicker, and have found nothing to commit.
 */
export function standingOf({ folder, commit, branch, address }: Source): Standing {
  if (address === undefined) return "newest";
  const listed = askOrigin(folder, branch);
  if (listed === commit) return "newest";
  // a shallow clone does not know the newer one
  const isBehind = listed === undefined || gitOr(["merge-base", "--is-ancestor", listed, commit], { cwd: folder }) !== undefined;
  return isBehind ? "not pushed" : "overtaken";
}

function askOrigin(folder: string, branch: string): string | undefined {
  try {
    return git(["ls-remote", "origin", `refs/heads/${branch}`], { cwd: folder }).split("\t")[0] || undefined;
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    throw new SourceRefused(
      `the source repository can't be asked whether a newer commit is there:\n${error.message}\n  fix: let the checkout keep its credentials (persist-credentials) in the job that publishes`,
    );
  }
}
