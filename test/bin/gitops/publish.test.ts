import { rmSync } from "node:fs";
import { join } from "node:path";
import { publish } from "../../../bin/gitops/publish";
import { Remote } from "../../../bin/gitops/remote";
import { sourceOf } from "../../../bin/gitops/source";
import { exampleSite } from "../../example-site";
import { bare, commit, count, filesOf, git, hook, nextCommit, PLAIN, sourceCheckout, temporary, write } from "./repositories";

/** Pushed, and left as it is. */
let pushed: string;

beforeAll(() => {
  Object.assign(process.env, PLAIN);
  pushed = sourceCheckout();
});

const OUTPUT = {
  ".belfry": "ours\n",
  "INSTALL.md": "read me\n",
  "rules/storage.yml": "kind: VMRule\n",
  "rules/probes.yml": "kind: VMRule\n",
};

function output(files: Readonly<Record<string, string>> = OUTPUT): string {
  const root = temporary();
  write(root, files);
  return root;
}

async function published(
  repository: string,
  outdir: string,
  checkout: string,
  gitops: Partial<ReturnType<typeof exampleSite>["gitops"]> = {},
) {
  const remote = new Remote({ gitops: { ...exampleSite().gitops, ...gitops } }, { GITOPS_URL: repository });
  try {
    return await publish(outdir, remote, sourceOf(join(checkout, "site.yaml"), {}));
  } finally {
    remote.remove();
  }
}

const under = (path: string, files: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [`${path}/${name}`, text.trim()]));

