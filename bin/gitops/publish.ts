import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { MARKER } from "../../lib/gitops/write";
import { GitError } from "./git";
import { indented, type Remote, RemoteRefused } from "./remote";
import { type Source, SourceRefused, standingOf } from "./source";

export type Published =
  | { readonly is: "published"; readonly commit: string; readonly tries: number }
  | { readonly is: "unchanged"; readonly commit: string }
  | { readonly is: "overtaken" };

/** Another one was quicker, each time. Two who publish at once get by with two. */
const TRIES = 10;
const PAUSE_MS = 300;

/**
 * Commits an output to the branch of the GitOps repository: its folder becomes the output as a whole, the rest of the tree stays as it
 * is. Nothing is merged: where somebody else was quicker, the commit is made anew on top of theirs.
 * @throws RemoteRefused, SourceRefused
 */
export async function publish(outdir: string, remote: Remote, source: Source): Promise<Published> {
  for (let tries = 1; ; tries++) {
    const parent = remote.newest();
    const held = parent === undefined ? undefined : folderOf(remote, parent);
    // In this order: whoever publishes a newer commit after this question also moves the branch, and the push below is refused.
    const standing = standingOf(source);
    if (standing === "overtaken") return { is: "overtaken" };
    if (standing === "not pushed")
      throw new SourceRefused(`the commit ${source.commit} is not on the branch "${source.branch}" of ${source.address}; push it first`);
    const output = treeOfOutput(remote, outdir);
    if (parent !== undefined && held === output) return { is: "unchanged", commit: parent };
    const root = withFolder(remote, parent === undefined ? undefined : `${parent}^{tree}`, remote.path.split("/"), output);
    const commit = remote.git(
      ["commit-tree", root, ...(parent === undefined ? [] : ["-p", parent])],
      messageOf(remote, source),
      identity(process.env),
    );
    const refused = push(remote, commit);
    if (refused === undefined) return { is: "published", commit, tries };
    const isMoved = remote.listedNewest() !== parent;
    if ((!isMoved && !isLocked(refused)) || tries === TRIES) throw notTaken(remote, refused);
    await sleep(PAUSE_MS * tries * Math.random());
  }
}

/** Its subject is what a reader of the GitOps repository asks for first: what was changed, and where. */
function messageOf({ path }: Remote, { address, commit, subject }: Source): string {
  return `${path}: ${subject}\n\nSource: ${[address, commit].filter((one) => one !== undefined).join(" ")}\n`;
}

/** Whoever wants another name in the history sets Git's own variables. */
function identity({ GIT_AUTHOR_NAME, GIT_AUTHOR_EMAIL, GIT_COMMITTER_NAME, GIT_COMMITTER_EMAIL }: NodeJS.ProcessEnv) {
  const name = GIT_AUTHOR_NAME || "belfry";
  const email = GIT_AUTHOR_EMAIL || "belfry@localhost";
  return {
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_COMMITTER_NAME: GIT_COMMITTER_NAME || name,
    GIT_COMMITTER_EMAIL: GIT_COMMITTER_EMAIL || email,
  };
}

/** What the server said, where it refused. */
function push(remote: Remote, commit: string): string | undefined {
  try {
    remote.git(["push", "--quiet", remote.address, `${commit}:refs/heads/${remote.branch}`]);
    return undefined;
  } catch (error) {
    if (error instanceof GitError) return error.message;
    throw error;
  }
}

/** Two that push in the same moment: the branch has not moved yet, and the server holds it. */
const isLocked = (words: string): boolean => /cannot lock ref|failed to update ref|\.lock/.test(words);

function notTaken({ address, branch }: Remote, words: string): RemoteRefused {
  return new RemoteRefused(
    `the GitOps repository ${address} does not take the commit on "${branch}":\n${indented(words)}\n` +
      "  fix: GITOPS_TOKEN may write there, and no rule of the branch is against it; nothing was published",
  );
}

/** The tree of the folder in a commit. @throws RemoteRefused for a folder that belfry did not write */
export function folderOf(remote: Remote, commit: string): string | undefined {
  const [found] = entriesOf(remote, ["-d", commit, "--", remote.path]);
  if (found === undefined) return undefined;
  const names = entriesOf(remote, [found.id]).map(({ name }) => name);
  if (names.includes(MARKER)) return found.id;
  throw new RemoteRefused(
    `the folder "${remote.path}" of ${remote.address} holds what belfry did not write, such as ${names[0]}, and would be replaced as a whole; nothing was published\n` +
      "  fix: name another folder in gitops.path of the site, or empty this one",
  );
}

interface Entry {
  readonly mode: string;
  readonly type: string;
  readonly id: string;
  readonly name: string;
}

function entriesOf(remote: Remote, what: readonly string[]): Entry[] {
  return Array.from(remote.git(["ls-tree", "-z", ...what]).matchAll(/(\d+) (\w+) ([0-9a-f]+)\t([^\0]+)\0/g), (found) => {
    const [, mode = "", type = "", id = "", name = ""] = found;
    return { mode, type, id, name };
  });
}

function treeOfOutput(remote: Remote, outdir: string): string {
  if (existsSync(join(outdir, MARKER))) return remote.treeOf(outdir);
  throw new SourceRefused(`${outdir} is no output of belfry; run npx belfry synth`);
}

/** A tree like another, with this folder in it. */
function withFolder(remote: Remote, tree: string | undefined, [name = "", ...deeper]: readonly string[], folder: string): string {
  const entries = tree === undefined ? [] : entriesOf(remote, [tree]);
  const known = entries.find((one) => one.name === name);
  if (known !== undefined && known.type !== "tree")
    throw new RemoteRefused(
      `"${name}" of ${remote.address} is no folder, and ${remote.path} has to be one; name another in gitops.path of the site`,
    );
  const id = deeper.length === 0 ? folder : withFolder(remote, known?.id, deeper, folder);
  const lines = [...entries.filter((one) => one !== known), { mode: "040000", type: "tree", id, name }];
  // a submodule's commit is in another repository
  return remote.git(["mktree", "--missing", "-z"], lines.map((one) => `${one.mode} ${one.type} ${one.id}\t${one.name}\0`).join(""));
}
