import { giteaSeries } from "../../../components/source-hosting/series/gitea";
import { registrySeries } from "../../../components/source-hosting/series/registry";
import { woodpeckerSeries } from "../../../components/source-hosting/series/woodpecker";
import { hours, minutes } from "../../../lib/duration";
import { counts } from "../../../lib/world/course";
import { appears, becomes, countsFaster, moves, startsAgain, targetFails, targetGoes, targets, together } from "../../../lib/world/fault";
import { type Faults, platform } from "./fault";

const { gitea_loginsources, gitea_repositories } = giteaSeries;
const { woodpecker_pending_steps: pending, woodpecker_running_steps: running, woodpecker_worker_count: agents } = woodpeckerSeries;
const { registry_http_request_duration_seconds: took, registry_http_requests_total: requests } = registrySeries;

/** Each of this many requests a second takes so many seconds more. */
const slower = (sum: string, perSecond: number, seconds: number) => countsFaster(sum, perSecond * seconds);

export const sourceHostingFaults: Faults = () => [
  {
    title: "the database of the source hosting is down, and it answers nobody",
    change: targetFails(targets({ job: "git" })),
    expect: platform("GitDown", "critical", 6),
  },
  {
    title: "the source hosting was started with a backup of last year",
    change: together(becomes(gitea_repositories(), 31), becomes(gitea_loginsources(), 0)),
    expect: [platform("GitRepositoriesLost", "critical", 2), platform("GitLoginSourceMissing", "warning", 7)],
  },
  {
    title: "somebody moved three repositories away",
    change: becomes(gitea_repositories(), 61),
    expect: { nothingFor: minutes(30) },
  },
  {
    title: "the CI server crashes",
    change: targetGoes(targets({ job: "ci" })),
    expect: platform("CiDown", "warning", 6),
  },
  {
    title: "the token of the CI agents has changed",
    change: together(becomes(agents(), 0), becomes(running(), 0), moves(pending(), 12, hours(1))),
    expect: platform("CiAgentsMissing", "warning", 11),
  },
  {
    title: "pipelines ask for an agent of another architecture",
    change: together(becomes(pending(), 3), becomes(running(), 0)),
    expect: platform("CiQueueStuck", "warning", 21),
  },
  {
    title: "the registry runs out of memory and does not come back",
    change: targetFails(targets({ job: "registry" })),
    expect: platform("RegistryDown", "critical", 6),
  },
  {
    title: "the store of the registry refuses what is pushed",
    change: together(
      appears("registry", requests({ code: "500", handler: "blob_upload", method: "put" }), counts(0.5)),
      countsFaster(requests({ code: "200", handler: "base" }), 0.1),
    ),
    expect: platform("RegistryRequestsFailing", "warning", 16),
  },
  {
    title: "the registry has a hundredth of a processor",
    change: slower(took.sum({ handler: "manifest" }), 0.02, 8),
    expect: platform("RegistryRequestsSlow", "warning", 20),
  },
  {
    title: "the registry was started anew",
    change: together(startsAgain(requests()), startsAgain(took.sum()), startsAgain(took.count())),
    expect: { nothingFor: minutes(30) },
  },
];