describe("publish", () => {
  test("an empty repository gets its branch, and a commit that names the source", async () => {
    const [repository, checkout] = [bare(), pushed];
    const made = await published(repository, output(), checkout);
    expect(made).toEqual({ is: "published", commit: git(repository, "rev-parse", "main"), tries: 1 });
    expect(filesOf(repository)).toEqual(under("belfry", OUTPUT));
    const origin = git(checkout, "remote", "get-url", "origin");
    expect(git(repository, "log", "--format=%an <%ae>%n%B", "main")).toBe(
      `belfry <belfry@localhost>\nbelfry: first\n\nSource: ${origin} ${git(checkout, "rev-parse", "HEAD")}`,
    );
  });

  test("what is as it was makes no commit", async () => {
    const [repository, checkout] = [bare(), sourceCheckout()];
    await published(repository, output(), checkout);
    nextCommit(checkout, "words");
    expect(await published(repository, output(), checkout)).toEqual({ is: "unchanged", commit: git(repository, "rev-parse", "main") });
    expect(count(repository)).toBe(1);
  });

  test("the folder becomes the output, and the rest of the repository stays, whatever it is", async () => {
    const [repository, checkout] = [bare(), pushed];
    commit(repository, { "README.md": "theirs\n", "clusters/home/other/a b.yml": "theirs\n", "clusters/homes/x.yml": "theirs\n" });
    const before = filesOf(repository);
    await published(repository, output(), checkout, { path: "clusters/home/belfry" });
    const { "rules/probes.yml": _gone, ...left } = OUTPUT;
    const next = { ...left, "rules/storage.yml": "kind: another\n", "flows/new.yml": "kind: ClusterFlow\n" };
    await published(repository, output(next), checkout, { path: "clusters/home/belfry" });
    expect(filesOf(repository)).toEqual({ ...before, ...under("clusters/home/belfry", next) });
    expect(count(repository)).toBe(3);
  });

  test("modes, links and submodules of others are kept", async () => {
    const [repository, checkout] = [bare(), pushed];
    commit(repository, { "run.sh": "true\n" });
    const work = temporary();
    git(work, "clone", "-q", repository, "w");
    const root = join(work, "w");
    git(root, "update-index", "--chmod=+x", "run.sh");
    git(root, "update-index", "--add", "--cacheinfo", `160000,${"1".repeat(40)},module`);
    git(root, "commit", "-q", "-m", "modes");
    git(root, "push", "-q", "origin", "main");
    const before = git(repository, "ls-tree", "main");
    await published(repository, output(), checkout);
    const after = git(repository, "ls-tree", "main").split("\n");
    expect(after.filter((line) => !line.endsWith("\tbelfry"))).toEqual(before.split("\n"));
  });

  test("one that is overtaken in the moment of its push does it again on top of the other", async () => {
    const [repository, checkout] = [bare(), pushed];
    commit(repository, { "README.md": "theirs\n" });
    // the first push finds that the branch has moved since it was looked at
    hook(
      repository,
      "pre-receive",
      `[ -e moved ] && exit 0; touch moved; unset GIT_QUARANTINE_PATH GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES
       export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
       other=$(printf theirs | git hash-object -w --stdin); tree=$( (git ls-tree main; printf '100644 blob %s\\tother.yml\\n' "$other") | git mktree)
       git update-ref refs/heads/main "$(git commit-tree "$tree" -p main -m other)"`,
    );
    expect(await published(repository, output(), checkout)).toMatchObject({ is: "published", tries: 2 });
    expect(filesOf(repository)).toEqual({ "README.md": "theirs", "other.yml": "theirs", ...under("belfry", OUTPUT) });
    expect(count(repository)).toBe(3);
  });

  test("one whose source has a newer commit leaves everything as it is", async () => {
    const [repository, checkout] = [bare(), sourceCheckout()];
    const stale = join(temporary(), "stale");
    git("/", "clone", "-q", git(checkout, "remote", "get-url", "origin"), stale);
    nextCommit(checkout, "newer");
    await published(repository, output({ ...OUTPUT, "rules/storage.yml": "newer\n" }), checkout);
    const before = git(repository, "rev-parse", "main");
    expect(await published(repository, output(), stale)).toEqual({ is: "overtaken" });
    // where the newer one has found nothing to commit as well
    expect(await published(bare(), output(), stale)).toEqual({ is: "overtaken" });
    expect(git(repository, "rev-parse", "main")).toBe(before);
  });

  test("a path with settings of this machine, ignored names and lines with their ends is published byte by byte", async () => {
    const [repository, checkout] = [bare(), pushed];
    const config = join(temporary(), "config");
    const excludes = join(temporary(), "ignored");
    write("/", { [config]: `[core]\n\tautocrlf = true\n\texcludesFile = ${excludes}\n`, [excludes]: "*.tsv\nbuild\n" });
    process.env.GIT_CONFIG_GLOBAL = config;
    try {
      await published(repository, output({ ...OUTPUT, "series.tsv": "a\tb\r\n", "build/x.yml": "a\r\nb" }), checkout);
    } finally {
      process.env.GIT_CONFIG_GLOBAL = PLAIN.GIT_CONFIG_GLOBAL;
    }
    expect(git(repository, "cat-file", "-s", "main:belfry/series.tsv")).toBe("5");
    expect(git(repository, "cat-file", "-s", "main:belfry/build/x.yml")).toBe("4");
  });
});

describe("refused, with nothing published", () => {
  test("by a rule of the branch: its words are told", async () => {
    const [repository, checkout] = [bare(), pushed];
    hook(repository, "pre-receive", "echo 'main is protected' >&2; exit 1");
    await expect(published(repository, output(), checkout)).rejects.toThrow(
      /^the GitOps repository \S+ does not take the commit on "main":\n(?:.*\n)* {4}remote: main is protected\n(?:.*\n)* {2}fix: GITOPS_TOKEN may write there/,
    );
  });

  test.each([
    [
      "a folder of somebody else's",
      { "belfry/notes.md": "mine\n" },
      /folder "belfry" of \S+ holds what belfry did not write, such as notes\.md/,
    ],
    ["a file where the folder belongs", { belfry: "mine\n" }, /"belfry" of \S+ is no folder/],
  ])("%s", async (_, files, told) => {
    const [repository, checkout] = [bare(), pushed];
    commit(repository, files);
    await expect(published(repository, output(), checkout)).rejects.toThrow(told);
    expect(count(repository)).toBe(1);
  });

  test("a branch that is not there, and a repository that is not there", async () => {
    const [repository, checkout] = [bare(), pushed];
    commit(repository, { "README.md": "theirs\n" });
    await expect(published(repository, output(), checkout, { revision: "v1.0" })).rejects.toThrow(
      /has no branch "v1\.0" \(gitops\.revision of the site\); create it, or name a branch/,
    );
    await expect(published("/nowhere/at-all.git", output(), checkout)).rejects.toThrow(
      /^the GitOps repository \/nowhere\/at-all\.git can't be read:\n.*\n(?:.*\n)* {2}fix: GITOPS_TOKEN/,
    );
  });

  test("a folder that is no output", async () => {
    await expect(published(bare(), output({ "a.yml": "a\n" }), pushed)).rejects.toThrow(/is no output of belfry; run npx belfry synth/);
  });

  test("a commit that was not pushed", async () => {
    const checkout = sourceCheckout();
    git(checkout, "commit", "-q", "--allow-empty", "-m", "mine alone");
    await expect(published(bare(), output(), checkout)).rejects.toThrow(/is not on the branch "main" of \S+; push it first/);
  });
});

