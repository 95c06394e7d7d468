import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseDocument } from "yaml";
import { Registry } from "../../bin/images/registry/client";
import { parseReference } from "../../bin/images/registry/reference";
import { copyOfSources, edit } from "../bin/copy";
import { bare, filesOf, git, hook } from "../bin/gitops/repositories";
import { type ForgeStandIn, forgeStandIn } from "../bin/review/forge-stand-in";
import { ELSEWHERE_FILE, EXAMPLE_FILE, ROOT } from "../example";
import type { RunningRegistry } from "./docker-registry";
import { describeEngines } from "./engine";
import { type Gitea, startGitea } from "./gitea";
import { registryOfCheckout } from "./registry-of-checkout";
import { checkedOut, eventFile, type Job, type JobRun, runJob } from "./workflow-runner";

// a synth takes as long as the other users of the machine let it, and a test has several
jest.setTimeout(600_000);

/** What a runner without a network and without a registry does instead. */
const INSTEAD = { "npm ci --cache .npm --prefer-offline": "true", "npm ci": "true", "npx belfry images push": "true" };
const PACKAGES = join(ROOT, "node_modules");

/** The sources with two sites, as somebody has them in a repository of their own. */
function ownRepository(origin: string, settings: readonly string[] = []): string {
  const root = copyOfSources();
  copyFileSync(join(ROOT, ".gitignore"), join(root, ".gitignore"));
  // the other site shares nothing with the first but the repository
  const second = parseDocument(readFileSync(ELSEWHERE_FILE, "utf8"));
  for (const [key, value] of Object.entries({ revision: "main", path: "second/belfry" })) second.setIn(["gitops", key], value);
  writeFileSync(join(root, "second.yaml"), String(second));
  git(root, "init", "-q", "-b", "main");
  for (const one of settings) git(root, "config", one.slice(0, one.indexOf("=")), one.slice(one.indexOf("=") + 1));
  git(root, "add", "-A");
  git(root, "commit", "-q", "-m", "first");
  git(root, "remote", "add", "origin", origin);
  git(root, "push", "-q", "origin", "main");
  return root;
}

function commitAll(root: string, message: string): string {
  git(root, "add", "-A");
  git(root, "commit", "-q", "--allow-empty", "-m", message);
  git(root, "push", "-q", "origin", "HEAD");
  return git(root, "rev-parse", "HEAD");
}

/** One bundle less, and another more. */
function otherBundles(root: string): void {
  const site = join(root, "site.yaml");
  const document = parseDocument(readFileSync(site, "utf8"));
  document.delete("snmp");
  document.set("ups", document.createNode({ servers: [{ address: "192.168.10.40", ups: ["rack"] }], username: "monitor" }));
  writeFileSync(site, String(document));
}

const bundlesIn = (files: readonly string[]): Set<string> =>
  new Set(files.map((file) => file.split("/")[1] ?? "").filter((name) => !name.includes(".")));

const EVENT = { number: 7, head: { repo: { full_name: "ops/belfry" } } };
const right = (run: JobRun): JobRun => {
  if (!run.isRight) throw new Error(run.output);
  return run;
};

/** What the runs do whose registry is there: the real push. */
const { "npx belfry images push": _pushed, ...INSTEAD_OF_NETWORK } = INSTEAD;

