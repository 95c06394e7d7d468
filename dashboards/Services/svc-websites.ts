import { ingressNginxSeries } from "../../components/ingress/series";
import { databaseSyntaxErrorsMany, webServerWorkersCrashing } from "../../components/log-router/alerts/programs";
import { ingressAccess } from "../../components/log-router/streams/ingress-access/stream";
import { dashboard } from "../../lib/dashboards/dashboard";
import { goldenSignals } from "../../lib/dashboards/golden-signals";
import { graph, heat, logs, stat, table } from "../../lib/dashboards/panel";
import { warningAbove } from "../../lib/dashboards/threshold";
import { choice } from "../../lib/dashboards/variable";
import { matches, not } from "../../lib/series";
import { countedBy, recordsOf } from "../shared/records";
import { orNone } from "../shared/share";

const {
  nginx_ingress_controller_connect_duration_seconds: connecting,
  nginx_ingress_controller_header_duration_seconds: firstByte,
  nginx_ingress_controller_orphan_ingress: orphan,
  nginx_ingress_controller_request_duration_seconds: took,
  nginx_ingress_controller_requests: requests,
  nginx_ingress_controller_response_size: size,
} = ingressNginxSeries;

const chosen = { namespace: matches("$namespace"), host: matches("$host") };
const FAILED = matches("5..");
/** Beside a host's own requests in a share, as the alerts have it: one failure in a quiet night is none then. */
const QUIET = 0.02;
const all = `sum by (host) (rate(${requests(chosen)}[5m]))`;
const failedShare = `(sum by (host) (rate(${requests({ ...chosen, status: FAILED })}[5m])) or 0 * ${all}) / (${all} + ${QUIET})`;
const slow = `histogram_quantile(0.9, sum by (host, le) (rate(${firstByte.bucket(chosen)}[10m])))`;
const inDay = `sum by (host) (increase(${requests(chosen)}[1d]))`;
const ofDay = (status: string | typeof FAILED) => `sum by (host) (increase(${requests({ ...chosen, status })}[1d])) or 0 * ${inDay}`;
const leadsNowhere = `max by (namespace, ingress) (${orphan({ namespace: chosen.namespace })})`;

