import { nextcloudSeries } from "../../components/file-sync/series";
import { ingressNginxSeries } from "../../components/ingress/series";
import { malwareFound } from "../../components/log-router/alerts/programs";
import { ingressAccess } from "../../components/log-router/streams/ingress-access/stream";
import { type Dashboard, dashboard } from "../../lib/dashboards/dashboard";
import { goldenSignals } from "../../lib/dashboards/golden-signals";
import { bars, graph, logs, stat, timeline } from "../../lib/dashboards/panel";
import { warningAbove } from "../../lib/dashboards/threshold";
import { all } from "../../lib/log-store/condition";
import { escapePattern } from "../../lib/metrics/promql";
import { matches } from "../../lib/series";
import { namespacesOf } from "../../lib/site/namespace-map";
import type { Site } from "../../lib/site/schema";
import { componentPods } from "../shared/component-pods";
import { countedBy, recordsOf } from "../shared/records";
import { orNone, orNoneBy } from "../shared/share";

const {
  nextcloud_active_users_daily_total: activeInDay,
  nextcloud_active_users_total: activeNow,
  nextcloud_apps_updates_available_total: appUpdates,
  nextcloud_database_size_bytes: databaseSize,
  nextcloud_files_total: files,
  nextcloud_free_space_bytes: free,
  nextcloud_scrape_errors_total: scrapeErrors,
  nextcloud_shares_total: shares,
  nextcloud_system_info: release,
  nextcloud_system_update_available: update,
  nextcloud_up: answers,
  nextcloud_users_total: users,
} = nextcloudSeries;
const {
  nginx_ingress_controller_header_duration_seconds: firstByte,
  nginx_ingress_controller_request_size: uploaded,
  nginx_ingress_controller_requests: requests,
  nginx_ingress_controller_response_size: sent,
} = ingressNginxSeries;

const COMPONENT = "Files & Documents";
const WRITES = matches("PUT|POST|PATCH|MKCOL|MOVE|COPY");
const REFUSED = matches("413|507");
/** Beside the requests of a share, as the ingress' alerts have it. */
const QUIET = 0.02;

