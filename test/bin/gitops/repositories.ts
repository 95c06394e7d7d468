import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const IDENTITY = {
  GIT_AUTHOR_NAME: "ops",
  GIT_AUTHOR_EMAIL: "ops@example.org",
  GIT_COMMITTER_NAME: "ops",
  GIT_COMMITTER_EMAIL: "ops@example.org",
};

/** As on a machine where nobody has set anything. */
export const PLAIN = { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" };

export function git(cwd: string, ...args: readonly string[]): string {
  return execFileSync("git", args, {
    cwd,
    encoding: "utf8",
    env: { ...process.env, ...PLAIN, ...IDENTITY },
    stdio: ["ignore", "pipe", "pipe"],
  }).trim();
}

export const temporary = (): string => mkdtempSync(join(tmpdir(), "belfry-publish-"));

export function bare(): string {
  const root = join(temporary(), "gitops.git");
  git("/", "init", "-q", "--bare", "-b", "main", root);
  return root;
}

export function write(root: string, files: Readonly<Record<string, string>>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
}

/** A commit in a repository's branch by somebody else, as a push makes it. @returns the commit */
export function commit(repository: string, files: Readonly<Record<string, string>>, message = "somebody else"): string {
  const work = temporary();
  git(work, "clone", "-q", repository, "w");
  const root = join(work, "w");
  git(root, "checkout", "-q", "-B", "main");
  write(root, files);
  git(root, "add", "-A");
  git(root, "commit", "-q", "-m", message);
  git(root, "push", "-q", "origin", "main");
  return git(root, "rev-parse", "HEAD");
}

/** A checkout of the repository that holds the site, pushed. */
export function sourceCheckout(files: Readonly<Record<string, string>> = { "site.yaml": "cluster: {}\n" }): string {
  const origin = bare();
  commit(origin, files, "first");
  const root = join(temporary(), "source");
  git("/", "clone", "-q", origin, root);
  return root;
}

/** The next commit of a checkout, pushed. */
export function nextCommit(root: string, message: string): string {
  git(root, "commit", "-q", "--allow-empty", "-m", message);
  git(root, "push", "-q", "origin", "main");
  return git(root, "rev-parse", "HEAD");
}

export function hook(repository: string, name: string, script: string): void {
  const file = join(repository, "hooks", name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
}

/** Every file of a branch, as `name` -> text. */
export function filesOf(repository: string, revision = "main"): Record<string, string> {
  const names = git(repository, "ls-tree", "-r", "-z", "--name-only", revision)
    .split("\0")
    .filter((name) => name !== "");
  return Object.fromEntries(names.map((name) => [name, git(repository, "show", `${revision}:${name}`)]));
}

export const count = (repository: string): number => Number(git(repository, "rev-list", "--count", "main"));
