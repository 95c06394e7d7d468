import { ingressNginxSeries } from "../components/ingress/series";
import { byNamespace } from "../lib/alerts/owner";
import { after } from "../lib/alerts/proof";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { days, minutes } from "../lib/duration";
import type { Scraped } from "../lib/metrics/scrape";
import { matches } from "../lib/series";
import type { Site } from "../lib/site/schema";
import { COMES_AND_GOES } from "./comes-and-goes";
import { counted, shareProof } from "./proof-counter";
import { percentileProof } from "./proof-histogram";
import { serviceDown } from "./service-down";

const {
  nginx_ingress_controller_config_last_reload_successful: reloaded,
  nginx_ingress_controller_header_duration_seconds: firstByte,
  nginx_ingress_controller_nginx_process_connections_total: connections,
  nginx_ingress_controller_orphan_ingress: orphan,
  nginx_ingress_controller_requests: requests,
  nginx_ingress_controller_ssl_expire_time_seconds: expiry,
} = ingressNginxSeries;

/** Of a host's answers. At a quarter every page is broken for somebody. */
const [RISING_SHARE, HIGH_SHARE] = [0.05, 0.25];
/** Of a host's answers. Robots are refused now and then; a third are people. */
const REFUSED_SHARE = 0.3;
/** Requests a second that stand beside a host's own in a share: one failure in five minutes of a quiet night is none then. */
const QUIET = 0.02;
/** Until a page begins. */
const SLOW_SECONDS = 5;
/** Certificates are renewed a month ahead. */
const LEFT = days(7);
/** In a second. */
const DROPPED = 0.1;

