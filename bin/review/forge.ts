import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

export interface Comment {
  readonly id: number;
  readonly body: string;
}

/** Where a pull request is discussed. */
export interface Forge {
  /** Of a comment, in characters. */
  readonly limit: number;
  /** The page of this run. */
  readonly run: string;
  /** The request comes from somebody else's copy: no secret is here, and no token that may write. */
  readonly isFork: boolean;
  /** What a comment takes that is not given. @default - nothing */
  readonly lacks?: string;
  comments(): Promise<Comment[]>;
  add(body: string): Promise<void>;
  /** Whether it could be: one of somebody else's can't. */
  change(id: number, body: string): Promise<boolean>;
}

/** The host did not take or give what was asked. */
export class ForgeRefused extends Error {}

type Variables = NodeJS.ProcessEnv;

/** The pull request that a workflow runs for. @default - it runs for none */
export function forgeOf(variables: Variables = process.env): Forge | undefined {
  if (variables.GITLAB_CI && variables.CI_MERGE_REQUEST_IID) return gitlab(variables);
  return variables.GITHUB_ACTIONS ? github(variables) : undefined;
}

/** 65,536 characters at GitHub (google/go-github#440, telia-oss/github-pr-resource#259). Gitea and Forgejo have no limit that we know of; nobody reads more. */
const GITHUB_LIMIT = 65_000;
/** 1,000,000 characters (gitlab-org/gitlab#426314), which no browser likes. */
const GITLAB_LIMIT = 400_000;

interface PullRequestEvent {
  readonly pull_request?: {
    readonly number: number;
    readonly head?: { readonly repo?: { readonly full_name?: string } | null };
  };
}

/** Gitea and Forgejo answer alike, under the same variables (routers/api/v1/repo/issue_comment.go). */
function github(variables: Variables): Forge | undefined {
  const {
    GITHUB_API_URL,
    GITHUB_REPOSITORY,
    GITHUB_SERVER_URL = "",
    GITHUB_RUN_ID,
    GITHUB_RUN_NUMBER,
    GITHUB_EVENT_PATH,
    COMMENT_TOKEN,
  } = variables;
  const event = GITHUB_EVENT_PATH ? (JSON.parse(readFileSync(GITHUB_EVENT_PATH, "utf8")) as PullRequestEvent) : {};
  if (event.pull_request === undefined) return undefined;
  const { number, head } = event.pull_request;
  const api = `${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}/issues`;
  const isGithub = !variables.GITEA_ACTIONS && !variables.FORGEJO_ACTIONS;
  const call = caller(
    { authorization: `Bearer ${COMMENT_TOKEN}`, accept: "application/json" },
    isGithub ? "give the job the permission pull-requests: write" : "let the token write to pull requests",
  );
  return {
    limit: GITHUB_LIMIT,
    run: `${GITHUB_SERVER_URL.replace(/\/$/, "")}/${GITHUB_REPOSITORY}/actions/runs/${isGithub ? GITHUB_RUN_ID : GITHUB_RUN_NUMBER}`,
    isFork: head?.repo?.full_name !== GITHUB_REPOSITORY,
    ...(!COMMENT_TOKEN && { lacks: "COMMENT_TOKEN" }),
    comments: () => call.all(`${api}/${number}/comments?per_page=100`),
    add: (body) => call.send("POST", `${api}/${number}/comments`, body),
    change: (id, body) => call.change("PATCH", `${api}/comments/${id}`, body),
  };
}

function gitlab(variables: Variables): Forge {
  const {
    CI_API_V4_URL,
    CI_MERGE_REQUEST_PROJECT_ID,
    CI_MERGE_REQUEST_SOURCE_PROJECT_ID,
    CI_MERGE_REQUEST_IID,
    CI_JOB_URL = "",
  } = variables;
  const { COMMENT_TOKEN = "" } = variables;
  const api = `${CI_API_V4_URL}/projects/${CI_MERGE_REQUEST_PROJECT_ID}/merge_requests/${CI_MERGE_REQUEST_IID}/notes`;
  const call = caller({ "private-token": COMMENT_TOKEN }, "COMMENT_TOKEN is a project access token with the scope api");
  return {
    limit: GITLAB_LIMIT,
    run: CI_JOB_URL,
    isFork: CI_MERGE_REQUEST_SOURCE_PROJECT_ID !== CI_MERGE_REQUEST_PROJECT_ID,
    ...(COMMENT_TOKEN === "" && { lacks: "COMMENT_TOKEN" }),
    comments: () => call.all(`${api}?per_page=100&sort=asc&order_by=created_at`),
    add: (body) => call.send("POST", api, body),
    change: (id, body) => call.change("PUT", `${api}/${id}`, body),
  };
}

const TRIES = 4;
const TIMEOUT_MS = 30_000;
/** Nobody waits longer for a comment. */
const LONGEST_WAIT_S = 30;

function caller(headers: Readonly<Record<string, string>>, remedy: string) {
  const ask = async (method: string, url: string, body?: string): Promise<Response> => {
    for (let tries = 1; ; tries++) {
      const answer = await fetch(url, {
        method,
        // a token that is followed to another host is given away
        redirect: "error",
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: { ...headers, "user-agent": "belfry", ...(body !== undefined && { "content-type": "application/json" }) },
        ...(body !== undefined && { body: JSON.stringify({ body }) }),
      }).catch((error: unknown) => unreachable(url, error));
      if (![429, 502, 503, 504].includes(answer.status) || tries === TRIES) return answer;
      const asked = Number(answer.headers.get("retry-after")) || 2 ** (tries - 1);
      await sleep(Math.min(asked, LONGEST_WAIT_S) * 1000);
    }
  };
  const taken = async (answer: Response): Promise<Response> => {
    if (answer.ok) return answer;
    const words = (await answer.text()).slice(0, 300);
    throw new ForgeRefused(`${answer.url} answers ${answer.status}: ${words}\n  fix: ${remedy}`);
  };
  return {
    /** Of all pages. */
    async all(url: string): Promise<Comment[]> {
      const found: Comment[] = [];
      for (let next: string | undefined = url; next !== undefined; ) {
        const answer = await taken(await ask("GET", next));
        found.push(...((await answer.json()) as Comment[]));
        const following = /<([^>]+)>;\s*rel="next"/.exec(answer.headers.get("link") ?? "")?.[1];
        // the same host: the token goes along
        next = following !== undefined && new URL(following).origin === new URL(url).origin ? following : undefined;
      }
      return found;
    },
    async send(method: string, url: string, body: string): Promise<void> {
      await taken(await ask(method, url, body));
    },
    async change(method: string, url: string, body: string): Promise<boolean> {
      const answer = await ask(method, url, body);
      if (answer.status === 403 || answer.status === 404) return false;
      await taken(answer);
      return true;
    },
  };
}

function unreachable(url: string, error: unknown): never {
  const { cause, message } = error as { readonly cause?: { readonly message?: string }; readonly message: string };
  throw new ForgeRefused(`${url} can't be reached: ${cause?.message ?? message}`);
}
