import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { summary } from "../../lib/checks/report";
import { unlockedLines } from "../../lib/checks/unlocked";
import type { Platform } from "../../lib/platform/platform";
import { findingOf, type Refusal } from "../../lib/platform/refusal";
import { synthesized } from "../../main";
import { folderOf } from "../gitops/publish";
import { Remote, RemoteRefused } from "../gitops/remote";
import type { AskedLock } from "../lock-option";
import { type Changes, changesOf } from "../review/changes";
import { comment } from "../review/comment";
import { type Forge, ForgeRefused, forgeOf } from "../review/forge";
import { firstReport, refusalReport, report, type Told, unreadReport } from "../review/report";
import { forPrograms, lines } from "./diff";
import { inputOf, outputFolder } from "./synth";

export interface AskedReview extends AskedLock {
  readonly out: string;
  readonly json?: boolean;
}

/** What is said. */
interface Review {
  /** As much of it as fits. */
  readonly text: (limit: number) => string;
  readonly patch: string;
  /** For the log. */
  readonly lines: readonly string[];
  readonly isNews: boolean;
  readonly program: object;
}

/** The page of a run takes a MiB (GITHUB_STEP_SUMMARY). */
const PAGE_LIMIT = 250_000;

export async function review(siteFile: string, asked: AskedReview): Promise<0 | 1> {
  const { out, json = false, lock } = asked;
  const forge = forgeOf();
  const outdir = resolve(outputFolder());
  const outcome = synthesized(inputOf(siteFile, asked), outdir);
  const isRight = "built" in outcome;
  try {
    const made = isRight ? compared(outcome.built, lock, outdir, forge) : refused(outcome.refusal, siteFile);
    if (isRight && !json) for (const line of made.lines) console.log(line);
    if (!isRight) console.error(outcome.refusal.text);
    mkdirSync(out, { recursive: true });
    writeFileSync(join(out, "review.md"), made.text(Number.POSITIVE_INFINITY));
    writeFileSync(join(out, "review.patch"), made.patch);
    const page = process.env.GITHUB_STEP_SUMMARY;
    if (page) appendFileSync(page, made.text(PAGE_LIMIT));
    if (json) console.log(JSON.stringify(made.program, undefined, 2));
    if (forge !== undefined) console.error(await said(forge, siteFile, made));
    return isRight ? 0 : 1;
  } catch (error) {
    if (!(error instanceof RemoteRefused || error instanceof ForgeRefused)) throw error;
    console.error(error.message);
    if (json) console.log(JSON.stringify({ ok: false, findings: [findingOf("review", siteFile, error)] }, undefined, 2));
    return 1;
  }
}

/** The site's file tells the comments of several sites apart: of one that is refused, nothing else is known. */
async function said(forge: Forge, siteFile: string, { text, isNews }: Review): Promise<string> {
  if (forge.isFork) return "no comment: a pull request from somebody else's copy has no token that may write; what it changes stands above";
  if (forge.lacks !== undefined) return `no comment: ${forge.lacks} is not set (docs/pull-requests.md)`;
  return `comment: ${await comment(forge, siteFile, text, isNews)}`;
}

function compared(built: Platform, lock: string, outdir: string, forge: Forge | undefined): Review {
  const remote = new Remote(built.site);
  const where = `\`${remote.path}/\` of ${remote.address}`;
  const counted = [summary(built, undefined), ...unlockedLines(built, lock)].join("\n");
  const told: Told = { title: built.site.cluster.name, comparedWith: where, summary: counted, whole: whole(forge) };
  try {
    const commit = read(remote, forge);
    if (commit === "not ours to read") {
      const text = unreadReport(told);
      return { text: () => text, patch: "", lines: [text], isNews: true, program: { ok: true, unread: true, findings: [] } };
    }
    const old = commit === undefined ? undefined : folderOf(remote, commit);
    if (commit === undefined || old === undefined) {
      const text = firstReport(told);
      return { text: () => text, patch: "", lines: [text], isNews: true, program: { ok: true, first: true, findings: [] } };
    }
    const changes = changesOf(remote, old, remote.treeOf(outdir));
    const comparedWith = `${where}, ${commit.slice(0, 12)} of \`${remote.branch}\``;
    return {
      text: (limit) => report(changes, { ...told, comparedWith }, limit),
      patch: changes.patch,
      lines: lines(changes),
      isNews: isNews(changes),
      program: { ok: true, comparedWith: commit, ...forPrograms(changes), findings: [] },
    };
  } finally {
    remote.remove();
  }
}

const isNews = ({ objects, documents }: Changes): boolean => objects.length + documents.length > 0;

/** A request from somebody else's copy has no token: what the public can't read, it can't. */
function read(remote: Remote, forge: Forge | undefined): string | undefined | "not ours to read" {
  try {
    return remote.newest();
  } catch (error) {
    if (error instanceof RemoteRefused && forge?.isFork && !process.env.GITOPS_TOKEN) return "not ours to read";
    throw error;
  }
}

function refused({ text, findings }: Refusal, siteFile: string): Review {
  return {
    text: (limit) => refusalReport(siteFile, text, limit),
    patch: "",
    lines: [],
    isNews: true,
    program: { ok: false, findings },
  };
}

const whole = (forge: Forge | undefined): string =>
  forge === undefined ? "`review.patch`" : `\`review.patch\` in the artifact \`review\` of [this run](${forge.run})`;
