import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../example-site";
import { FORGES, type ForgeName, type Loose, readWorkflow, type Step, stepsOf } from "./workflow";

/** Of the published schemas (SchemaStore github-workflow.json; GitLab editor/schema/ci.json), as much as a workflow of ours may have. */
const GITHUB_KEYS = {
  workflow: ["name", "on", "permissions", "concurrency", "env", "jobs"],
  job: ["name", "if", "needs", "runs-on", "container", "timeout-minutes", "permissions", "environment", "env", "steps"],
  step: ["name", "if", "uses", "with", "run", "env"],
};
const GITLAB_KEYS = {
  workflow: ["workflow", "variables", "default", "stages"],
  job: ["stage", "timeout", "rules", "variables", "script", "artifacts", "resource_group"],
  artifacts: ["name", "expose_as", "when", "paths"],
};

const PULL_REQUEST: Readonly<Record<ForgeName, Readonly<Record<string, string>>>> = {
  github: { "github.event_name": "pull_request", "github.token": "T" },
  forgejo: { "github.event_name": "pull_request", "github.token": "T" },
  gitlab: { CI_PIPELINE_SOURCE: "merge_request_event", CI_DEFAULT_BRANCH: "main" },
};
const PUSH: typeof PULL_REQUEST = {
  github: { "github.event_name": "push", "github.token": "T" },
  forgejo: { "github.event_name": "push", "github.token": "T" },
  gitlab: { CI_PIPELINE_SOURCE: "push", CI_COMMIT_BRANCH: "main", CI_DEFAULT_BRANCH: "main" },
};

const jobsOf = (forge: ForgeName): Readonly<Record<string, Loose>> => {
  const workflow = readWorkflow(forge);
  if (forge !== "gitlab") return workflow.jobs as Readonly<Record<string, Loose>>;
  const { workflow: _, variables: _v, default: _d, stages: _s, ...jobs } = workflow;
  return jobs as Readonly<Record<string, Loose>>;
};

const commandsOf = (steps: readonly Step[] | undefined): string[] =>
  (steps ?? []).flatMap(({ run = "" }) => run.split("\n")).filter((line) => line.trim() !== "" && !line.startsWith("#"));

test("whoever follows the page locks the images before the first push", () => {
  const page = readFileSync(join(ROOT, "docs/pull-requests.md"), "utf8");
  const [before = ""] = page.split("## Secrets");
  expect(before).toMatch(/```sh\n(?:.*\n)*SITE=site\.yaml npx belfry images lock\ngit add images\.lock\.json\n(?:.*\n)*```/);
  for (const forge of FORGES) expect(before).toContain(`workflows/${forge}.yml`);
});

