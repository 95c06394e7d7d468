import { apiServerSeries } from "../components/exporters/series/kube-apiserver";
import { after } from "../lib/alerts/proof";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { days, minutes } from "../lib/duration";
import { targetSeries } from "../lib/metrics/built-in-series";
import type { Scraped } from "../lib/metrics/scrape";
import { type Condition, matches, matchesNot, not } from "../lib/series";
import { COMES_AND_GOES, keptAfter, overAfter } from "./comes-and-goes";
import { counted, faster, growing } from "./proof-counter";
import { percentileProof } from "./proof-histogram";
import { serviceDown } from "./service-down";

const {
  aggregator_unavailable_apiservice: unavailable,
  apiserver_admission_webhook_admission_duration_seconds: webhookTime,
  apiserver_admission_webhook_fail_open_count: letThrough,
  apiserver_admission_webhook_rejection_count: refused,
  apiserver_client_certificate_expiration_seconds: certificates,
  apiserver_request_sli_duration_seconds: requestTime,
  apiserver_request_terminations_total: turnedAway,
  apiserver_request_total: requests,
  etcd_request_duration_seconds: storeTime,
  etcd_request_errors_total: storeErrors,
} = apiServerSeries;

/** Of all requests. One in fifty is noticed by programs, which ask again; of one in ten some give up. */
const [RISING_SHARE, HIGH_SHARE] = [0.02, 0.1];
/** For a request of a single object: the objective of Kubernetes' own makers. */
const SLOW_SECONDS = 1;
/** In a second. A server that protects itself now and then turns away fewer. */
const TURNED_AWAY = 0.2;
/** For a list, of which a large one takes seconds; its objective is thirty. */
const LIST_SECONDS = 10;
/** A certificate is renewed weeks before it ends. */
const LEFT = days(7);
/** In a quarter of an hour: what asks so often is no person, who may come with an old file. */
const CALLS = 10;
/** A server that waits that long for each of them makes whoever changes something wait for all. */
const WEBHOOK_SECONDS = 1;
/** The server asks its store for almost everything: its own objective is then out of reach. */
const STORE_SECONDS = 1;

