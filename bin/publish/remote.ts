import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Site } from "../../lib/site/schema";
import { GitError, git, withoutCredentials } from "./git";

/** Why the GitOps repository can't be read or written, and how that is mended. */
export class RemoteRefused extends Error {}

/** A password or token is asked for only where the server wants one, and never stands in an address, an argument or a file. */
const HELPER = `!f() { test "$1" = get && printf 'username=%s\\npassword=%s\\n' "\${GITOPS_USER:-belfry}" "$GITOPS_TOKEN"; }; f`;

/** A branch of the GitOps repository, and a repository of our own beside it that holds its newest commit and nothing before. */
export class Remote {
  /** As it may be shown. */
  readonly address: string;
  /** The folder that holds what belfry makes. */
  readonly path: string;
  #branch: string;
  readonly #variables: Readonly<Record<string, string>>;
  readonly #root = mkdtempSync(join(tmpdir(), "belfry-gitops-"));
  readonly #repository = join(this.#root, "repository");

  constructor({ gitops }: Pick<Site, "gitops">, variables: NodeJS.ProcessEnv = process.env) {
    const { GITOPS_URL, GITOPS_TOKEN, GIT_CONFIG_COUNT } = variables;
    this.address = GITOPS_URL || gitops.repository;
    this.#branch = gitops.revision.replace(/^refs\/heads\//, "");
    this.path = gitops.path;
    const isHttp = /^https?:\/\//i.test(this.address);
    if (withoutCredentials(this.address) !== this.address)
      throw new RemoteRefused("GITOPS_URL holds credentials; put the token into GITOPS_TOKEN, and the address without it here");
    if (GITOPS_TOKEN && !isHttp)
      throw new RemoteRefused(
        `GITOPS_TOKEN is for https, and ${this.address} is not; name the repository's https address in GITOPS_URL, or leave the token out`,
      );
    const first = Number(GIT_CONFIG_COUNT ?? 0) || 0;
    const settings = GITOPS_TOKEN
      ? [
          ["credential.helper", ""],
          ["credential.helper", HELPER],
        ]
      : [];
    const pairs = settings.flatMap(([key = "", value = ""], index) => [
      [`GIT_CONFIG_KEY_${first + index}`, key],
      [`GIT_CONFIG_VALUE_${first + index}`, value],
    ]);
    this.#variables = { ...Object.fromEntries(pairs), GIT_CONFIG_COUNT: String(first + settings.length) };
  }

  /** Where the CD tool follows the default branch, its name, as soon as the repository was asked for it. */
  get branch(): string {
    return this.#branch;
  }

  /** A command in our repository, which may reach the other one. @throws GitError */
  git(args: readonly string[], input?: string, variables: Readonly<Record<string, string>> = {}): string {
    return git(args, { cwd: this.#repository, input, variables: { ...this.#variables, ...variables } });
  }

  /** A file of our own beside the repository. */
  scratch(name: string): string {
    return join(this.#root, name);
  }

  /** The newest commit of the branch, which {@link git} then knows; nothing where the repository is empty. @throws RemoteRefused */
  newest(): string | undefined {
    const { heads, isEmpty } = this.#listed();
    const commit = heads.get(this.branch);
    if (commit === undefined) {
      if (isEmpty) return undefined;
      throw new RemoteRefused(
        `${this.address} has no branch "${this.branch}" (gitops.revision of the site); create it, or name a branch: a tag or a commit takes no commits`,
      );
    }
    this.#read(() => this.git(["fetch", "--quiet", "--no-tags", "--depth=1", this.address, `refs/heads/${this.branch}`]));
    // what is fetched, not what was listed: somebody may have pushed in between
    return this.git(["rev-parse", "FETCH_HEAD"]);
  }

  /** The newest commit of the branch as the repository tells it now, without having it. @throws RemoteRefused */
  listedNewest(): string | undefined {
    return this.#listed().heads.get(this.branch);
  }

  remove(): void {
    rmSync(this.#root, { recursive: true, force: true });
  }

  #listed(): { readonly heads: ReadonlyMap<string, string>; readonly isEmpty: boolean } {
    const text = this.#read(() =>
      git(["ls-remote", "--symref", this.address, "HEAD", "refs/heads/*"], { cwd: this.#root, variables: this.#variables }),
    );
    if (this.#branch === "HEAD") this.#branch = /^ref: refs\/heads\/(.+)\tHEAD$/m.exec(text)?.[1] ?? "main";
    const heads = new Map(
      Array.from(text.matchAll(/^([0-9a-f]+)\trefs\/heads\/(.+)$/gm), ([, commit = "", name = ""]) => [name, commit] as const),
    );
    const [some = ""] = heads.values();
    const format = some.length === SHA256_LENGTH ? "sha256" : "sha1";
    // again for a later call: it changes nothing then
    git(["init", "--quiet", "--bare", `--object-format=${format}`, this.#repository], { cwd: this.#root });
    return { heads, isEmpty: heads.size === 0 };
  }

  #read<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof GitError)) throw error;
      throw new RemoteRefused(
        `the GitOps repository ${this.address} can't be read:\n${indented(error.message)}\n` +
          "  fix: GITOPS_TOKEN is a token that may read it (https), GITOPS_URL its address where this machine reaches it by another",
      );
    }
  }
}

const SHA256_LENGTH = 64;

export const indented = (text: string): string => text.replaceAll(/^/gm, "    ");