describe.each(FORGES)("%s", (forge) => {
  const text = readFileSync(join(ROOT, `workflows/${forge}.yml`), "utf8");

  test("has the keys of its schema and no other", () => {
    const keys = forge === "gitlab" ? GITLAB_KEYS : GITHUB_KEYS;
    const jobs = Object.values(jobsOf(forge));
    const workflow = Object.keys(readWorkflow(forge)).filter((key) => forge !== "gitlab" || !(key in jobsOf(forge)));
    expect(workflow.filter((key) => !keys.workflow.includes(key))).toEqual([]);
    expect(jobs.flatMap(Object.keys).filter((key) => !keys.job.includes(key))).toEqual([]);
    const steps = jobs.flatMap(({ steps: own = [] }) => own as readonly Loose[]);
    expect(steps.flatMap(Object.keys).filter((key) => !GITHUB_KEYS.step.includes(key))).toEqual([]);
    expect(steps.filter(({ run, uses }) => (run === undefined) === (uses === undefined))).toEqual([]);
    const artifacts = jobs.flatMap((job) => Object.keys((job.artifacts ?? {}) as Loose));
    expect(artifacts.filter((key) => !GITLAB_KEYS.artifacts.includes(key))).toEqual([]);
    expect(Object.keys(jobsOf(forge))).toEqual(["test", "review", "publish"]);
  });

  test("a pull request is reviewed and nothing of it published, a push the other way round", () => {
    const ran = (values: Readonly<Record<string, string>>) =>
      ["review", "publish"].filter((job) => stepsOf(forge, job, { values }) !== undefined);
    expect([ran(PULL_REQUEST[forge]), ran(PUSH[forge])]).toEqual([["review"], ["publish"]]);
    expect(ran({ ...PUSH[forge], "github.event_name": "schedule", CI_COMMIT_BRANCH: "other" })).toEqual([]);
  });

  test("images are pushed before what names them is published, and tests come before both", () => {
    const commands = commandsOf(stepsOf(forge, "publish", { values: PUSH[forge] }));
    const at = (part: string) => commands.findIndex((line) => line.includes(part));
    expect(at("npm ci")).toBeGreaterThanOrEqual(0);
    expect(at("npx belfry images push")).toBeGreaterThan(at("npm ci"));
    expect(at("npx belfry publish")).toBeGreaterThan(at("npx belfry images push"));
    const { publish, test: tests } = jobsOf(forge);
    if (forge === "gitlab")
      expect([tests?.stage, publish?.stage, readWorkflow(forge).stages]).toEqual(["test", "publish", ["test", "publish"]]);
    else expect(publish?.needs).toBe("test");
  });

  test("what a run does is a command of belfry, npm or Git", () => {
    const lines = ["test", "review", "publish"].flatMap((job) =>
      commandsOf(stepsOf(forge, job, { values: { ...PULL_REQUEST[forge] } }) ?? stepsOf(forge, job, { values: PUSH[forge] })),
    );
    const isCommand = (line: string) =>
      /^(?:GITOPS_TOKEN="\$\w+" )?(?:npx belfry (?:review|publish|images push)$|npm (?:ci|test|run check)|git )/.test(line);
    expect(lines.filter((line) => !isCommand(line))).toEqual([expect.stringMatching(/^test -z "\$DOCKER_AUTH_CONFIG" \|\| /)]);
  });

  test("the token that writes is known to the job that publishes alone", () => {
    const withToken = Object.entries(jobsOf(forge)).filter(([, job]) => JSON.stringify(job).includes("GITOPS_WRITE_TOKEN"));
    expect(withToken.map(([name]) => name)).toEqual(["publish"]);
    expect(text.match(/GITOPS_WRITE_TOKEN/g)).toHaveLength(1);
    expect(JSON.stringify(jobsOf(forge).test)).not.toMatch(/secret|token/i);
  });

  test("nothing is written into it that belongs into the forge's secret store", () => {
    expect(text).not.toMatch(/(?:token|password|secret)\w*:\s*(?!\$\{\{)\S/i);
  });
});

describe.each(["github", "forgejo"] as const)("%s", (forge) => {
  const workflow = readWorkflow(forge);

  test("code of a pull request never runs with the repository's own rights", () => {
    expect(Object.keys(workflow.on as Loose)).toEqual(["pull_request", "push"]);
  });

  test("only the comment needs more than reading", () => {
    expect(workflow.permissions).toEqual({ contents: "read" });
    const asked = Object.entries(jobsOf(forge)).flatMap(([name, { permissions }]) =>
      permissions === undefined ? [] : [[name, permissions]],
    );
    expect(asked).toEqual([["review", { contents: "read", "pull-requests": "write" }]]);
  });

  test("secrets are variables of the one step that needs them, and in no command", () => {
    const { jobs: _, ...rest } = workflow;
    expect(JSON.stringify(rest)).not.toContain("secrets.");
    for (const { steps, ...job } of Object.values(jobsOf(forge))) {
      expect(JSON.stringify(job)).not.toContain("secrets.");
      for (const { env: _env, ...step } of steps as readonly Loose[]) expect(JSON.stringify(step)).not.toMatch(/secrets\.|\.token/);
    }
  });

  test("each action has a release, and a checkout leaves its token only where it is needed", () => {
    const steps = Object.entries(jobsOf(forge)).flatMap(([job, { steps: own }]) =>
      (own as readonly Loose[]).map((step) => ({ job, ...step }) as Loose),
    );
    const uses = steps.flatMap(({ uses: one }) => (one === undefined ? [] : [String(one)]));
    expect(uses.filter((one) => !/@v\d+(?:\.\d+)*$/.test(one))).toEqual([]);
    const kept = steps.filter(
      (step) => String(step.uses).includes("/checkout@") && (step.with as Loose | undefined)?.["persist-credentials"] !== false,
    );
    expect(kept.map(({ job }) => job)).toEqual(["publish"]);
  });

  test("a run that publishes is never cut off", () => {
    expect(workflow.concurrency).toEqual({
      // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of the workflow
      group: "belfry-${{ github.ref }}",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of the workflow
      "cancel-in-progress": "${{ github.event_name == 'pull_request' }}",
    });
  });
});

test("README and docs name each of them", () => {
  const docs = readFileSync(join(ROOT, "docs/pull-requests.md"), "utf8");
  for (const forge of FORGES) expect(docs).toContain(`workflows/${forge}.yml`);
  expect(readFileSync(join(ROOT, "README.md"), "utf8")).toContain("docs/pull-requests.md");
});