/** The API server, as it and the agent tell; what it serves the platform with nobody else does. */
export function apiServer(scraped: Scraped): RuleBundle {
  const { job } = scraped;
  const asked = { job };

  const slowest = (of: { readonly verb: string | Condition }) =>
    [
      "histogram_quantile(0.99, sum by (le) (rate(",
      `  ${requestTime.bucket({ ...asked, ...of, subresource: matchesNot("log|exec|attach|portforward|proxy") })}[10m]`,
      ")))",
    ].join("\n");

  // proofs
  const at = { job, instance: "192.168.10.11:6443" };
  const pods = { ...at, component: "apiserver", version: "v1", resource: "pods", scope: "resource", verb: "GET" };
  const webhook = { ...at, name: "webhook.cert-manager.io", type: "validating" };
  const calls = (perMinute: number, le = "604800") => ({ [certificates.bucket({ ...at, le })]: faster(perMinute) });
  const api = { ...at, name: "v1beta1.metrics.k8s.io" };
  const slowRequests = percentileProof((le) => requestTime.bucket({ ...pods, le }), { fast: "1", slow: "5", wait: 10 });
  const slowLists = percentileProof((le) => requestTime.bucket({ ...pods, verb: "LIST", le }), { fast: "10", slow: "15", wait: 10 });
  const refusals = (count: string, error_type = "calling_webhook_error") => ({
    [refused({ ...webhook, operation: "CREATE", error_type, rejection_code: "503" })]: count,
  });
  const storeFails = (count: string) => ({ [storeErrors({ ...at, operation: "update", resource: "pods" })]: count });

  return area("api-server", { component: "Platform", severity: "warning", ...COMES_AND_GOES }, [
    serviceDown("ApiServerDown", scraped, {
      component: "Platform",
      severity: "critical",
      summary: "No API server of the cluster answers",
      description:
        "What runs goes on, but nothing is started, moved or changed, and what fails stays so. Look at the control plane's nodes.",
      inhibits: [
        // a kubelet asks it who may read its metrics
        { alerts: ["ApiServerUnreachable", "KubeletDown", "KubeletUnreachable", "MetricsAgentTargetsDown"] },
      ],
    }),
    alert("ApiServerUnreachable", {
      expr: `${targetSeries.up(asked)} == 0`,
      for: minutes(10),
      summary: "API server {{ $labels.instance }} does not answer",
      description: "The others carry the load. Look at its node and at its container's log before the next one fails.",
      fires: { [targetSeries.up(at)]: "0x60" },
      silent: [{ [targetSeries.up(at)]: "1x60" }, { [targetSeries.up(at)]: "0x6 1 0x60" }],
    }),
    errorsAbove(HIGH_SHARE, "ApiServerErrorsHigh", {
      asked,
      wait: 2,
      severity: "critical",
      summary: "The API server fails at many requests",
      inhibits: [{ alerts: ["ApiServerErrorsRising", "ApiServerSlow"] }],
    }),
    errorsAbove(RISING_SHARE, "ApiServerErrorsRising", {
      asked,
      wait: 5,
      severity: "warning",
      summary: "The API server fails at some requests",
    }),
    alert("ApiServerSlow", {
      // lists may take longer, and what streams has no end
      expr: [
        `${slowest({ verb: matches("GET|POST|PUT|PATCH|DELETE|APPLY") })} > ${SLOW_SECONDS}`,
        `or ${slowest({ verb: "LIST" })} > ${LIST_SECONDS}`,
      ].join("\n"),
      for: minutes(10),
      summary: "The API server answers slowly",
      description:
        "One request in a hundred takes longer than {{ $value | humanize }} s. Look at its store, its webhooks, its CPU, and who lists so much.",
      fires: [slowRequests.fires, slowLists.fires],
      silent: [slowRequests.silent, slowLists.silent],
    }),
    alert("ApiServerTurnsAway", {
      expr: `sum(rate(${turnedAway(asked)}[5m])) > ${TURNED_AWAY}`,
      for: minutes(5),
      summary: "The API server turns requests away to protect itself",
      description: "{{ $value | humanize }} a second. Somebody asks too much, or it has too little CPU or memory for what is usual.",
      fires: after(minutes(20), { [turnedAway({ ...pods, code: "429" })]: faster(60 * TURNED_AWAY * 1.03) }),
      silent: { [turnedAway({ ...pods, code: "429" })]: faster(60 * TURNED_AWAY * 0.97) },
    }),
    alert("ApiClientCertificateExpiring", {
      expr: `sum(increase(${certificates.bucket({ ...asked, le: `${LEFT.seconds}` })}[15m])) > ${CALLS}`,
      summary: "A program calls the API server with a certificate that expires within a week",
      description:
        "{{ $value | humanize }} calls in a quarter of an hour. A kubelet, a controller or an agent could not renew it and is locked out at its end.",
      fires: after(minutes(25), calls(0.7)),
      silent: [after(minutes(40), calls(0.6)), calls(0.7, "2.592e+06")],
    }),
    alert("AggregatedApiDown", {
      expr: `max by (name) (${unavailable(asked)}) > 0`,
      for: minutes(5),
      summary: "API {{ $labels.name }} is not available",
      description:
        "The service behind it does not answer the API server. Whoever lists all APIs is slow or fails too, deletion of namespaces included.",
      fires: { [unavailable(api)]: "1x60" },
      silent: { [unavailable(api)]: "0x60" },
    }),
    alert("AdmissionWebhookFailing", {
      expr: [
        `sum by (name) (increase(${refused({ ...asked, error_type: not("no_error") })}[5m])) > 0`,
        `or sum by (name) (increase(${letThrough(asked)}[5m])) > 0`,
      ].join("\n"),
      for: minutes(10),
      summary: "Admission webhook {{ $labels.name }} does not answer",
      description:
        "{{ $value | humanize }} requests in five minutes went without its answer. As it is set, they are refused, or let through unchecked.",
      inhibits: [{ alerts: ["AdmissionWebhookSlow"], sharing: ["name"] }],
      fires: [after(minutes(11), refusals(growing(4))), after(minutes(11), { [letThrough(webhook)]: growing(4) })],
      silent: [
        refusals(growing(8)),
        refusals("7x60"),
        refusals(growing(4), "no_error"),
        { [letThrough(webhook)]: growing(8) },
        { [letThrough(webhook)]: "7x60" },
      ],
    }),
    alert("AdmissionWebhookSlow", {
      expr: `histogram_quantile(0.99, sum by (name, le) (rate(${webhookTime.bucket(asked)}[10m]))) > ${WEBHOOK_SECONDS}`,
      for: minutes(10),
      summary: "Admission webhook {{ $labels.name }} answers slowly",
      description:
        "One answer in a hundred takes longer than {{ $value | humanize }} s, and every change that it is asked about waits for it.",
      ...percentileProof((le) => webhookTime.bucket({ ...webhook, operation: "CREATE", rejected: "false", le }), {
        fast: "1",
        slow: "2.5",
        wait: 10,
      }),
    }),
    alert("ApiStoreSlow", {
      // a list of everything may take long
      expr: [
        "histogram_quantile(0.99, sum by (le) (rate(",
        `  ${storeTime.bucket({ ...asked, operation: matchesNot("list.*") })}[10m]`,
        `))) > ${STORE_SECONDS}`,
      ].join("\n"),
      for: minutes(10),
      summary: "The store behind the API server answers slowly",
      description: "One request in a hundred takes longer than {{ $value | humanize }} s. Look at the disks under the store.",
      inhibits: [{ alerts: ["ApiServerSlow"] }],
      ...percentileProof((le) => storeTime.bucket({ ...at, operation: "update", resource: "pods", le }), {
        fast: "1",
        slow: "5",
        wait: 10,
      }),
    }),
    alert("ApiStoreErrors", {
      expr: `sum by (operation) (increase(${storeErrors(asked)}[5m])) > 0`,
      for: minutes(10),
      summary: "The store behind the API server fails at requests ({{ $labels.operation }})",
      description: "{{ $value | humanize }} in five minutes. Look at the store's members, its disks, and whether it is full.",
      inhibits: [{ alerts: ["ApiServerErrorsRising"] }],
      fires: after(minutes(11), storeFails(growing(4))),
      silent: [storeFails(growing(8)), storeFails("7x60")],
    }),
  ]);
}