describeEngines(["gitea", "docker-registry", "skopeo"], "Forgejo's workflow, with Gitea", () => {
  let gitea: Gitea;
  let registry: RunningRegistry;
  let token: string;
  let settings: string[];
  let root: string;
  let pull: number;

  const api = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${gitea.url}/api/v1${path}`, {
      method,
      headers: { authorization: `token ${token}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.status === 204 ? undefined : answer.json();
  };
  const source = () => `${gitea.url}/ops/belfry.git`;
  const gitops = () => `${gitea.url}/ops/gitops.git`;
  /** The GitOps repository as anybody with the right to read it sees it. */
  const published = (): string => {
    const copy = bare();
    git("/", ...settings.flatMap((one) => ["-c", one]), "--git-dir", copy, "fetch", "-q", gitops(), "+refs/heads/*:refs/heads/*");
    return copy;
  };
  const comments = async (): Promise<string[]> =>
    ((await api("GET", `/repos/ops/belfry/issues/${pull}/comments`)) as { readonly body: string }[]).map(({ body }) => body);

  const job = (which: Job["job"], revision: string, event: string, ref: string, more: Partial<Job> = {}): Promise<JobRun> => {
    const checkout = checkedOut(source(), revision, PACKAGES, settings);
    const { values, ...rest } = more;
    return runJob({
      forge: "forgejo",
      job: which,
      checkout,
      values: {
        "github.event_name": event,
        "github.token": token,
        "secrets.GITOPS_READ_TOKEN": token,
        "secrets.GITOPS_WRITE_TOKEN": token,
        "vars.GITOPS_URL": gitops(),
        ...values,
      },
      variables: {
        GITHUB_ACTIONS: "true",
        GITEA_ACTIONS: "true",
        GITHUB_API_URL: `${gitea.url}/api/v1`,
        GITHUB_SERVER_URL: gitea.url,
        GITHUB_REPOSITORY: "ops/belfry",
        GITHUB_REF: ref,
        GITHUB_BASE_REF: "main",
        GITHUB_RUN_NUMBER: "3",
        GITHUB_EVENT_PATH: eventFile(event === "push" ? {} : { pull_request: { ...EVENT, number: pull } }),
      },
      instead: INSTEAD,
      ...rest,
    });
  };
  const publish = (revision: string, more: Partial<Job> = {}) => job("publish", revision, "push", "refs/heads/main", more);
  const review = (revision: string, more: Partial<Job> = {}) => job("review", revision, "pull_request", `refs/pull/${pull}/head`, more);

  beforeAll(async () => {
    gitea = await startGitea();
    token = await gitea.token("ops");
    settings = [`http.${gitea.url}/.extraheader=authorization: basic ${Buffer.from(`ops:${token}`).toString("base64")}`];
    for (const name of ["belfry", "gitops"]) await api("POST", "/user/repos", { name, private: true, default_branch: "main" });
    root = ownRepository(source(), settings);
    registry = await registryOfCheckout(root);
    commitAll(root, "first");
  });
  afterAll(() => registry.engine.stop());

  test("the first push brings every image and publishes everything, and names the commit it comes from", async () => {
    const commit = git(root, "rev-parse", "HEAD");
    const { output } = right(await publish(commit, { instead: INSTEAD_OF_NETWORK }));
    expect(output).toMatch(new RegExp(`^${registry.host}/belfry: 6 pushed, 0 there already, 0 refused$`, "m"));
    expect(output).toContain(`published ${commit.slice(0, 12)} as `);
    expect(output).not.toContain(token);
    const copy = published();
    expect(bundlesIn(Object.keys(filesOf(copy)))).toContain("monitoring-snmp-exporter");
    const named = new Set(
      Object.values(filesOf(copy)).flatMap((text) => text.match(new RegExp(`${registry.host}/belfry/[^\\s"']+`, "g")) ?? []),
    );
    const images = [...named].filter((one) => /:[0-9a-f]{12}/.test(one)).map(parseReference);
    expect(new Set(images.map(({ repository }) => repository)).size).toBe(7);
    const asked = new Registry(registry.host, { credentials: async () => undefined });
    for (const { repository, tag = "", digest } of images) {
      const found = await asked.head(repository, tag);
      expect([repository, found?.digest]).toEqual([repository, repository.endsWith("/grafana-plugins") ? expect.any(String) : digest]);
      if (digest !== undefined) expect((await asked.manifest(repository, digest)).digest).toBe(digest);
    }
    expect(git(copy, "log", "--format=%B", "main")).toBe(`belfry: first\n\nSource: ${source()} ${commit}`);
  });

  test("a push that changes nothing of the output makes no commit", async () => {
    writeFileSync(join(root, "notes.md"), "words\n");
    const { output } = right(await publish(commitAll(root, "words")));
    expect(output).toContain("nothing to publish: belfry/ at main of ");
    expect(git(published(), "rev-list", "--count", "main")).toBe("1");
  });

  test("a pull request has one comment: counts, rules, bundles, and the diff", async () => {
    git(root, "checkout", "-q", "-b", "change");
    otherBundles(root);
    const branch = commitAll(root, "other bundles");
    // main has moved on since
    git(root, "checkout", "-q", "main");
    edit(join(root, "rules/storage.ts"), "minutes(10)", "minutes(12)");
    right(await publish(commitAll(root, "a rule")));
    const made = (await api("POST", "/repos/ops/belfry/pulls", { head: "change", base: "main", title: "other bundles" })) as {
      readonly number: number;
    };
    pull = made.number;
    await api("POST", `/repos/ops/belfry/issues/${pull}/comments`, { body: "looks good" });

    const first = right(await review(branch));
    expect(first.output).toContain("comment: added");
    const [theirs, text = "", ...more] = await comments();
    expect([theirs, more]).toEqual(["looks good", []]);
    expect(text).toMatch(/^<!-- belfry: site\.yaml -->\n### `\S+`: \d+ objects added, \d+ removed, \d+ changed; \d+ alerts? /);
    expect(text).toMatch(/removed Deployment <b>\S*snmp-exporter<\/b>/);
    expect(text).toMatch(/added Deployment <b>\S*nut-exporter<\/b>/);
    expect(text).toContain("added alert `");
    expect(text).toContain(`[this run](${gitea.url}/ops/belfry/actions/runs/3)`);
    // what main has got is not taken back
    expect(text).not.toContain("12m");
    expect(text.length).toBeLessThanOrEqual(65_536);

    git(root, "checkout", "-q", "change");
    expect(right(await review(commitAll(root, "nothing new"))).output).toContain("comment: as it was");
    edit(join(root, "docs/runbooks/StorageBackupStale.md"), "## Impact\n\n", "## Impact\n\nA word more. ");
    expect(right(await review(commitAll(root, "a page"))).output).toContain("comment: changed");
    expect((await comments()).length).toBe(2);
  });

  test("one from somebody else's copy gets no secret, says nothing on the request, and ends well", async () => {
    const before = await comments();
    const run = right(
      await review("origin/change", {
        values: { "github.token": "", "secrets.GITOPS_READ_TOKEN": "", "secrets.GITOPS_WRITE_TOKEN": "" },
        variables: {
          GITHUB_ACTIONS: "true",
          GITEA_ACTIONS: "true",
          GITHUB_API_URL: `${gitea.url}/api/v1`,
          GITHUB_REPOSITORY: "ops/belfry",
          GITHUB_REF: `refs/pull/${pull}/head`,
          GITHUB_BASE_REF: "main",
          GITHUB_EVENT_PATH: eventFile({ pull_request: { number: pull, head: { repo: { full_name: "evil/belfry" } } } }),
        },
      }),
    );
    expect(run.output).toContain("synthesized, and not compared");
    expect(run.output).toContain("no comment: ");
    expect(await comments()).toEqual(before);
  });

  test("what is merged is published: a bundle that is new, one that is gone", async () => {
    git(root, "checkout", "-q", "main");
    git(root, "-c", "user.name=ops", "-c", "user.email=ops@example.org", "merge", "-q", "--no-edit", "change");
    right(await publish(commitAll(root, "merged")));
    const bundles = bundlesIn(Object.keys(filesOf(published())));
    expect(["monitoring-nut-exporter", "monitoring-snmp-exporter"].map((name) => bundles.has(name))).toEqual([true, false]);
  });

  test("a run that is overtaken publishes nothing", async () => {
    const old = git(root, "rev-parse", "HEAD~2");
    const before = git(published(), "rev-parse", "main");
    expect(right(await publish(old)).output).toContain(`not published: "main" has a newer commit than ${old.slice(0, 12)}`);
    expect(git(published(), "rev-parse", "main")).toBe(before);
  });

  test("two that publish at once are both published, and the rest of the repository stays", async () => {
    await api("POST", "/repos/ops/gitops/contents/README.md", { content: Buffer.from("theirs\n").toString("base64"), message: "theirs" });
    edit(join(root, "rules/storage.ts"), "minutes(12)", "minutes(14)");
    const commit = commitAll(root, "for both");
    const before = Number(git(published(), "rev-list", "--count", "main"));
    for (const run of await Promise.all([publish(commit), publish(commit, { edited: { SITE: "second.yaml" } })])) right(run);
    const files = filesOf(published());
    expect(Object.keys(files).filter((file) => /(?:^|\/)monitoring-rules\/storage\.yml$|^README\.md$/.test(file))).toEqual([
      "README.md",
      "belfry/monitoring-rules/storage.yml",
      "second/belfry/monitoring-rules/storage.yml",
    ]);
    expect(Number(git(published(), "rev-list", "--count", "main"))).toBe(before + 2);
  });

  test("images that can't be pushed leave the manifests unpublished", async () => {
    edit(join(root, "rules/storage.ts"), "minutes(14)", "minutes(16)");
    const before = git(published(), "rev-parse", "main");
    const run = await publish(commitAll(root, "images"), {
      instead: { ...INSTEAD, "npx belfry images push": "echo 'no registry'; false" },
    });
    expect(run).toEqual({ isRight: false, output: "no registry\n" });
    expect(git(published(), "rev-parse", "main")).toBe(before);
  });

  test("a refused push fails the run, with the words of the server and without a token", async () => {
    await api("POST", "/repos/ops/gitops/branch_protections", { branch_name: "main", enable_push: false });
    const before = git(published(), "rev-parse", "main");
    const { isRight, output } = await publish("origin/main");
    expect(isRight).toBe(false);
    expect(output).toMatch(/the GitOps repository \S+ does not take the commit on "main":\n(?:.*\n)*?.*protected branch/i);
    expect(output).not.toContain(token);
    expect(git(published(), "rev-parse", "main")).toBe(before);
    const wrong = await publish("origin/main", { values: { "secrets.GITOPS_WRITE_TOKEN": "hunter2" } });
    expect(wrong.isRight).toBe(false);
    expect(wrong.output).toMatch(/can't be read:\n(?:.*\n)*?.*Authentication failed/);
    expect(wrong.output).not.toContain("hunter2");
  });
});

describe.each(["github", "gitlab"] as const)("the workflow of %s", (forge) => {
  const isGitlab = forge === "gitlab";
  let host: ForgeStandIn;
  let gitops: string;
  let root: string;

  beforeAll(async () => {
    host = await forgeStandIn("T");
    gitops = bare();
    root = ownRepository(bare());
  });
  afterAll(() => host.close());

  const run = (which: Job["job"], revision: string): Promise<JobRun> => {
    const isPush = which === "publish";
    const pipeline = {
      GITLAB_CI: "true",
      GITOPS_URL: gitops,
      CI_DEFAULT_BRANCH: "main",
      CI_API_V4_URL: host.url,
      ...(isPush
        ? { CI_PIPELINE_SOURCE: "push", CI_COMMIT_BRANCH: "main" }
        : {
            CI_PIPELINE_SOURCE: "merge_request_event",
            CI_MERGE_REQUEST_IID: "7",
            CI_MERGE_REQUEST_PROJECT_ID: "12",
            CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "12",
            CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "main",
            COMMENT_TOKEN: "T",
          }),
    };
    const actions = {
      GITHUB_ACTIONS: "true",
      GITHUB_API_URL: host.url,
      GITHUB_REPOSITORY: "ops/belfry",
      GITHUB_REF: isPush ? "refs/heads/main" : "refs/pull/7/merge",
      GITHUB_EVENT_PATH: eventFile(isPush ? {} : { pull_request: EVENT }),
      GITHUB_STEP_SUMMARY: join(root, ".git/summary.md"),
    };
    const contexts = { "github.event_name": isPush ? "push" : "pull_request", "github.token": "T", "vars.GITOPS_URL": gitops };
    return runJob({
      forge,
      job: which,
      checkout: checkedOut(git(root, "remote", "get-url", "origin"), revision, PACKAGES),
      values: isGitlab ? pipeline : contexts,
      variables: isGitlab ? {} : actions,
      instead: INSTEAD,
    });
  };

  test("publishes, reviews in one comment, and publishes what is merged", async () => {
    right(await run("publish", "origin/main"));
    expect(bundlesIn(Object.keys(filesOf(gitops)))).toContain("monitoring-snmp-exporter");
    git(root, "checkout", "-q", "-b", "change");
    otherBundles(root);
    right(await run("review", commitAll(root, "other bundles")));
    writeFileSync(join(root, "site.yaml"), readFileSync(EXAMPLE_FILE, "utf8").replace(/^cluster:/m, "clutser:"));
    const refused = await run("review", commitAll(root, "a mistake"));
    expect(refused.isRight).toBe(false);
    expect(host.comments.map(({ body }) => body)).toEqual([expect.stringContaining("### `site.yaml` is refused")]);
    copyFileSync(EXAMPLE_FILE, join(root, "site.yaml"));
    otherBundles(root);
    right(await run("review", commitAll(root, "mended")));
    expect(host.comments.map(({ body }) => body)).toEqual([expect.stringMatching(/removed Deployment <b>\S*snmp-exporter/)]);
    if (!isGitlab) expect(readFileSync(join(root, ".git/summary.md"), "utf8")).toContain("is refused");
    git(root, "checkout", "-q", "main");
    git(root, "merge", "-q", "change");
    right(await run("publish", commitAll(root, "merged")));
    const bundles = bundlesIn(Object.keys(filesOf(gitops)));
    expect(["monitoring-nut-exporter", "monitoring-snmp-exporter"].map((name) => bundles.has(name))).toEqual([true, false]);
  });

  test("fails where the push is refused", async () => {
    hook(gitops, "pre-receive", "echo 'not on a Friday' >&2; exit 1");
    edit(join(root, "rules/storage.ts"), "minutes(10)", "minutes(12)");
    const { isRight, output } = await run("publish", commitAll(root, "a rule"));
    expect([isRight, output.includes("not on a Friday")]).toEqual([false, true]);
  });
});