export const svcWebsites = dashboard({
  uid: "svc-websites",
  title: "Websites",
  folder: "Services",
  question: "Which site is down, slow or left alone, and is it the site or what stands behind it?",
  asker: "whoever hears that a page does not load, or was told so",
  areas: ["websites", "ingress"],
  alerts: [webServerWorkersCrashing.name, databaseSyntaxErrorsMany.name],
  next: ["sec-ingress", "sec-waf", "svc-databases"],
  variables: [
    choice("namespace", "Namespace", { of: requests({ host: not("") }), label: "namespace" }),
    choice("host", "Host", { of: requests({ namespace: matches("$namespace"), host: not("") }), label: "host" }),
  ],
  rows: [
    {
      title: "At a glance",
      panels: [
        stat({
          title: "Largest share of errors",
          description: "Of five minutes' answers, on the host that fails most. From a quarter on every page is broken for somebody.",
          unit: "ratio",
          width: 4,
          queries: [{ expr: `max(${failedShare})` }],
          asks: ["IngressErrorsRising", "IngressErrorsHigh"],
          hasTrend: true,
        }),
        stat({
          title: "Slowest host",
          description: "Time until an answer begins that nine of ten requests keep, on the host where it is longest.",
          unit: "seconds",
          width: 4,
          queries: [{ expr: `max(${slow})` }],
          asks: ["IngressSlow"],
          hasTrend: true,
        }),
        stat({
          title: "Hosts with errors",
          description:
            "That answered with an error of the server's in the last fifteen minutes. All at once is what they share: the ingress, a database, a node.",
          unit: "count",
          width: 4,
          queries: [{ expr: orNone(`count(sum by (host) (increase(${requests({ ...chosen, status: FAILED })}[15m])) > 0)`) }],
          hasTrend: true,
        }),
        stat({
          title: "Ingresses that lead nowhere",
          description: "Without a Service, or without a pod that is ready: whoever comes that way gets an error.",
          unit: "count",
          width: 4,
          queries: [{ expr: orNone(`sum(${leadsNowhere})`) }],
          asks: ["IngressWithoutBackend"],
        }),
        stat({
          title: "Hosts that nobody visits",
          description: "That are known to the ingress, and had no request in half an hour. By night some are as they should be.",
          unit: "count",
          width: 4,
          queries: [{ expr: orNone(`count(sum by (host) (increase(${requests(chosen)}[30m])) == 0)`) }],
          hasTrend: true,
        }),
        stat({
          title: "Requests",
          description: "In a second, on all chosen hosts. None is a way in that is closed; many times the usual is a flood.",
          unit: "per second",
          width: 4,
          queries: [{ expr: `sum(rate(${requests(chosen)}[5m]))` }],
          hasTrend: true,
        }),
      ],
    },
    goldenSignals({
      traffic: {
        description: "By host. Nought where there was much is a name or an address that changed.",
        queries: [{ expr: `sum by (host) (rate(${requests(chosen)}[$__rate_interval]))`, legend: "{{host}}" }],
      },
      errors: {
        description: "By host, of five minutes. 502 and 503: nobody behind it answers; 504: too slowly; 500: its own error.",
        queries: [{ expr: failedShare, legend: "{{host}}" }],
        asks: ["IngressErrorsRising", "IngressErrorsHigh"],
      },
      duration: {
        description: "Until an answer begins, for nine of ten, by host. How long a download takes is its client's matter.",
        queries: [{ expr: slow, legend: "{{host}}" }],
        asks: ["IngressSlow"],
      },
    }),
    {
      title: "Which host, and what of it",
      panels: [
        table({
          title: "Hosts in the last day",
          description:
            "Those with most errors first. Many redirects and little else is a page that goes in circles. A click shows the host alone.",
          by: { host: "Host" },
          leadsTo: { host: { dashboard: "svc-websites", variable: "host" } },
          columns: [
            { title: "Errors", unit: "count", decimals: 0, expr: ofDay(FAILED), thresholds: [warningAbove(100)] },
            { title: "Not found", unit: "count", decimals: 0, expr: ofDay("404") },
            { title: "Redirects", unit: "count", decimals: 0, expr: ofDay(matches("30[1278]")) },
            { title: "All requests", unit: "count", decimals: 0, expr: inDay },
            {
              title: "Nine of ten begin within",
              unit: "seconds",
              expr: `histogram_quantile(0.9, sum by (host, le) (increase(${firstByte.bucket(chosen)}[1d])))`,
            },
          ],
        }),
        graph({
          title: "Answers by status",
          description: "In a second, of all chosen hosts. A new status at the time of a trouble tells which kind it is.",
          unit: "per second",
          isStacked: true,
          min: 0,
          queries: [{ expr: `sum by (status) (rate(${requests(chosen)}[$__rate_interval]))`, legend: "{{status}}" }],
        }),
        heat({
          title: "How long do whole requests take?",
          description:
            "Requests by their time, downloads included. A second band far above the first is one path, or one backend of several.",
          unit: "seconds",
          expr: `sum by (le) (increase(${took.bucket(chosen)}[$__rate_interval]))`,
        }),
      ],
    },
    {
      title: "The site, or what is behind it?",
      panels: [
        graph({
          title: "Until the service behind is reached",
          description:
            "Time of connecting that nine of ten keep. It is a thousandth: more is a pod that takes no connection, or the network.",
          unit: "seconds",
          min: 0,
          width: 8,
          queries: [
            {
              expr: `histogram_quantile(0.9, sum by (namespace, service, le) (rate(${connecting.bucket(chosen)}[10m])))`,
              legend: "{{namespace}}/{{service}}",
            },
          ],
        }),
        graph({
          title: "Which ingress leads nowhere?",
          description: "1 while an ingress has no Service or no pod that is ready. Look at its Deployment.",
          unit: "flag",
          min: 0,
          max: 1,
          width: 8,
          queries: [{ expr: leadsNowhere, legend: "{{namespace}}/{{ingress}}" }],
          asks: ["IngressWithoutBackend"],
        }),
        graph({
          title: "What is sent",
          description: "By host. Much more than usual with as many requests is somebody who downloads everything.",
          unit: "bytes per second",
          min: 0,
          width: 8,
          queries: [{ expr: `sum by (host) (rate(${size.sum(chosen)}[$__rate_interval]))`, legend: "{{host}}" }],
        }),
        logs({
          title: "Requests that failed",
          description: "Answers of 500 and above, with what each pod behind answered and how long it took.",
          view: recordsOf(ingressAccess, {
            what: "which requests failed, and at which pod",
            where: ({ status }) => status.atLeast(500),
            shows: ["vhost", "status", "method", "path", "upstream", "upstream_addresses", "upstream_statuses", "upstream_times"],
          }),
        }),
        logs({
          title: "Web servers whose processes crash",
          description: "Requests that they were busy with are lost, and no pod restarts. Look for what was asked just before each.",
          width: 12,
          height: 7,
          view: countedBy(webServerWorkersCrashing, "log"),
        }),
        logs({
          title: "Databases that were asked what is no SQL",
          description: "Somebody tries what a form lets through, or a release is broken.",
          width: 12,
          height: 7,
          view: countedBy(databaseSyntaxErrorsMany, "log"),
        }),
      ],
    },
  ],
});
