import { argocdSeries } from "../../components/cd-tool/series";
import { mostOver } from "../../lib/dashboards/chosen-lines";
import { type Dashboard, dashboard } from "../../lib/dashboards/dashboard";
import { graph, stat, table, timeline } from "../../lib/dashboards/panel";
import { warningAbove, warningBelow } from "../../lib/dashboards/threshold";
import { choice, following } from "../../lib/dashboards/variable";
import { targetSeries } from "../../lib/metrics/built-in-series";
import type { Scraped } from "../../lib/metrics/scrape";
import { matches } from "../../lib/series";
import { orAllOthers } from "../shared/or-all-others";
import { podsRow } from "../shared/own-service";

const {
  argocd_app_info: application,
  argocd_app_k8s_request_total: requests,
  argocd_app_reconcile: reconcile,
  argocd_app_sync_total: syncs,
  argocd_cluster_api_resource_objects: objects,
  argocd_cluster_connection_status: connected,
  argocd_cluster_events_total: events,
  argocd_git_fetch_fail_total: fetchFailed,
  argocd_git_lsremote_fail_total: lookUpFailed,
  argocd_git_request_duration_seconds: took,
  argocd_git_request_total: calls,
  argocd_redis_request_total: cacheCalls,
  argocd_repo_pending_request_total: pending,
} = argocdSeries;

const asked = { project: matches("$project") };
const known = `count by (namespace, name) (${application(asked)})`;
const isWell = { health_status: matches("Healthy|Progressing|Suspended") };
const without = (well: string): string => `count(${known} unless count by (namespace, name) (${well})) or vector(0)`;
/** 0 for every application that is not so. */
const notSo = (well: string): string => `0 * max by (name) (${application(asked)}) unless on (name) max by (name) (${well})`;
const failedSyncs = `sum by (namespace, name) (increase(${syncs({ ...asked, phase: matches("Error|Failed") })}[30m]))`;
const repoOrNone = (expr: string): string => `${expr} or label_replace(vector(0), "repo", "none", "", "")`;
const reconcileTime = (share: number): string =>
  `histogram_quantile(${share}, sum by (le) (rate(${reconcile.bucket()}[$__rate_interval])))`;

