import { keycloakSeries } from "../../components/identity/series/keycloak";
import { openldapSeries } from "../../components/identity/series/openldap";
import { type Dashboard, dashboard } from "../../lib/dashboards/dashboard";
import { goldenSignals } from "../../lib/dashboards/golden-signals";
import { bars, graph, stat, table } from "../../lib/dashboards/panel";
import type { Scraped } from "../../lib/metrics/scrape";
import { matches, matchesNot, not } from "../../lib/series";
import { orNone, orNoneBy, partOf, shareOf } from "../shared/share";

const {
  agroal_active_count: active,
  agroal_available_count: available,
  agroal_awaiting_count: awaiting,
  http_server_requests_seconds: took,
  http_server_requests_seconds_max: slowest,
  jvm_gc_overhead: collecting,
  jvm_memory_max_bytes: heapMost,
  jvm_memory_used_bytes: heapUsed,
  keycloak_credentials_password_hashing_validations_total: passwords,
  keycloak_user_events_total: events,
  process_cpu_usage: cpu,
  process_uptime_seconds: uptime,
} = keycloakSeries;
const {
  openldap_dial: dialled,
  openldap_monitor_counter_object: counted,
  openldap_monitor_operation: operations,
  openldap_monitor_replication: changes,
} = openldapSeries;

const login = { event: "login" };
const below = (part: string): string => `cn=${part},cn=Monitor`;

