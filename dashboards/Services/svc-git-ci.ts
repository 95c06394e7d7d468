import { giteaSeries } from "../../components/source-hosting/series/gitea";
import { registrySeries } from "../../components/source-hosting/series/registry";
import { woodpeckerSeries } from "../../components/source-hosting/series/woodpecker";
import { type Dashboard, dashboard } from "../../lib/dashboards/dashboard";
import { goldenSignals } from "../../lib/dashboards/golden-signals";
import { graph, heat, stat, timeline } from "../../lib/dashboards/panel";
import { warningBelow } from "../../lib/dashboards/threshold";
import { targetSeries } from "../../lib/metrics/built-in-series";
import type { Scraped } from "../../lib/metrics/scrape";
import { matches } from "../../lib/series";
import { orNone, shareOf } from "../shared/share";

const {
  gitea_build_info: build,
  gitea_hooktasks: hookTasks,
  gitea_issues_open: issues,
  gitea_loginsources: loginSources,
  gitea_mirrors: mirrors,
  gitea_repositories: repositories,
  gitea_users: users,
} = giteaSeries;
const {
  woodpecker_pending_steps: pending,
  woodpecker_pipeline_total_count: pipelines,
  woodpecker_running_steps: running,
  woodpecker_waiting_steps: waiting,
  woodpecker_worker_count: agents,
} = woodpeckerSeries;
const {
  registry_http_in_flight_requests: inFlight,
  registry_http_request_duration_seconds: took,
  registry_http_requests_total: requests,
  registry_http_response_size_bytes: size,
  registry_proxy_hits_total: proxyHits,
  registry_proxy_pulled_bytes_total: proxyPulled,
  registry_proxy_requests_total: proxyRequests,
  registry_storage_action_seconds: storage,
} = registrySeries;
const { up } = targetSeries;

const failed = `sum(rate(${requests({ code: matches("5..") })}[10m]))`;
/** One a second more, as the alert has it: a few requests are no share. */
const failedShare = `(${orNone(failed)}) / (sum(rate(${requests()}[10m])) + 1)`;
const manifest = { handler: "manifest" };
const manifestTime = `sum(rate(${took.sum(manifest)}[10m])) / sum(rate(${took.count(manifest)}[10m]))`;

export interface SourceHosting {
  readonly git: Scraped;
  readonly ci: Scraped;
  readonly images: Scraped;
}

