import { ingressNginxSeries } from "../../components/ingress/series";
import { pathTraversalServed, sourceCodeServed } from "../../components/log-router/alerts/web";
import { ingressAccess } from "../../components/log-router/streams/ingress-access/stream";
import { dashboard } from "../../lib/dashboards/dashboard";
import { bars, graph, logs, stat, table, timeline } from "../../lib/dashboards/panel";
import { warningAbove } from "../../lib/dashboards/threshold";
import { choice } from "../../lib/dashboards/variable";
import { matches, not } from "../../lib/series";
import { countedBy, recordsOf } from "../shared/records";
import { seenStream } from "../shared/seen-stream";
import { orNone } from "../shared/share";

const {
  nginx_ingress_controller_check_errors: checkErrors,
  nginx_ingress_controller_config_last_reload_successful: reloaded,
  nginx_ingress_controller_nginx_process_connections: connections,
  nginx_ingress_controller_nginx_process_connections_total: connected,
  nginx_ingress_controller_nginx_process_requests_total: processed,
  nginx_ingress_controller_requests: requests,
  nginx_ingress_controller_ssl_expire_time_seconds: shownUntil,
} = ingressNginxSeries;

const chosen = { host: matches("$host") };
/** Beside a host's own requests in a share, as the alert has it: one refusal in a quiet night is none then. */
const QUIET = 0.02;
const refusedShare = `sum by (host) (rate(${requests({ ...chosen, status: "403" })}[5m])) / (sum by (host) (rate(${requests(chosen)}[5m])) + ${QUIET})`;
const all = (range: string) => `sum by (host) (increase(${requests(chosen)}[${range}]))`;
const answered = (status: string, range: string) =>
  `(sum by (host) (increase(${requests({ ...chosen, status })}[${range}])) or 0 * ${all(range)})`;
const ofNoIngress = (range: string) => `clamp_min(sum(rate(${processed()}[${range}])) - sum(rate(${requests()}[${range}])), 0)`;