describe("the branch of the CD tool", () => {
  test.each(["HEAD", "refs/heads/main"])("may be %s", async (revision) => {
    const [repository, checkout] = [bare(), pushed];
    commit(repository, { "README.md": "theirs\n" });
    expect(await published(repository, output(), checkout, { revision })).toMatchObject({ is: "published" });
    expect(count(repository)).toBe(2);
  });
});

describe("the source", () => {
  const ofSite =
    (checkout: string, variables = {}) =>
    () =>
      sourceOf(join(checkout, "site.yaml"), variables);

  test("has every change in a commit", () => {
    const checkout = sourceCheckout({ "site.yaml": "a\n", "rules/a.ts": "a\n" });
    write(checkout, { "rules/a.ts": "b\n", "untracked.txt": "x" });
    expect(ofSite(checkout)).toThrow(
      /lies in a repository with changes that no commit holds; commit them, or undo them:\n *M rules\/a\.ts/,
    );
    git(checkout, "checkout", "-q", ".");
    expect(ofSite(checkout)().subject).toBe("first");
  });

  test("holds the site", () => {
    const checkout = sourceCheckout({ "other.yaml": "a\n" });
    write(checkout, { "site.yaml": "a\n" });
    expect(ofSite(checkout)).toThrow(/is not in the repository: a commit has to hold what is published/);
    rmSync(join(checkout, ".git"), { recursive: true });
    expect(ofSite(checkout)).toThrow(/is in no Git repository that can be read/);
  });

  test.each([
    ["GitHub, a branch", { GITHUB_ACTIONS: "true", GITHUB_REF: "refs/heads/release/1" }, "release/1"],
    ["GitLab, a branch", { GITLAB_CI: "true", CI_COMMIT_BRANCH: "main" }, "main"],
    ["nobody", {}, "main"],
  ])("is told its branch by %s", (_, variables, branch) => {
    expect(ofSite(pushed, variables)().branch).toBe(branch);
  });

  test.each([
    ["a pull request", { GITHUB_ACTIONS: "true", GITHUB_REF: "refs/pull/3/merge" }],
    ["a merge request", { GITLAB_CI: "true" }],
  ])("is not %s", (_, variables) => {
    expect(ofSite(pushed, variables)).toThrow(/publish from a branch, not from a pull request/);
  });

  test("shows no credentials that a runner has put into the address", () => {
    const checkout = sourceCheckout();
    git(checkout, "remote", "set-url", "origin", "https://ci:hunter2@git.example.org/ops/belfry.git");
    expect(ofSite(checkout)().address).toBe("https://git.example.org/ops/belfry.git");
  });
});

test.each([
  [{ GITOPS_URL: "https://me:secret@git.example.org/a.git" }, /^GITOPS_URL holds credentials/],
  [
    { GITOPS_URL: "git@git.example.org:a.git", GITOPS_TOKEN: "secret" },
    /^GITOPS_TOKEN is for https, and git@git\.example\.org:a\.git is not/,
  ],
])("%o is refused, and the token not shown", (variables, told) => {
  const made = () => new Remote({ gitops: exampleSite().gitops }, variables);
  expect(made).toThrow(told);
  expect(made).not.toThrow(/secret/);
});