export const svcArgocd = ({ job }: Scraped): Dashboard =>
  dashboard({
    uid: "svc-argocd",
    title: "GitOps",
    folder: "Services",
    question: "Is the cluster what the repository says, and if not, what keeps it from being so?",
    asker: "whoever merged a change and does not see it, or was told that an application is out of sync or degraded",
    areas: ["cd-tool"],
    next: ["svc-git-ci", "k8s-namespace-workloads"],
    variables: [
      choice("project", "Project", { of: application, label: "project" }),
      following("home", { of: targetSeries.up({ job }), label: "namespace" }),
      following("pod", { of: targetSeries.up({ job }), label: "pod" }),
    ],
    rows: [
      {
        title: "At a glance",
        panels: [
          stat({
            title: "Applications out of sync",
            description: "That are not what their repository says: a sync that waits or fails, or a manual change.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: without(application({ ...asked, sync_status: "Synced" })) }],
            thresholds: [warningAbove(1)],
          }),
          stat({
            title: "Applications degraded",
            description: "Of which an object has failed or is missing. The tool's page of it shows which.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: without(application({ ...asked, ...isWell })) }],
            thresholds: [warningAbove(1)],
          }),
          stat({
            title: "Syncs that failed",
            description: "Within half an hour, of the application that has most. Its last operation has the message.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: `max(${failedSyncs}) or vector(0)` }],
            asks: ["ApplicationSyncFailing"],
          }),
          stat({
            title: "Clusters out of reach",
            description: "Where nothing is applied, and the state of whose applications is not known.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: `count(min by (server) (${connected()}) == 0) or vector(0)` }],
            thresholds: [warningAbove(1)],
          }),
          stat({
            title: "Repository calls that fail",
            description: "Within five minutes, of the repository that has most. Nothing new is applied from it.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [
              {
                expr: `max(sum by (repo) (increase(${fetchFailed()}[5m])) or sum by (repo) (increase(${lookUpFailed()}[5m]))) or vector(0)`,
              },
            ],
            asks: ["CdToolRepositoryFailing"],
          }),
          stat({
            title: "Its programs that answer",
            description: "Controller, repository server, API server. Without the controller nothing is compared or applied.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: `sum(${targetSeries.up({ job })}) or vector(0)` }],
            thresholds: [warningBelow(1)],
          }),
        ],
      },
      {
        title: "Applications",
        panels: [
          timeline({
            title: "Which are not what their repository says?",
            description: "Out of sync for minutes is a sync under way. For longer: look at the difference that the tool shows.",
            unit: "flag",
            width: 12,
            queries: [{ expr: orAllOthers(notSo(application({ ...asked, sync_status: "Synced" })), "name", 1), legend: "{{name}}" }],
            means: { 0: { text: "out of sync", color: "orange" }, 1: { text: "in sync", color: "green" } },
          }),
          timeline({
            title: "Which are not healthy?",
            description: "Neither healthy, nor progressing or suspended: an object of theirs has failed, or is not there.",
            unit: "flag",
            width: 12,
            queries: [{ expr: orAllOthers(notSo(application({ ...asked, ...isWell })), "name", 1), legend: "{{name}}" }],
            means: { 0: { text: "degraded", color: "red" }, 1: { text: "healthy", color: "green" } },
          }),
          table({
            title: "How does each stand, and how often is it synced?",
            description:
              "Within a day. One that syncs every few minutes fights with an operator or a person over a field. Without automatic sync a person has to press the button.",
            by: { name: "Application", sync_status: "Sync", health_status: "Health", autosync_enabled: "Automatic", repo: "Repository" },
            columns: [
              {
                title: "Syncs in a day",
                unit: "count",
                decimals: 0,
                expr: `max by (name, sync_status, health_status, autosync_enabled, repo) (${application(asked)} * on (namespace, name) group_left () sum by (namespace, name) (increase(${syncs(asked)}[1d])) or 0 * ${application(asked)})`,
                thresholds: [warningAbove(50)],
              },
            ],
          }),
        ],
      },
      {
        title: "Syncs and comparisons",
        panels: [
          graph({
            title: "How do syncs end?",
            description: "Within an hour, by outcome. Failed: an object is refused, or a hook fails. Error: the tool itself.",
            unit: "count",
            min: 0,
            width: 8,
            queries: [{ expr: `sum by (phase) (increase(${syncs(asked)}[1h]))`, legend: "{{phase}}" }],
          }),
          graph({
            title: "Which applications' syncs fail?",
            description: "Within half an hour. Its last operation in the tool has the message: an object that is refused, or a hook.",
            unit: "count",
            min: 0,
            width: 8,
            queries: [{ expr: `${failedSyncs} or label_replace(vector(0), "name", "none", "", "")`, legend: "{{name}}" }],
            asks: ["ApplicationSyncFailing"],
          }),
          graph({
            title: "How long does a comparison take?",
            description:
              "Half and nearly all of them. What climbs is a repository server or an API server that is at its limit: changes are seen late.",
            unit: "seconds",
            min: 0,
            width: 8,
            queries: [
              { expr: reconcileTime(0.5), legend: "half" },
              { expr: reconcileTime(0.99), legend: "99 of 100" },
            ],
          }),
          graph({
            title: "What does it ask of the clusters?",
            description:
              "Requests a second by answer. 403 is a right that it lacks, 409 a fight over an object, 429 an API server that slows it down.",
            unit: "per second",
            width: 24,
            height: 7,
            min: 0,
            queries: [{ expr: `sum by (response_code) (rate(${requests(asked)}[$__rate_interval]))`, legend: "{{response_code}}" }],
          }),
        ],
      },
      {
        title: "Repositories",
        panels: [
          graph({
            title: "How long does a repository take?",
            description: "Nearly all calls by kind. A fetch of many seconds holds up every application of the repository.",
            unit: "seconds",
            min: 0,
            width: 8,
            queries: [
              {
                expr: `histogram_quantile(0.95, sum by (le, request_type) (rate(${took.bucket()}[$__rate_interval])))`,
                legend: "{{request_type}}, 19 of 20",
              },
            ],
          }),
          graph({
            title: "Which repositories can't be read?",
            description: "Failures within five minutes. Look at the source hosting first, then at the credentials.",
            unit: "count",
            min: 0,
            width: 8,
            queries: [
              { expr: repoOrNone(`sum by (repo) (increase(${fetchFailed()}[5m]))`), legend: "{{repo}} fetch" },
              { expr: repoOrNone(`sum by (repo) (increase(${lookUpFailed()}[5m]))`), legend: "{{repo}} look-up" },
            ],
            asks: ["CdToolRepositoryFailing"],
          }),
          graph({
            title: "How many calls are made, and wait?",
            description: "Calls a second by kind, and those that wait for their turn. A queue that stays is one large repository.",
            unit: "count",
            min: 0,
            width: 8,
            queries: [
              { expr: `sum by (request_type) (rate(${calls()}[$__rate_interval]))`, legend: "{{request_type}} a second" },
              { expr: `sum by (repo) (${pending()})`, legend: "{{repo}} waiting" },
            ],
          }),
        ],
      },
      {
        title: "Clusters and cache",
        panels: [
          timeline({
            title: "Which clusters does it reach?",
            description: "Not reached: its credentials there, or the way to the API server.",
            unit: "flag",
            width: 12,
            queries: [{ expr: `min by (server) (${connected()})`, legend: "{{server}}" }],
            means: { 0: { text: "out of reach", color: "red" }, 1: { text: "reached", color: "green" } },
          }),
          graph({
            title: "How much does it watch?",
            description: "Objects of each cluster. Its memory goes with them.",
            unit: "count",
            min: 0,
            width: 12,
            queries: [{ expr: `max by (server) (${objects()})`, legend: "{{server}}" }],
          }),
          graph({
            title: "What changes most in the clusters?",
            description:
              "Changes a second by kind of object. A kind that never rests keeps the controller busy: leave it out of the watch.",
            unit: "per second",
            width: 12,
            min: 0,
            queries: [{ expr: mostOver(8, `sum by (kind) (rate(${events()}[$__rate_interval]))`), legend: "{{kind}}" }],
          }),
          graph({
            title: "Does its cache answer?",
            description: "Calls to Redis a second, by whether they failed. Without it everything is fetched again, and is slow.",
            unit: "per second",
            width: 12,
            min: 0,
            queries: [{ expr: `sum by (failed) (rate(${cacheCalls()}[$__rate_interval]))`, legend: "failed: {{failed}}" }],
          }),
        ],
      },
      podsRow({ namespace: matches("$home"), pod: matches("$pod") }),
    ],
  });
