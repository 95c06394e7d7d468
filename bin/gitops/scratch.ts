import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { git } from "./git";

/** A repository of our own, for as long as a command runs. */
export class Scratch {
  protected readonly root = mkdtempSync(join(tmpdir(), "belfry-gitops-"));
  readonly #repository = join(this.root, "repository");

  constructor(private readonly variables: Readonly<Record<string, string>> = {}) {}

  /** Again changes nothing. */
  init(format: "sha1" | "sha256" = "sha1"): this {
    git(["init", "--quiet", "--bare", `--object-format=${format}`, this.#repository], { cwd: this.root });
    return this;
  }

  /** A command in it. @throws GitError */
  git(args: readonly string[], input?: string, variables: Readonly<Record<string, string>> = {}): string {
    return git(args, { cwd: this.#repository, input, variables: { ...this.variables, ...variables } });
  }

  /** A command beside it. @throws GitError */
  protected outside(args: readonly string[]): string {
    return git(args, { cwd: this.root, variables: this.variables });
  }

  /** The tree of a folder, with nothing left out or converted by settings of this machine. */
  treeOf(folder: string): string {
    const index = { GIT_INDEX_FILE: join(this.root, "index") };
    this.git(["read-tree", "--empty"], undefined, index);
    const plain = ["-c", "core.autocrlf=false", "-c", "core.attributesFile=/dev/null", "-c", "core.fileMode=false"];
    this.git([...plain, `--work-tree=${folder}`, "add", "--all", "--force", "."], undefined, index);
    return this.git(["write-tree"], undefined, index);
  }

  /** The texts of blobs, in their order. */
  texts(ids: readonly string[]): string[] {
    const input = ids.map((id) => `${id}\n`).join("");
    const answer = git(["cat-file", "--batch"], { cwd: this.#repository, variables: this.variables, input, encoding: "latin1" });
    let at = 0;
    return ids.map(() => {
      const head = answer.indexOf("\n", at);
      const size = Number(answer.slice(at, head).split(" ").at(-1));
      at = head + 1 + size + 1;
      return Buffer.from(answer.slice(head + 1, head + 1 + size), "latin1").toString("utf8");
    });
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
