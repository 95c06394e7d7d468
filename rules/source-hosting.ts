import { giteaSeries } from "../components/source-hosting/series/gitea";
import { registrySeries } from "../components/source-hosting/series/registry";
import { woodpeckerSeries } from "../components/source-hosting/series/woodpecker";
import { after } from "../lib/alerts/proof";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { minutes } from "../lib/duration";
import type { Scraped } from "../lib/metrics/scrape";
import { matches } from "../lib/series";
import { COMES_AND_GOES, keptAfter, overAfter } from "./comes-and-goes";
import { programDown } from "./program-down";
import { shareProof } from "./proof-counter";
import { meanProof } from "./proof-mean";

const { gitea_loginsources: loginSources, gitea_repositories: repositories } = giteaSeries;
const { woodpecker_pending_steps: pending, woodpecker_running_steps: running, woodpecker_worker_count: agents } = woodpeckerSeries;
const { registry_http_request_duration_seconds: took, registry_http_requests_total: requests } = registrySeries;

/** Nobody deletes a tenth of all within hours. */
const REPOSITORIES_LEFT = 0.9;
const ERROR_SHARE = 0.05;
/** Of a manifest, which is a small file; layers take as long as they are large. */
const SLOW_SECONDS = 2;

/** Source hosting, continuous integration and the registry of images. */
export function sourceHosting(git: Scraped, ci: Scraped, images: Scraped): RuleBundle {
  // proofs
  const lost = (left: string) => ({ [repositories(git)]: left });
  const logins = (values: string) => ({ [loginSources(git)]: values });
  const queue = (waiting: string, busy: string, workers = "2x100") => ({
    [pending(ci)]: waiting,
    [running(ci)]: busy,
    [agents(ci)]: workers,
  });
  const asked = { ...images, handler: "manifest", method: "get" };
  const failing = shareProof(
    ({ errors, rest }) => ({ [requests({ ...asked, code: "500" })]: errors, [requests({ ...asked, code: "200" })]: rest }),
    { threshold: ERROR_SHARE, range: 10, wait: 10, beside: 1 },
  );
  const slow = meanProof(took, asked, SLOW_SECONDS);

  return area("source-hosting", { component: "Platform", severity: "warning", ...COMES_AND_GOES }, [
    programDown("GitDown", git, {
      component: "Platform",
      severity: "critical",
      summary: "Source hosting does not answer",
      description: "Nobody can push or pull, and the CD tool gets no changes. Look at its pod, then at its database and its volume.",
    }),
    alert("GitRepositoriesLost", {
      expr: `max by (job) (${repositories(git)}) < ${REPOSITORIES_LEFT} * max by (job) (max_over_time(${repositories(git)}[6h]))`,
      severity: "critical",
      summary: "Source hosting lacks many of its repositories",
      description:
        "It has {{ $value }} and had more within six hours. Was it started with an old or an empty database? Stop it before it writes.",
      fires: [after(minutes(30), lost("64x29 57x500")), keptAfter(minutes(29 + 6 * 60 - 1), lost("64x29 57x500"))],
      silent: [lost("64x29 58x500"), overAfter(minutes(29 + 6 * 60 + 2), lost("64x29 57x500"))],
    }),
    alert("GitLoginSourceMissing", {
      expr: `max by (job) (${loginSources(git)}) == 0 and max by (job) (max_over_time(${loginSources(git)}[1d])) > 0`,
      for: minutes(5),
      summary: "Source hosting has lost its single sign-on",
      description: "No source of logins is left but its own passwords. Add it again, or restore the database that had it.",
      fires: [after(minutes(35), logins("1x29 0x3000")), keptAfter(minutes(29 + 24 * 60 - 1), logins("1x29 0x3000"))],
      silent: [logins("0x3000"), logins("1x3000"), overAfter(minutes(29 + 24 * 60 + 2), logins("1x29 0x3000"))],
    }),
    programDown("CiDown", ci, {
      component: "Platform",
      severity: "warning",
      summary: "The CI server does not answer",
      description: "Nothing is built or tested, and pushes start nothing. Look at its pod and its database.",
    }),
    alert("CiAgentsMissing", {
      expr: `max by (job) (${agents(ci)}) == 0`,
      for: minutes(10),
      inhibits: [{ alerts: ["CiQueueStuck"] }],
      summary: "The CI server has no agent that could run anything",
      description: "Every pipeline waits. Look at the agents' pods, and whether their token is still the server's.",
      fires: queue("0x100", "0x100", "0x100"),
      silent: queue("0x100", "0x100", "1x100"),
    }),
    alert("CiQueueStuck", {
      expr: `max by (job) (${pending(ci)}) > 0 and max by (job) (${running(ci)}) == 0`,
      for: minutes(20),
      summary: "Pipelines wait in the CI server, and none runs",
      description: "{{ $value }} wait. No agent has the labels that they ask for, or the agents hang: look at the log of one.",
      fires: queue("1x100", "0x100"),
      silent: [queue("0x100", "0x100"), queue("1x100", "1x100"), queue("1x100", "0x18 1 0x80")],
    }),
    programDown("RegistryDown", images, {
      component: "Platform",
      severity: "critical",
      summary: "The registry of images does not answer",
      description: "No pod starts on a node that has not its image yet, and no build ends. Look at its pod and its volume.",
    }),
    alert("RegistryRequestsFailing", {
      // one a second more, so that a few requests are no share
      expr: [
        `sum by (job) (rate(${requests({ ...images, code: matches("5..") })}[10m]))`,
        `/ (sum by (job) (rate(${requests(images)}[10m])) + 1) > ${ERROR_SHARE}`,
      ].join("\n"),
      for: minutes(10),
      summary: "The registry of images answers with errors",
      description: "{{ $value | humanize }} of all requests (1 is all). Pulls and pushes fail now and then: its log has the reason.",
      fires: failing.fires,
      silent: failing.silent,
    }),
    alert("RegistryRequestsSlow", {
      expr: [
        `sum by (job) (rate(${took.sum({ ...images, handler: "manifest" })}[10m]))`,
        `/ sum by (job) (rate(${took.count({ ...images, handler: "manifest" })}[10m])) > ${SLOW_SECONDS}`,
      ].join("\n"),
      for: minutes(10),
      summary: "The registry of images is slow",
      description:
        "A manifest takes {{ $value | humanizeDuration }} on average: pods start late. Look at its storage and its processor limit.",
      fires: slow.fires,
      silent: slow.silent,
    }),
  ]);
}
