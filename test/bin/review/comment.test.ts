import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { comment } from "../../../bin/review/comment";
import { type Forge, forgeOf } from "../../../bin/review/forge";
import { temporary } from "../gitops/repositories";
import { type ForgeStandIn, forgeStandIn } from "./forge-stand-in";

let host: ForgeStandIn;

beforeEach(async () => {
  host = await forgeStandIn("secret");
});
afterEach(() => host.close());

function githubEvent(event: object): string {
  const file = join(temporary(), "event.json");
  writeFileSync(file, JSON.stringify(event));
  return file;
}

const REQUEST = { pull_request: { number: 7, head: { repo: { full_name: "ops/belfry" } } } };

const github = (more: NodeJS.ProcessEnv = {}, event: object = REQUEST): NodeJS.ProcessEnv => ({
  GITHUB_ACTIONS: "true",
  GITHUB_API_URL: host.url,
  GITHUB_REPOSITORY: "ops/belfry",
  GITHUB_SERVER_URL: "https://git.example.org/",
  GITHUB_RUN_ID: "4711",
  GITHUB_RUN_NUMBER: "12",
  GITHUB_EVENT_PATH: githubEvent(event),
  COMMENT_TOKEN: "secret",
  ...more,
});

const gitlab = (more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  GITLAB_CI: "true",
  CI_API_V4_URL: host.url,
  CI_MERGE_REQUEST_IID: "7",
  CI_MERGE_REQUEST_PROJECT_ID: "12",
  CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "12",
  CI_JOB_URL: "https://gitlab.example.org/ops/belfry/-/jobs/1",
  COMMENT_TOKEN: "secret",
  ...more,
});

function forge(variables: NodeJS.ProcessEnv): Forge {
  const found = forgeOf(variables);
  if (found === undefined) throw new Error("no pull request was found");
  return found;
}

const say = (one: Forge, text: string, isNews = true) => comment(one, "site.yaml", () => text, isNews);

describe.each([
  ["GitHub", () => github()],
  ["Forgejo", () => github({ FORGEJO_ACTIONS: "true" })],
  ["GitLab", () => gitlab()],
])("%s", (_, variables) => {
  test("one comment, whatever is said later, and whoever else says something", async () => {
    host.comments.push(...["a", "b", "c"].map((body, index) => ({ id: index + 1, body })));
    const one = forge(variables());
    expect([await say(one, "first"), await say(one, "second"), await say(one, "second\n"), await say(one, "third", false)]).toEqual([
      "added",
      "changed",
      "as it was",
      "changed",
    ]);
    expect(host.comments.map(({ body }) => body)).toEqual(["a", "b", "c", "<!-- belfry: site.yaml -->\nthird"]);
    expect(new Set(host.requests.map(({ token }) => token))).toEqual(new Set(["secret"]));
  });

  test("a comment with our mark that is somebody else's is left alone", async () => {
    const one = forge(variables());
    await say(one, "first");
    host.comments.push({ id: 1, body: "<!-- belfry: site.yaml -->\nforged", isOthers: true });
    expect(await say(one, "second")).toBe("changed");
    expect(host.comments.map(({ body }) => body.split("\n")[1])).toEqual(["second", "forged"]);
  });

  test("another site has another comment, and one with nothing to say none", async () => {
    const one = forge(variables());
    await say(one, "first");
    expect(await comment(one, "other.yaml", () => "second", true)).toBe("added");
    expect(await comment(one, "third.yaml", () => "nothing changes", false)).toBe("nothing to say");
    expect(host.comments).toHaveLength(2);
  });

  test("is asked again where it is busy, and its refusal told with the remedy", async () => {
    const one = forge(variables());
    host.failures.push({ status: 503, headers: { "retry-after": "0.01" } }, { status: 429, headers: { "retry-after": "0.01" } });
    expect(await say(one, "first")).toBe("added");
    host.failures.push({ status: 403 });
    await expect(say(one, "second")).rejects.toThrow(/answers 403: \{"message":"not now"\}\n {2}fix: \S/);
  });

  test("a token never goes to another host", async () => {
    const other = await forgeStandIn("secret");
    host.failures.push({ status: 302, headers: { location: `${other.url}/repos/ops/belfry/issues/7/comments` } });
    await expect(say(forge(variables()), "first")).rejects.toThrow(/can't be reached/);
    expect(other.requests).toEqual([]);
    await other.close();
  });
});

test.each([
  ["GitHub", () => github(), "https://git.example.org/ops/belfry/actions/runs/4711"],
  ["Forgejo", () => github({ FORGEJO_ACTIONS: "true" }), "https://git.example.org/ops/belfry/actions/runs/12"],
  ["Gitea", () => github({ GITEA_ACTIONS: "true" }), "https://git.example.org/ops/belfry/actions/runs/12"],
  ["GitLab", () => gitlab(), "https://gitlab.example.org/ops/belfry/-/jobs/1"],
])("%s: the page of the run", (_, variables, run) => {
  expect(forge(variables()).run).toBe(run);
});

test("the text is asked for as long as the mark leaves room", async () => {
  const asked: number[] = [];
  const one = forge(github());
  const fill = (limit: number) => {
    asked.push(limit);
    return "x".repeat(limit);
  };
  await comment(one, "site.yaml", fill, true);
  expect(host.comments[0]?.body.length).toBeLessThanOrEqual(65_536);
  expect(asked[0]).toBeGreaterThan(64_000);
});

describe("whose it is", () => {
  test.each([
    ["a branch", () => github(), false],
    ["somebody else's copy", () => github({}, { pull_request: { number: 7, head: { repo: { full_name: "evil/belfry" } } } }), true],
    ["a copy that is deleted", () => github({}, { pull_request: { number: 7, head: { repo: null } } }), true],
    ["a branch at GitLab", () => gitlab(), false],
    ["somebody else's copy at GitLab", () => gitlab({ CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "99" }), true],
  ])("%s", (_, variables, isFork) => {
    expect(forge(variables()).isFork).toBe(isFork);
  });

  test.each([
    ["a push", () => github({}, { ref: "refs/heads/main" })],
    ["a branch's pipeline", () => gitlab({ CI_MERGE_REQUEST_IID: undefined })],
    ["a terminal", () => ({})],
  ])("%s is for no request", (_, variables) => {
    expect(forgeOf(variables())).toBeUndefined();
  });

  test("without a token it says which variable it lacks", () => {
    expect([forge(github({ COMMENT_TOKEN: "" })).lacks, forge(gitlab({ COMMENT_TOKEN: undefined })).lacks, forge(github()).lacks]).toEqual([
      "COMMENT_TOKEN",
      "COMMENT_TOKEN",
      undefined,
    ]);
  });
});