export function svcFiles(site: Site): Dashboard {
  const namespaces = namespacesOf(site, COMPONENT);
  // a site that lists none may have them in any
  const of = namespaces.length === 0 ? {} : { namespace: matches(namespaces.map(escapePattern).join("|")) };
  const whole = `sum by (host) (rate(${requests(of)}[5m]))`;
  const failedShare = `(sum by (host) (rate(${requests({ ...of, status: matches("5..") })}[5m])) or 0 * ${whole}) / (${whole} + ${QUIET})`;
  const slow = `histogram_quantile(0.9, sum by (host, le) (rate(${firstByte.bucket(of)}[10m])))`;
  const writes = `sum by (namespace, ingress) (increase(${requests({ ...of, method: WRITES })}[15m]))`;
  const refused = `sum by (namespace, ingress) (increase(${requests({ ...of, method: WRITES, status: REFUSED })}[15m]))`;
  return dashboard({
    uid: "svc-files",
    title: "Files and documents",
    folder: "Services",
    question: "Can people get at their files and put new ones there, and how long is there room?",
    asker: "whoever hears that a file does not sync, an upload fails or a document is gone",
    areas: ["file-sync", "files"],
    alerts: [malwareFound.name],
    next: ["svc-databases", "svc-websites", "storage-claims", "objectstore", "k8s-namespace-pods"],
    shows: "24h",
    rows: [
      {
        title: "At a glance",
        panels: [
          stat({
            title: "Does the file sync answer?",
            description: "Down, in maintenance, or the login of its exporter is refused: nobody can sync in the first two.",
            unit: "flag",
            width: 4,
            isTile: true,
            queries: [{ expr: `min(${answers()})`, legend: "file sync" }],
            means: { 0: { text: "no", color: "red" }, 1: { text: "yes", color: "green" } },
          }),
          stat({
            title: "Room for files",
            description: "Free where the files lie. A video or two fill what the threshold leaves.",
            unit: "bytes",
            width: 4,
            queries: [{ expr: `min(${free()} >= 0) or vector(0)` }],
            asks: ["FileSyncSpaceShort"],
            hasTrend: true,
          }),
          stat({
            title: "Uploads refused, 15 min",
            description: "Too large for the ingress (413), or no room is left (507). A client that syncs tries again and again.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: orNone(`max(${refused})`) }],
            asks: ["FilesUploadsRefused"],
            hasTrend: true,
          }),
          stat({
            title: "Largest share of errors",
            description: "Of five minutes' answers, on the host of the files, notes and documents that fails most.",
            unit: "ratio",
            width: 4,
            queries: [{ expr: `max(${failedShare})` }],
            asks: ["IngressErrorsRising", "IngressErrorsHigh"],
            hasTrend: true,
          }),
          stat({
            title: "Slowest host",
            description: "Time until an answer begins that nine of ten requests keep. Begin with its database, then its volume.",
            unit: "seconds",
            width: 4,
            queries: [{ expr: `max(${slow})` }],
            asks: ["IngressSlow"],
            hasTrend: true,
          }),
          stat({
            title: "People in the last day",
            description: "Who used the file sync. A few less each day is a client that no longer signs in.",
            unit: "count",
            width: 4,
            queries: [{ expr: `max(${activeInDay()})` }],
            hasTrend: true,
          }),
        ],
      },
      goldenSignals({
        title: "What people meet",
        traffic: {
          description: "Requests by host.",
          queries: [{ expr: `sum by (host) (rate(${requests(of)}[$__rate_interval]))`, legend: "{{host}}" }],
        },
        errors: {
          description: "By host, of five minutes. 502 and 503 are a pod that is not there, 504 one that waits for something.",
          queries: [{ expr: failedShare, legend: "{{host}}" }],
          asks: ["IngressErrorsRising", "IngressErrorsHigh"],
        },
        duration: {
          description: "Until an answer begins, for nine of ten, by host. Downloads do not count.",
          queries: [{ expr: slow, legend: "{{host}}" }],
          asks: ["IngressSlow"],
        },
      }),
      {
        title: "Up and down",
        panels: [
          graph({
            title: "Refused uploads in 15 minutes by ingress",
            description: "Too large, or no room. A stair is one client that tries the same file again and again.",
            unit: "count",
            min: 0,
            queries: [{ expr: orNoneBy("ingress", `${refused} or 0 * ${writes}`), legend: "{{namespace}}/{{ingress}}" }],
            asks: ["FilesUploadsRefused"],
          }),
          graph({
            title: "Bytes up and down",
            description:
              "By host; what people upload is below the line. A line that stays at its height for hours is a client that syncs everything anew.",
            unit: "bytes per second",
            queries: [
              { expr: `sum by (host) (rate(${sent.sum(of)}[$__rate_interval]))`, legend: "{{host}} down" },
              { expr: `sum by (host) (rate(${uploaded.sum(of)}[$__rate_interval]))`, legend: "{{host}} up", isMirrored: true },
            ],
          }),
          logs({
            title: "Uploads that failed",
            description: "Requests that write and were not taken, with how long each took. 499 is a client that gave up.",
            width: 12,
            view: recordsOf(ingressAccess, {
              what: "which uploads failed",
              where: ({ method, status }) => all(method.is("PUT", "POST", "PATCH", "MKCOL", "MOVE", "COPY"), status.atLeast(400)),
              shows: ["vhost", "status", "method", "path", "request_length", "request_time", "user"],
            }),
          }),
          logs({
            title: "Viruses that were found",
            description: "The line has the path: it lies where somebody may open it.",
            width: 12,
            view: countedBy(malwareFound, "pod", "log"),
          }),
        ],
      },
      {
        title: "The file sync",
        panels: [
          graph({
            title: "Room over time",
            description: "Free where the files lie. Its slope says how many days are left.",
            unit: "bytes",
            min: 0,
            width: 8,
            queries: [{ expr: `min by (instance) (${free()})`, legend: "{{instance}}" }],
            asks: ["FileSyncSpaceShort"],
          }),
          graph({
            title: "Files",
            description:
              "A step down of thousands is somebody who deletes, or a program that encrypts and renames: stop the sync first, ask then.",
            unit: "count",
            min: 0,
            width: 8,
            queries: [{ expr: `max by (instance) (${files()})`, legend: "{{instance}}" }],
          }),
          graph({
            title: "Size of its database",
            description: "It grows with files and what is noted of them. A leap is a log or a cache of an app.",
            unit: "bytes",
            min: 0,
            width: 8,
            queries: [{ expr: `max by (instance) (${databaseSize()})`, legend: "{{instance}}" }],
          }),
          graph({
            title: "People",
            description: "Accounts, and who was there in the last five minutes and in the last day.",
            unit: "count",
            min: 0,
            width: 8,
            queries: [
              { expr: `max(${users()})`, legend: "accounts" },
              { expr: `max(${activeInDay()})`, legend: "in a day" },
              { expr: `max(${activeNow()})`, legend: "now" },
            ],
          }),
          bars({
            title: "Shares by kind",
            description: "Links are open to whoever has them. More of them than people know of are some to end.",
            unit: "count",
            min: 0,
            width: 8,
            queries: [{ expr: `sort_desc(max by (type) (${shares()}))`, legend: "{{type}}" }],
          }),
          stat({
            title: "Updates that wait",
            description: "Of itself and of its apps. A file sync that strangers reach is one to keep at its newest release.",
            unit: "count",
            width: 4,
            height: 8,
            thresholds: [warningAbove(1)],
            queries: [
              { expr: `max(${update()})`, legend: "itself" },
              { expr: `max(${appUpdates()})`, legend: "apps" },
            ],
          }),
          stat({
            title: "Release",
            description: "That runs, as it says itself.",
            unit: "count",
            width: 4,
            height: 8,
            showsName: true,
            queries: [{ expr: `max by (version) (${release()})`, legend: "{{version}}" }],
          }),
          timeline({
            title: "Did it tell of itself?",
            description: "By instance. Gaps by night are its own maintenance or its backup.",
            unit: "flag",
            width: 12,
            height: 5,
            queries: [{ expr: `min by (instance) (${answers()})`, legend: "{{instance}}" }],
            means: { 0: { text: "no", color: "red" }, 1: { text: "yes", color: "green" } },
          }),
          graph({
            title: "Times that it did not",
            description: "In an hour, by cause. `auth` is the exporter's login, all else its web server.",
            unit: "count",
            min: 0,
            height: 5,
            queries: [
              {
                expr: orNoneBy("cause", `sum by (cause) (increase(${scrapeErrors()}[1h]))`),
                legend: "{{cause}}",
              },
            ],
          }),
        ],
      },
      ...componentPods(site, COMPONENT),
    ],
  });
}