export const secIngress = dashboard({
  uid: "sec-ingress",
  title: "Ingress access",
  folder: "Security",
  question: "Who is turned away at the door, and is anybody let in who should not be?",
  asker: "whoever was told that a host refuses many requests or gave something away",
  alerts: [
    "IngressRefusesMany",
    "WebsiteLoginFailuresBurst",
    "WebsiteFlooded",
    "IngressConnectionsDropped",
    "IngressReloadFailed",
    "IngressCertificateExpiring",
    sourceCodeServed.name,
    pathTraversalServed.name,
  ],
  next: ["sec-waf", "sec-certificates", "svc-websites"],
  variables: [choice("host", "Host", { of: requests({ host: not("") }), label: "host" })],
  shows: "24h",
  rows: [
    {
      title: "At a glance",
      panels: [
        stat({
          title: "Largest share of 403",
          description:
            "Of the last five minutes' answers, on the host that refuses most. A third is people: a firewall's rule, an attack, or wrong rights.",
          unit: "ratio",
          width: 4,
          queries: [{ expr: orNone(`max(${refusedShare})`) }],
          asks: ["IngressRefusesMany"],
          hasTrend: true,
        }),
        stat({
          title: "Refused logins in 15 minutes",
          description: "Answers 401 of the host with most of them. Hundreds are guesses, or a program with an old password.",
          unit: "count",
          decimals: 0,
          width: 4,
          queries: [{ expr: `max(${answered("401", "15m")})` }],
          asks: ["WebsiteLoginFailuresBurst"],
          hasTrend: true,
        }),
        stat({
          title: "Not found in an hour",
          description: "Answers 404 on all chosen hosts. A wave is a scanner that asks for what others left open.",
          unit: "count",
          decimals: 0,
          width: 4,
          queries: [{ expr: `sum(${answered("404", "1h")})` }],
          hasTrend: true,
        }),
        stat({
          title: "Requests to no host of ours",
          description: "In a second, on all replicas, health checks among them. More than usual is somebody who scans by address.",
          unit: "per second",
          width: 4,
          queries: [{ expr: ofNoIngress("10m") }],
          hasTrend: true,
        }),
        stat({
          title: "Hosts without a certificate",
          description: "Hosts that are asked for and have none of their own: what is sent there can be read on the way, or clients refuse.",
          unit: "count",
          width: 4,
          queries: [
            {
              expr: orNone(`count(count by (host) (${requests({ host: not("") })}) unless on (host) count by (host) (${shownUntil()}))`),
            },
          ],
          thresholds: [warningAbove(1)],
        }),
        stat({
          title: "Connections dropped",
          description:
            "In a second, on the replica that drops most, because it has as many as it may: an attack, or slow services behind it.",
          unit: "per second",
          width: 4,
          queries: [
            {
              expr: `max(sum by (controller_pod) (rate(${connected({ state: "accepted" })}[5m])) - sum by (controller_pod) (rate(${connected({ state: "handled" })}[5m])))`,
            },
          ],
          asks: ["IngressConnectionsDropped"],
          hasTrend: true,
        }),
      ],
    },
    {
      title: "Who is turned away, and where",
      panels: [
        graph({
          title: "Share of 403 by host",
          description: "One host alone is its own rules; all at once is a rule of the firewall, or one client that tries everything.",
          unit: "ratio",
          min: 0,
          queries: [{ expr: `${refusedShare} or 0 * sum by (host) (rate(${requests(chosen)}[5m]))`, legend: "{{host}}" }],
          asks: ["IngressRefusesMany"],
        }),
        graph({
          title: "Refused logins in 15 minutes by host",
          description: "Answers 401. What climbs at once is somebody who guesses; what stays level is a program.",
          unit: "count",
          min: 0,
          queries: [{ expr: answered("401", "15m"), legend: "{{host}}" }],
          asks: ["WebsiteLoginFailuresBurst"],
        }),
        graph({
          title: "Answers that refuse, by status",
          description: "In a second. 429 is a limit that works; 400 and 444 are what no browser sends.",
          unit: "per second",
          min: 0,
          queries: [
            { expr: `sum by (status) (rate(${requests({ ...chosen, status: matches("4..") })}[$__rate_interval]))`, legend: "{{status}}" },
          ],
        }),
        graph({
          title: "Requests by host",
          description: "In a second. Many times the usual is a flood: find who asks for what, and limit or block them.",
          unit: "per second",
          min: 0,
          queries: [{ expr: `sum by (host) (rate(${requests(chosen)}[$__rate_interval]))`, legend: "{{host}}" }],
        }),
        table({
          title: "What each host refused in the last day",
          description: "Those with most refusals first. Many 404 and no 401 is a scanner; many 401 somebody who wants in.",
          by: { host: "Host" },
          columns: [
            { title: "403", unit: "count", decimals: 0, expr: answered("403", "1d") },
            { title: "401", unit: "count", decimals: 0, expr: answered("401", "1d") },
            { title: "404", unit: "count", decimals: 0, expr: answered("404", "1d") },
            { title: "All requests", unit: "count", decimals: 0, expr: all("1d") },
          ],
        }),
        logs({
          title: "Refused requests, and whose they were",
          description: "Answers 401 and 403 with address and path. The same address on many hosts is one to close the door to.",
          view: recordsOf(ingressAccess, {
            what: "whom the ingress refused",
            where: ({ status }) => status.is(401, 403),
            shows: ["vhost", "status", "client_ip", "user", "method", "path", "user_agent"],
          }),
        }),
      ],
    },
    {
      title: "What was given away",
      panels: [
        logs({
          title: "Repositories and passwords that were served",
          description:
            "Any line is a host that answered a scanner with a file that nobody should have. Close the path, and change every password in it.",
          height: 7,
          width: 12,
          view: countedBy(sourceCodeServed, "path", "status", "client_ip"),
        }),
        logs({
          title: "Files of the machine that were served",
          description:
            "Any line is a site that answered a path that climbs out of it. Ask the same yourself; if the file comes, take the site off.",
          height: 7,
          width: 12,
          view: countedBy(pathTraversalServed, "path", "status", "client_ip"),
        }),
      ],
    },
    {
      title: "The door itself",
      panels: [
        timeline({
          title: "Did each replica take its configuration?",
          description: "One that did not goes on with the old one: a block that you set does not hold there.",
          unit: "flag",
          width: 12,
          height: 7,
          queries: [{ expr: `min by (controller_pod) (${reloaded()})`, legend: "{{controller_pod}}" }],
          means: { 0: { text: "refused it", color: "red" }, 1: { text: "took it", color: "green" } },
        }),
        graph({
          title: "Open connections by state",
          description: "Of all replicas. Many that read and few that write is a client that sends its requests slowly on purpose.",
          unit: "count",
          min: 0,
          width: 12,
          height: 7,
          queries: [{ expr: `sum by (state) (${connections()})`, legend: "{{state}}" }],
        }),
        bars({
          title: "Requests of a day by method",
          description: "Of the chosen hosts. Methods that no site of yours uses are tries.",
          unit: "count",
          min: 0,
          width: 12,
          height: 6,
          queries: [{ expr: `sort_desc(sum by (method) (increase(${requests(chosen)}[1d])))`, legend: "{{method}}" }],
        }),
        graph({
          title: "Ingresses that were refused",
          description: "In an hour, by namespace: an object that would have broken the configuration, or tried to put its own into it.",
          unit: "count",
          min: 0,
          width: 12,
          height: 6,
          queries: [{ expr: `sum by (namespace) (increase(${checkErrors()}[1h]))`, legend: "{{namespace}}" }],
        }),
      ],
    },
    seenStream(ingressAccess),
  ],
});