/** The names of what Java programs export are those of many: the job tells the identity provider's. */
export function secSso({ job }: Scraped): Dashboard {
  const of = { job };
  // health, metrics and its own console are nobody's sign-in
  const asked = { ...of, uri: matchesNot("/health.*|/metrics|/admin.*|/resources.*|/js.*|root|REDIRECTION|NOT_FOUND|UNKNOWN") };
  const wrong = events({ ...login, error: not("") });
  const requests = (labels: Parameters<typeof took.count>[0] = {}) => `rate(${took.count({ ...asked, ...labels })}[10m])`;
  const failing = `sum(${requests({ status: matches("5..") })})`;
  const failedShare = `(${orNone(failing)}) / ((${orNone(`sum(${requests()})`)}) + 1)`;
  const heap = [
    `sum by (instance) (${heapUsed({ ...of, area: not("nonheap") })})`,
    `/ sum by (instance) (clamp_min(${heapMost({ ...of, area: not("nonheap") })}, 0))`,
  ].join(" ");
  return dashboard({
    uid: "sec-sso",
    title: "Sign-in",
    folder: "Security",
    question: "Can people sign in, and does somebody try who should not?",
    asker: "whoever hears that a login fails, or was told that many do",
    areas: ["sign-in"],
    next: ["sec-ingress", "svc-databases"],
    rows: [
      {
        title: "At a glance",
        panels: [
          stat({
            title: "Logins in the last hour",
            description: "Those that went well. None at a time when people work is an outage, whatever else is green.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: orNone(`sum(increase(${events({ ...login, error: "" })}[1h]))`) }],
            hasTrend: true,
          }),
          stat({
            title: "Failed logins in 15 minutes",
            description: "Of the realm where most fail. Below, the errors tell a guesser from an application with an old password.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: orNone(`max(sum by (realm) (increase(${wrong}[15m])))`) }],
            asks: ["LoginsFailing"],
            hasTrend: true,
          }),
          stat({
            title: "Requests that end in an error",
            description: "Share of the last ten minutes that is the identity provider's own fault. Look at its log, and at its database.",
            unit: "ratio",
            width: 4,
            queries: [{ expr: failedShare }],
            asks: ["IdentityRequestsFailing"],
            hasTrend: true,
          }),
          stat({
            title: "Time of a request",
            description: "Mean of the last ten minutes. A login page takes some hundredths of a second.",
            unit: "seconds",
            width: 4,
            queries: [{ expr: `sum(rate(${took.sum(asked)}[10m])) / sum(${requests()})` }],
            asks: ["IdentityRequestsSlow"],
            hasTrend: true,
          }),
          stat({
            title: "Waiting for the database",
            description: "Threads that want a connection and get none. Any for minutes holds up logins.",
            unit: "count",
            width: 4,
            queries: [{ expr: `max(${awaiting()})` }],
            asks: ["IdentityPoolExhausted"],
            hasTrend: true,
          }),
          stat({
            title: "Directory connections",
            description: "Share of the most that the directory may have open. Full, it answers nobody who comes anew.",
            unit: "ratio",
            width: 4,
            queries: [
              {
                expr: `max(max by (instance) (${counted({ dn: below("Current,cn=Connections") })}) / max by (instance) (${counted({ dn: below("Max File Descriptors,cn=Connections") })}))`,
              },
            ],
            asks: ["DirectoryConnectionsShort"],
            hasTrend: true,
          }),
        ],
      },
      {
        title: "Who fails to sign in",
        panels: [
          graph({
            title: "Failed logins in 15 minutes",
            description: "By realm. A burst is somebody who guesses; a line that stays is a program with an old password.",
            unit: "count",
            min: 0,
            queries: [{ expr: orNoneBy("realm", `sum by (realm) (increase(${wrong}[15m]))`), legend: "{{realm}}" }],
            asks: ["LoginsFailing"],
          }),
          graph({
            title: "Share of logins that fail",
            description: "By realm, over an hour. 1 for long is a directory that is gone, or an attack in a quiet night.",
            unit: "ratio",
            min: 0,
            max: 1,
            queries: [
              {
                expr: shareOf(`sum by (realm) (increase(${wrong}[1h]))`, `sum by (realm) (increase(${events(login)}[1h]))`),
                legend: "{{realm}}",
              },
            ],
          }),
          table({
            title: "What went wrong in the last day",
            description:
              "Errors by what was tried. user_not_found in number is somebody who tries names; invalid_token an application that asks with old ones.",
            width: 12,
            height: 8,
            by: { realm: "Realm", event: "Tried", error: "Error" },
            columns: [
              {
                title: "Times",
                unit: "count",
                decimals: 0,
                expr: `topk(20, sum by (realm, event, error) (increase(${events({ error: not("") })}[1d])))`,
              },
            ],
          }),
          graph({
            title: "What users do",
            description:
              "Events that went well, a second. Many refreshed tokens and few logins is a day as usual; a wave of logins follows a restart.",
            unit: "per second",
            min: 0,
            queries: [
              {
                expr: partOf(
                  `sum by (event) (rate(${events({ error: "" })}[$__rate_interval]))`,
                  `sum by (event) (rate(${events()}[$__rate_interval]))`,
                ),
                legend: "{{event}}",
              },
            ],
          }),
          graph({
            title: "Passwords that were checked",
            description: "By outcome, a second. Each costs a processor on purpose: a flood of wrong ones makes sign-in slow for all.",
            unit: "per second",
            min: 0,
            queries: [{ expr: `sum by (outcome) (rate(${passwords()}[$__rate_interval]))`, legend: "{{outcome}}" }],
          }),
        ],
      },
      goldenSignals({
        title: "The identity provider",
        traffic: {
          description: "Requests of people and applications a second, by the class of the answer.",
          queries: [{ expr: `sum by (outcome) (rate(${took.count(asked)}[$__rate_interval]))`, legend: "{{outcome}}" }],
        },
        errors: {
          description: "Its own errors. A share of a few in a hundred for minutes is a database that comes and goes.",
          queries: [{ expr: failedShare, legend: "errors" }],
          asks: ["IdentityRequestsFailing"],
        },
        duration: {
          description: "Mean over ten minutes, and the slowest of the last minutes.",
          queries: [
            { expr: `sum(rate(${took.sum(asked)}[10m])) / sum(${requests()})`, legend: "mean" },
            { expr: `max(${slowest(asked)})`, legend: "slowest" },
          ],
          asks: ["IdentityRequestsSlow"],
        },
        saturation: {
          description: "Of its heap, by instance. Above nine tenths it spends its time on finding memory; restart it then.",
          queries: [{ expr: heap, legend: "{{instance}}" }],
          asks: ["IdentityMemoryShort"],
        },
      }),
      {
        title: "What it stands on",
        panels: [
          graph({
            title: "Connections to its database",
            description: "All in use and some waiting is a slow database, or a pool that is too small: look at the database first.",
            unit: "count",
            min: 0,
            width: 8,
            queries: [
              { expr: `sum(${active()})`, legend: "in use" },
              { expr: `sum(${available()})`, legend: "free" },
              { expr: `sum(${awaiting()})`, legend: "waited for" },
            ],
          }),
          graph({
            title: "Processors and the garbage collector",
            description: "Shares of processor time by instance. The collector above a few in a hundred is a heap that is too small.",
            unit: "ratio",
            min: 0,
            width: 8,
            queries: [
              { expr: `max by (instance) (${cpu(of)})`, legend: "{{instance}}" },
              { expr: `max by (instance) (${collecting(of)})`, legend: "{{instance}} collecting" },
            ],
          }),
          graph({
            title: "Since its instances began",
            description: "A line that falls to nought is a restart; sessions that were only there are gone with it.",
            unit: "seconds",
            min: 0,
            width: 8,
            queries: [{ expr: `max by (instance) (${uptime(of)})`, legend: "{{instance}}" }],
          }),
          graph({
            title: "What the directory is asked",
            description: "Operations a second. Many logins and few searches is somebody who tries passwords at the directory itself.",
            unit: "per second",
            min: 0,
            width: 8,
            queries: [
              {
                expr: `label_replace(sum by (dn) (rate(${operations()}[$__rate_interval])), "operation", "$1", "dn", "cn=([^,]+),.+")`,
                legend: "{{operation}}",
              },
            ],
          }),
          graph({
            title: "Is the directory reached?",
            description:
              "Connections that the exporter made in five minutes, by how they ended. None that is ok is a directory that is down.",
            unit: "count",
            min: 0,
            width: 8,
            queries: [{ expr: `sum by (result) (increase(${dialled()}[5m]))`, legend: "{{result}}" }],
          }),
          graph({
            title: "How far is a copy of the directory behind?",
            description:
              "Time between the last change of a server and what its copies have of it. Until it is nought, a new password holds at one and not at the other.",
            unit: "seconds",
            min: 0,
            width: 8,
            queries: [
              { expr: `max by (id) (${changes({ type: "gt" })}) - min by (id) (${changes({ type: "gt" })})`, legend: "changes of {{id}}" },
            ],
            asks: ["DirectoryReplicationLate"],
          }),
          bars({
            title: "Slowest requests of the last minutes",
            description: "By what was asked. One path alone is a client that asks for much; all of them is the database.",
            unit: "seconds",
            width: 24,
            min: 0,
            queries: [
              {
                expr: `sort_desc(topk(8, max by (method, uri) (${slowest({ ...of, uri: matchesNot("/health.*|/metrics") })})))`,
                legend: "{{method}} {{uri}}",
              },
            ],
          }),
        ],
      },
    ],
  });
}
