import type { Site } from "../../lib/site/schema";
import { GitError, withoutCredentials } from "./git";
import { Scratch } from "./scratch";

/** Why the GitOps repository can't be read or written, and how that is mended. */
export class RemoteRefused extends Error {}

/** A password or token is asked for only where the server wants one, and never stands in an address, an argument or a file. */
const HELPER = `!f() { test "$1" = get && printf 'username=%s\\npassword=%s\\n' "\${GITOPS_USER:-belfry}" "$GITOPS_TOKEN"; }; f`;

/** A branch of the GitOps repository, and a repository of our own that holds its newest commit and nothing before. */
export class Remote extends Scratch {
  /** As it may be shown. */
  readonly address: string;
  /** The folder that holds what belfry makes. */
  readonly path: string;
  #branch: string;

  constructor({ gitops }: Pick<Site, "gitops">, variables: NodeJS.ProcessEnv = process.env) {
    const address = variables.GITOPS_URL || gitops.repository;
    refuseCredentials(address, variables);
    super(credentials(variables));
    this.address = address;
    this.#branch = gitops.revision.replace(/^refs\/heads\//, "");
    this.path = gitops.path;
  }

  /** Where the CD tool follows the default branch, its name, as soon as the repository was asked for it. */
  get branch(): string {
    return this.#branch;
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

  #listed(): { readonly heads: ReadonlyMap<string, string>; readonly isEmpty: boolean } {
    const text = this.#read(() => this.outside(["ls-remote", "--symref", this.address, "HEAD", "refs/heads/*"]));
    if (this.#branch === "HEAD") this.#branch = /^ref: refs\/heads\/(.+)\tHEAD$/m.exec(text)?.[1] ?? "main";
    const heads = new Map(
      Array.from(text.matchAll(/^([0-9a-f]+)\trefs\/heads\/(.+)$/gm), ([, commit = "", name = ""]) => [name, commit] as const),
    );
    const [some = ""] = heads.values();
    this.init(some.length === SHA256_LENGTH ? "sha256" : "sha1");
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

function refuseCredentials(address: string, { GITOPS_TOKEN }: NodeJS.ProcessEnv): void {
  if (withoutCredentials(address) !== address)
    throw new RemoteRefused("GITOPS_URL holds credentials; put the token into GITOPS_TOKEN, and the address without it here");
  if (GITOPS_TOKEN && !/^https?:\/\//i.test(address))
    throw new RemoteRefused(
      `GITOPS_TOKEN is for https, and ${address} is not; name the repository's https address in GITOPS_URL, or leave the token out`,
    );
}

/** Git's settings as variables, behind those that are there. */
function credentials({ GITOPS_TOKEN, GIT_CONFIG_COUNT }: NodeJS.ProcessEnv): Readonly<Record<string, string>> {
  if (!GITOPS_TOKEN) return {};
  const first = Number(GIT_CONFIG_COUNT ?? 0) || 0;
  // an empty one forgets those of this machine
  const helpers = ["", HELPER].flatMap((helper, index) => [
    [`GIT_CONFIG_KEY_${first + index}`, "credential.helper"],
    [`GIT_CONFIG_VALUE_${first + index}`, helper],
  ]);
  return { ...Object.fromEntries(helpers), GIT_CONFIG_COUNT: String(first + 2) };
}

const SHA256_LENGTH = 64;

export const indented = (text: string): string => text.replaceAll(/^/gm, "    ");
