import { foreignJobs } from "../../components/batch/foreign";
import { jobsAt, ownJob } from "../../components/batch/jobs/at-site";
import type { DeclaredJob } from "../../lib/batch/declaration";
import { judgePushed, type PushedReport } from "../../lib/batch/judge-pushed";
import { type PushedSample, readPushed } from "../../lib/batch/pushed-groups";
import { inWords, seconds } from "../../lib/duration";
import { errorCode } from "../../lib/service/environment";
import { httpCall } from "../../lib/service/http-call";
import { loadSite } from "../../lib/site/load";
import { refusalOf } from "../../main";

export interface AskedGateway {
  readonly pushgateway: string;
  readonly json?: boolean;
}

/** What to do about a group that nobody knows. */
const UNKNOWN =
  "push under the script's file name. Is it newer than the last cadence map, run that once; does nothing push it any more, delete the group";

/** A gateway answers at once; one that does not is not there. */
const LONGEST_MS = 10_000;
/** A hundred thousand jobs. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Prints what a gateway holds of a site's jobs: 1 says that something is missing, misnamed, stale or mistimed, or that nobody could be asked. */
export async function checkPushed(siteFile: string, { pushgateway, json = false }: AskedGateway): Promise<0 | 1> {
  const print = (outcome: object) => console.log(JSON.stringify(outcome, undefined, 2));
  try {
    const jobs = jobsOf(siteFile);
    const answer = await ask(pushgateway);
    if ("refused" in answer) {
      if (json) print({ ok: false, refused: answer.refused });
      else console.error(answer.refused);
      return 1;
    }
    const report = judgePushed(jobs, answer.samples, Date.now() / 1000);
    const isFine = mistakesIn(report) === 0;
    if (json) print({ ok: isFine, jobs: jobs.map(({ name }) => name), ...report });
    else tell(report, jobs.length, isFine);
    return isFine ? 0 : 1;
  } catch (error) {
    const { text, findings } = refusalOf(error, { siteFile });
    if (json) print({ ok: false, findings });
    else console.error(text);
    return 1;
  }
}

function jobsOf(siteFile: string): DeclaredJob[] {
  const site = loadSite(siteFile);
  return [...jobsAt(site).map((one) => ownJob(one, site)), ...foreignJobs(site)];
}

async function ask(gateway: string): Promise<{ readonly samples: PushedSample[] } | { readonly refused: string }> {
  const { url, headers } = requestOf(gateway);
  const refused = (why: string, mend = "name where the Pushgateway answers") => ({ refused: `${url}: ${why}; ${mend}` });
  try {
    // not fetch, which refuses ports that browsers do
    const { status, text } = await httpCall({ method: "GET", url: new URL(url), headers, timeoutMs: LONGEST_MS, maxBytes: MOST_BYTES });
    if (status === 401) return refused("it answers 401", "write its user and password into the URL: http://user:password@host:9091");
    if (status < 200 || status >= 300) return refused(`it answers ${status}`);
    return { samples: readPushed(text) };
  } catch (error) {
    return refused(error instanceof Error ? error.message || errorCode(error) : String(error));
  }
}

/** A password in the URL is sent, and never stands in what is printed. */
function requestOf(gateway: string): { readonly url: string; readonly headers: Readonly<Record<string, string>> } {
  const url = new URL(gateway);
  const { username, password } = url;
  Object.assign(url, { username: "", password: "", hash: "", pathname: `${url.pathname.replace(/\/+$/, "")}/metrics` });
  const isKnown = username !== "" || password !== "";
  const credentials = Buffer.from(`${decoded(username)}:${decoded(password)}`).toString("base64");
  return { url: url.href, headers: isKnown ? { authorization: `Basic ${credentials}` } : {} };
}

/** As it stands where it is no percent-encoding. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const mistakesIn = ({ missing, misnamed, stale, mistimed }: PushedReport): number =>
  missing.length + misnamed.length + stale.length + mistimed.length;

function tell(report: PushedReport, count: number, isFine: boolean): void {
  const { missing, misnamed, stale, mistimed, notes } = report;
  const say = isFine ? console.log : console.error;
  // whoever may push chooses a label: it shall not look like a line of this report
  const print = (line: string) => say(line.replace(/\p{Cc}/gu, "?"));
  for (const job of missing) print(`missing: ${job} tells of no run; run it once and read its log`);
  for (const { job, because, meant } of misnamed)
    print(`misnamed: ${job}: ${because}; ${meant === undefined ? UNKNOWN : `did you mean "${meant}"?`}`);
  for (const { job, ranAgo, cadence, isUnscheduled } of stale) {
    const why = isUnscheduled ? "; no schedule of it is known: its CronJob is suspended or removed, or cadence-map does not run" : "";
    const due = cadence === undefined ? "" : `, and is due every ${inWords(seconds(cadence))}`;
    print(`stale: ${job} ran ${inWords(seconds(ranAgo))} ago${due}${why}`);
  }
  for (const { job, because } of mistimed) print(`mistimed: ${job}: ${because}; push seconds since 1970, such as date +%s gives`);
  for (const note of notes) print(`  ${note}`);
  const wrong = mistakesIn(report);
  print(isFine ? `all ${count} jobs tell of their runs` : `${wrong} of missing, misnamed, stale or mistimed, of ${count} declared jobs`);
}