export const svcGitCi = ({ git, ci, images }: SourceHosting): Dashboard =>
  dashboard({
    uid: "svc-git-ci",
    title: "Git, CI and registry",
    folder: "Services",
    question: "Can one push, does it build, and can what was built be pulled?",
    asker: "whoever waits for a pipeline, or sees a pod that can't pull its image",
    areas: ["source-hosting"],
    next: ["sec-images", "svc-databases", "svc-argocd", "objectstore"],
    shows: "24h",
    rows: [
      {
        title: "At a glance",
        panels: [
          stat({
            title: "Do they answer?",
            description: "Source hosting, CI and the registry, as the metrics agent reaches them.",
            unit: "flag",
            width: 6,
            queries: [
              { expr: `max(${up({ job: git.job })})`, legend: "Git" },
              { expr: `max(${up({ job: ci.job })})`, legend: "CI" },
              { expr: `max(${up({ job: images.job })})`, legend: "registry" },
            ],
            means: { 0: { text: "down", color: "red" }, 1: { text: "up", color: "green" } },
          }),
          stat({
            title: "CI agents",
            description: "That could take a workflow. None is a queue that stands still.",
            unit: "count",
            width: 3,
            queries: [{ expr: `max(${agents()})` }],
            asks: ["CiAgentsMissing"],
            hasTrend: true,
          }),
          stat({
            title: "Workflows that wait",
            description: "For an agent. Some while others run is a busy day; some while none runs is an agent that takes nothing.",
            unit: "count",
            width: 3,
            queries: [{ expr: `max(${pending()})` }],
            hasTrend: true,
          }),
          stat({
            title: "Registry's errors",
            description: "Share of ten minutes' requests that it failed on. Its storage is the first to look at.",
            unit: "ratio",
            width: 4,
            queries: [{ expr: failedShare }],
            asks: ["RegistryRequestsFailing"],
            hasTrend: true,
          }),
          stat({
            title: "Time of a manifest",
            description: "Mean of ten minutes. It is a small file: seconds are a slow storage, and pods that start late.",
            unit: "seconds",
            width: 4,
            queries: [{ expr: `max(${manifestTime}) or vector(0)` }],
            asks: ["RegistryRequestsSlow"],
            hasTrend: true,
          }),
          stat({
            title: "Repositories left",
            description: "1 is all that there were. Less is an old or an empty database: stop it before it writes.",
            unit: "ratio",
            width: 4,
            queries: [{ expr: `max(${repositories()}) / max(max_over_time(${repositories()}[1d]))` }],
            thresholds: [warningBelow(0.9)],
          }),
        ],
      },
      {
        title: "CI",
        panels: [
          graph({
            title: "Workflows by state",
            description: "A queue that grows beside as many running ones as there are agents wants one more agent.",
            unit: "count",
            min: 0,
            queries: [
              { expr: `max(${running()})`, legend: "run" },
              { expr: `max(${pending()})`, legend: "wait for an agent" },
              { expr: `max(${waiting()})`, legend: "wait for others" },
              { expr: `max(${agents()})`, legend: "agents" },
            ],
          }),
          graph({
            title: "Pipelines in an hour",
            description: "That were made. None on a working day is a webhook that does not arrive; very many are one that sets itself off.",
            unit: "count",
            min: 0,
            queries: [{ expr: `clamp_min(max(delta(${pipelines()}[1h])), 0)`, legend: "made" }],
          }),
        ],
      },
      goldenSignals({
        title: "The registry",
        traffic: {
          description: "By what is asked. Many manifests and no blobs are pods that only look whether theirs is new.",
          queries: [{ expr: `sum by (handler) (rate(${requests()}[$__rate_interval]))`, legend: "{{handler}}" }],
        },
        errors: {
          description: "Its own errors, of ten minutes.",
          queries: [{ expr: failedShare, legend: "errors" }],
          asks: ["RegistryRequestsFailing"],
        },
        duration: {
          description: "That nine of ten keep, by what is asked. Layers take as long as they are large; a manifest does not.",
          queries: [{ expr: `histogram_quantile(0.9, sum by (handler, le) (rate(${took.bucket()}[10m])))`, legend: "{{handler}}" }],
        },
      }),
      {
        title: "What the registry stands on",
        panels: [
          graph({
            title: "Answers by code",
            description:
              "In a second. 401 before each 200 is how logins go; 401 alone is a pull secret that is wrong, 404 a tag that was deleted.",
            unit: "per second",
            min: 0,
            width: 8,
            queries: [{ expr: `sum by (code) (rate(${requests()}[$__rate_interval]))`, legend: "{{code}}" }],
          }),
          heat({
            title: "How long does its storage take?",
            description: "Actions by their time. A band that moves up is a bucket or a volume that is slow.",
            unit: "seconds",
            width: 8,
            expr: `sum by (le) (increase(${storage.bucket()}[$__rate_interval]))`,
          }),
          graph({
            title: "Storage actions, nine of ten",
            description: "Time by action. A slow Stat makes everything slow; a slow PutContent only pushes.",
            unit: "seconds",
            min: 0,
            width: 8,
            queries: [{ expr: `histogram_quantile(0.9, sum by (action, le) (rate(${storage.bucket()}[30m])))`, legend: "{{action}}" }],
          }),
          graph({
            title: "Sent, and fetched from elsewhere",
            description: "What pods and people pulled, and what had to come from another registry for it.",
            unit: "bytes per second",
            min: 0,
            width: 8,
            queries: [
              { expr: `sum(rate(${size.sum()}[$__rate_interval]))`, legend: "sent" },
              { expr: `sum(rate(${proxyPulled()}[$__rate_interval]))`, legend: "fetched" },
            ],
          }),
          graph({
            title: "Requests that needed no other registry",
            description: "Share of an hour, by kind. A fall is a cache that was emptied: the other registry's limit comes next.",
            unit: "ratio",
            min: 0,
            max: 1,
            width: 8,
            queries: [
              {
                expr: shareOf(`sum by (type) (increase(${proxyHits()}[1h]))`, `sum by (type) (increase(${proxyRequests()}[1h]))`),
                legend: "{{type}}",
              },
            ],
          }),
          graph({
            title: "Requests that run",
            description: "By what is asked. One that grows and does not fall again is a storage that hangs.",
            unit: "count",
            min: 0,
            width: 8,
            queries: [{ expr: `sum by (handler) (${inFlight()})`, legend: "{{handler}}" }],
          }),
        ],
      },
      {
        title: "Source hosting",
        panels: [
          graph({
            title: "Repositories, users and open issues",
            description:
              "A step down is a database that was put back, or somebody who deletes; a leap of users are strangers who registered.",
            unit: "count",
            min: 0,
            queries: [
              { expr: `max(${repositories()})`, legend: "repositories" },
              { expr: `max(sum by (instance) (${users()}))`, legend: "users" },
              { expr: `max(${issues()})`, legend: "open issues" },
              { expr: `max(${mirrors()})`, legend: "mirrors" },
            ],
          }),
          graph({
            title: "Calls of webhooks that are kept",
            description: "Delivered ones and others. It grows with each push; a leap is a hook that is called again and again.",
            unit: "count",
            min: 0,
            queries: [{ expr: `max(${hookTasks()})`, legend: "kept" }],
          }),
          timeline({
            title: "Does single sign-on stand?",
            description: "Whether there is a source of logins other than its own. Without it nobody but its administrator gets in.",
            unit: "flag",
            width: 12,
            height: 5,
            queries: [{ expr: `max by (instance) (clamp_max(${loginSources()}, 1))`, legend: "{{instance}}" }],
            means: { 0: { text: "none", color: "orange" }, 1: { text: "there", color: "green" } },
          }),
          stat({
            title: "Release",
            description: "That runs. Two at once is an update that stopped half-way.",
            unit: "count",
            width: 12,
            height: 5,
            showsName: true,
            queries: [{ expr: `max by (version) (${build()})`, legend: "{{version}}" }],
          }),
        ],
      },
    ],
  });