/**
 * A share of errors in two windows: the long one is not moved by a moment's trouble, and the short one ends soon after the trouble does.
 * A cluster's own programs ask several times a second, so that there is no share of a few.
 */
function errorsAbove(
  share: number,
  name: string,
  {
    asked,
    wait,
    ...said
  }: {
    readonly asked: { readonly job: string };
    readonly wait: number;
    readonly severity: "critical" | "warning";
    readonly summary: string;
    readonly inhibits?: readonly { readonly alerts: readonly [string, ...string[]] }[];
  },
) {
  const failed = (range: string) =>
    `sum(rate(${requests({ ...asked, code: matches("5..") })}[${range}])) / sum(rate(${requests(asked)}[${range}])) > ${share}`;
  const TOTAL = 6000;
  const put = { ...asked, instance: "192.168.10.11:6443", component: "apiserver", version: "v1", resource: "pods", scope: "resource" };
  /** Errors by the share that they are of, times the threshold. */
  const course = (times: (minute: number) => number, total: (minute: number) => number = () => TOTAL) => {
    const errors = (minute: number) => (minute < 10 ? 0 : times(minute) * share * TOTAL);
    return {
      [requests({ ...put, verb: "PUT", code: "500" })]: counted(errors),
      [requests({ ...put, verb: "PUT", code: "200" })]: counted((minute) => total(minute) - errors(minute)),
    };
  };
  const ended = course((minute) => (minute < 40 ? 5 : 0));
  return alert(name, {
    expr: `${failed("5m")}\nand ${failed("30m")}`,
    for: minutes(wait),
    description:
      "A share of {{ $value | humanize }} (1 is all) ends with an error of its own. Look at its log, at its store and at the APIs behind it.",
    ...said,
    fires: [
      // the long window is over the threshold when 29 of its 30 minutes are
      after(
        minutes(39 + wait),
        course(() => 1.05),
      ),
      keptAfter(minutes(43), ended),
      // there was twice as much to do until the 25th minute, and as many errors: the long window has to forget it
      after(
        minutes(54 + wait),
        course(
          () => 1.05,
          (minute) => (minute < 25 ? 2 : 1) * TOTAL,
        ),
      ),
      // and from the 45th until the 62nd, which the short one has to forget
      after(
        minutes(67 + wait),
        course(
          (minute) => (minute < 45 ? 5 : minute < 62 ? 1.5 : 1.05),
          (minute) => (minute < 45 || minute >= 62 ? 1 : 2) * TOTAL,
        ),
      ),
    ],
    silent: [
      overAfter(minutes(46), ended),
      overAfter(
        minutes(46),
        course((minute) => (minute < 40 ? 2 : 0.95)),
      ),
      course(() => 0.95),
    ],
  });
}