/** The way in from outside: the ingress controller, and the hosts behind it, each of which is its namespace's. */
export function ingress(site: Site, scraped: Scraped): RuleBundle {
  const { job } = scraped;
  const asked = { job };
  const ofHost = "sum by (namespace, host)";
  const share = (status: string) =>
    [
      `${ofHost} (rate(${requests({ ...asked, status: matches(status) })}[5m]))`,
      `/ (${ofHost} (rate(${requests(asked)}[5m])) + ${QUIET})`,
    ].join("\n");

  // proofs
  const pod = (name: string) => ({ controller_namespace: "ingress-nginx", controller_class: "k8s.io/ingress-nginx", controller_pod: name });
  const at = { job, instance: "10.42.1.20:10254", ...pod("ingress-nginx-controller-0") };
  const site1 = { ...at, namespace: "websites", ingress: "web", service: "web", host: "www.example.org", method: "GET", path: "/" };
  const sharesOf = (status: string, threshold: number, wait: number) =>
    shareProof(({ errors, rest }) => ({ [requests({ ...site1, status })]: errors, [requests({ ...site1, status: "200" })]: rest }), {
      threshold,
      range: 5,
      wait,
      beside: QUIET,
      asked: 1.2,
    });
  const certificate = (seconds: number) => ({
    [expiry({
      job,
      instance: at.instance,
      class: at.controller_class,
      host: site1.host,
      namespace: "websites",
      secret_name: "web-tls",
      identifier: "web-tls-3821",
    })]: `${seconds}x10`,
  });
  /** Connections in a minute, and how many of them are dropped from the tenth minute on. */
  const drops = (perMinute: number, asMany: (minute: number) => number = () => 60) => ({
    [connections({ ...at, state: "accepted" })]: counted((minute) => asMany(minute) + (minute < 10 ? 0 : perMinute)),
    [connections({ ...at, state: "handled" })]: counted(asMany),
  });
  const dropped = 60 * DROPPED;

  return area("ingress", { component: byNamespace(site), severity: "warning", ...COMES_AND_GOES }, [
    serviceDown("IngressDown", scraped, {
      component: "Platform",
      severity: "critical",
      summary: "The way in is closed: no ingress controller answers",
      description: "No website and no service behind it is reached from outside. Look at its pods and at their nodes.",
    }),
    alert("IngressErrorsHigh", {
      expr: `${share("5..")} > ${HIGH_SHARE}`,
      for: minutes(5),
      severity: "critical",
      summary: "{{ $labels.host }} answers many requests with errors",
      description:
        "A share of {{ $value | humanize }} (1 is all). 502 and 503: nobody behind it answers; 504: too slowly; 500: its own error.",
      inhibits: [
        // of errors alone it is told after minutes, and that nothing at all is served half an hour later
        { alerts: ["IngressErrorsRising", "IngressSlow", "WebsiteNothingServed"], sharing: ["namespace", "host"] },
        { alerts: ["IngressWithoutBackend"], sharing: ["namespace"] },
      ],
      ...sharesOf("502", HIGH_SHARE, 5),
    }),
    alert("IngressErrorsRising", {
      expr: `${share("5..")} > ${RISING_SHARE}`,
      for: minutes(10),
      summary: "{{ $labels.host }} answers some requests with errors",
      description: "A share of {{ $value | humanize }} (1 is all). Look at which path, and at the log of the service behind it.",
      ...sharesOf("500", RISING_SHARE, 10),
    }),
    alert("IngressRefusesMany", {
      expr: `${share("403")} > ${REFUSED_SHARE}`,
      for: minutes(15),
      summary: "{{ $labels.host }} refuses many requests",
      description:
        "A share of {{ $value | humanize }} (1 is all) is 403: a rule of the WAF that takes people for attackers, an attack, or wrong rights.",
      ...sharesOf("403", REFUSED_SHARE, 15),
    }),
    alert("IngressSlow", {
      // until the answer begins: how long a download takes is its client's matter
      expr: `histogram_quantile(0.9, sum by (namespace, host, le) (rate(${firstByte.bucket(asked)}[10m]))) > ${SLOW_SECONDS}`,
      for: minutes(10),
      summary: "{{ $labels.host }} answers slowly",
      description: "One request in ten waits longer than {{ $value | humanize }} s for its answer to begin. Look at the service behind it.",
      ...percentileProof((le) => firstByte.bucket({ ...site1, status: "200", le }), { fast: "5", slow: "10", wait: 10, share: 0.1 }),
    }),
    alert("IngressReloadFailed", {
      expr: `min by (controller_namespace, controller_pod) (${reloaded(asked)}) == 0`,
      for: minutes(5),
      component: "Platform",
      summary: "Ingress controller {{ $labels.controller_pod }} can't load its configuration",
      description: "It goes on with the old one: no change of any ingress comes through. Its log names the ingress and the line.",
      fires: { [reloaded(at)]: "0x60" },
      silent: { [reloaded(at)]: "1x60" },
    }),
    alert("IngressConnectionsDropped", {
      expr: [
        `sum by (controller_pod) (rate(${connections({ ...asked, state: "accepted" })}[5m]))`,
        `- sum by (controller_pod) (rate(${connections({ ...asked, state: "handled" })}[5m])) > ${DROPPED}`,
      ].join("\n"),
      for: minutes(5),
      component: "Platform",
      summary: "Ingress controller {{ $labels.controller_pod }} drops connections",
      description:
        "{{ $value | humanize }} a second, because it has as many as it may. An attack, slow services behind it, or a limit that is too low.",
      fires: [
        after(minutes(20), drops(1.03 * dropped)),
        // less to do from the fifteenth minute on, and more
        after(
          minutes(20),
          drops(1.03 * dropped, (minute) => (minute < 15 ? 120 : 60)),
        ),
        after(
          minutes(20),
          drops(1.03 * dropped, (minute) => (minute < 15 ? 60 : 120)),
        ),
      ],
      silent: drops(0.97 * dropped),
    }),
    alert("IngressWithoutBackend", {
      expr: `max by (namespace, ingress, type) (${orphan(asked)}) > 0`,
      for: minutes(15),
      summary: "Ingress {{ $labels.namespace }}/{{ $labels.ingress }} leads nowhere ({{ $labels.type }})",
      description: "Its Service is not there, or has no pod that is ready: whoever comes that way gets an error.",
      fires: { [orphan({ ...at, namespace: "websites", ingress: "web", type: "no-endpoint" })]: "1x60" },
      silent: { [orphan({ ...at, namespace: "websites", ingress: "web", type: "no-endpoint" })]: "0x60" },
    }),
    alert("IngressCertificateExpiring", {
      expr: `min by (namespace, host) (${expiry(asked)}) - time() < ${LEFT.seconds}`,
      summary: "The certificate that {{ $labels.host }} shows ends within a week",
      description: "{{ $value | humanizeDuration }} are left. Nobody renewed it, or the secret has the new one and the ingress another.",
      fires: certificate(LEFT.seconds - 1),
      silent: certificate(LEFT.seconds),
    }),
  ]);
}
