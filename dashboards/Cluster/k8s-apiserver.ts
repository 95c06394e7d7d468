import { apiServerSeries } from "../../components/exporters/series/kube-apiserver";
import { mostOver } from "../../lib/dashboards/chosen-lines";
import { type Dashboard, dashboard } from "../../lib/dashboards/dashboard";
import { goldenSignals } from "../../lib/dashboards/golden-signals";
import { graph, stat, table, timeline } from "../../lib/dashboards/panel";
import { warningAbove } from "../../lib/dashboards/threshold";
import type { Scraped } from "../../lib/metrics/scrape";
import { matches, matchesNot, not } from "../../lib/series";
import { apiServersRow, etcdRow, schedulersRow } from "../shared/control-plane";
import { p99 } from "../shared/quantile";

const {
  aggregator_unavailable_apiservice: unavailable,
  apiserver_admission_webhook_admission_duration_seconds: webhooks,
  apiserver_admission_webhook_fail_open_count: letThrough,
  apiserver_admission_webhook_rejection_count: rejected,
  apiserver_request_sli_duration_seconds: duration,
  apiserver_request_terminations_total: turnedAway,
  apiserver_request_total: requests,
  apiserver_storage_size_bytes: storeSize,
  etcd_request_duration_seconds: storeDuration,
  etcd_request_errors_total: storeErrors,
  process_start_time_seconds: started,
} = apiServerSeries;
/** As the alert on slow answers has it: requests that last as long as somebody looks are none. */
const ANSWERED = { subresource: matchesNot("log|exec|attach|portforward|proxy"), verb: not("WATCH") };
const failed = { code: matches("5..") };

/** What the pages that ask for a job's own processes take. */
export interface ControlPlaneJobs {
  readonly apiServer: Scraped;
  readonly controllers: Scraped;
}

export const apiServerPage = ({ apiServer: { job }, controllers }: ControlPlaneJobs): Dashboard =>
  dashboard({
    uid: "k8s-apiserver",
    title: "API server, its store and controllers",
    folder: "Cluster",
    question: "Does the API server answer in time, and if not, is it the store, a webhook or too many questions?",
    asker: "whoever sees kubectl hang, or nothing being scheduled or changed",
    areas: ["api-server", "etcd", "schedulers"],
    next: ["k8s-cluster", "k8s-kubelet", "k8s-coredns", "storage-stall"],
    rows: [
      {
        title: "At a glance",
        panels: [
          stat({
            title: "Answered with an error",
            description:
              "Share of the last five minutes' that failed on the server's side. Look below at which resource, and then at its store.",
            unit: "ratio",
            decimals: 2,
            width: 4,
            queries: [{ expr: `sum(rate(${requests(failed)}[5m])) / sum(rate(${requests()}[5m])) or vector(0)` }],
            asks: ["ApiServerErrorsHigh", "ApiServerErrorsRising"],
            hasTrend: true,
          }),
          stat({
            title: "Answers, slowest 1 %",
            description: "Reads and changes of single objects, without the time of webhooks. Above a second controllers fall behind.",
            unit: "seconds",
            width: 4,
            queries: [
              { expr: p99(duration.bucket({ ...ANSWERED, verb: matchesNot("WATCH|LIST|DELETECOLLECTION|CONNECT") }), "le", "10m") },
            ],
            asks: ["ApiServerSlow"],
            hasTrend: true,
          }),
          stat({
            title: "Store answers, slowest 1 %",
            description: "Lists left out. Slow here is a slow disk under the store, or one that it shares.",
            unit: "seconds",
            width: 4,
            queries: [{ expr: p99(storeDuration.bucket({ operation: matchesNot("list.*") }), "le", "10m") }],
            asks: ["ApiStoreSlow"],
            hasTrend: true,
          }),
          stat({
            title: "Turned away each second",
            description: "By the server, to protect itself. Somebody asks far too much: the table below shows what is asked.",
            unit: "per second",
            decimals: 2,
            width: 4,
            queries: [{ expr: `sum(rate(${turnedAway()}[5m])) or vector(0)` }],
            asks: ["ApiServerTurnsAway"],
            hasTrend: true,
          }),
          stat({
            title: "APIs that nobody serves",
            description: "Of those that others serve behind it, as metrics. Removing namespaces hangs as long as one is away.",
            unit: "count",
            width: 4,
            queries: [{ expr: `sum(max by (name) (${unavailable()})) or vector(0)` }],
            thresholds: [warningAbove(1)],
          }),
          stat({
            title: "Up since",
            description: "Time since the server that began last was started. Short without an upgrade: it was killed or its probe failed.",
            unit: "seconds",
            decimals: 0,
            width: 4,
            queries: [{ expr: `time() - max(${started({ job })})` }],
          }),
        ],
      },
      goldenSignals({
        title: "What is asked, and how is it answered?",
        traffic: {
          description: "Requests by what they do. A leap of LIST or WATCH is a controller that starts over and over.",
          queries: [{ expr: `sum by (verb) (rate(${requests()}[$__rate_interval]))`, legend: "{{verb}}" }],
        },
        errors: {
          description: "Requests that failed on the server's side, of all of the same verb.",
          queries: [
            {
              expr: `sum by (verb) (rate(${requests(failed)}[5m])) / sum by (verb) (rate(${requests()}[5m])) or on () label_replace(vector(0), "verb", "none failed", "", "")`,
              legend: "{{verb}}",
            },
          ],
          asks: ["ApiServerErrorsHigh", "ApiServerErrorsRising"],
        },
        duration: {
          description: "99 of 100 within that time, without lists and what lasts as long as somebody looks.",
          queries: [{ expr: p99(duration.bucket({ ...ANSWERED, verb: matchesNot("WATCH|LIST") }), "verb, le", "10m"), legend: "{{verb}}" }],
          asks: ["ApiServerSlow"],
        },
      }),
      {
        title: "What of it is much, slow or refused?",
        panels: [
          graph({
            title: "How long do lists take?",
            description: "99 of 100 within that time, by resource. Whole lists of large resources are what costs an API server most.",
            unit: "seconds",
            min: 0,
            queries: [
              { expr: mostOver(8, p99(duration.bucket({ ...ANSWERED, verb: "LIST" }), "resource, le", "10m")), legend: "{{resource}}" },
            ],
          }),
          graph({
            title: "Answers that are no success",
            description:
              "By code. 403 lacks a right, 409 is two that change the same, 429 was turned away, 5xx failed on the server's side.",
            unit: "per second",
            min: 0,
            queries: [
              {
                expr: `sum by (code) (rate(${requests({ code: matches("[45]..") })}[$__rate_interval])) or on () label_replace(vector(0), "code", "none", "", "")`,
                legend: "{{code}}",
              },
            ],
          }),
          table({
            title: "Requests by resource",
            description:
              "What is asked most, with the time within which 99 of 100 are answered and what failed. The worst is where to look.",
            by: { resource: "Resource", verb: "Verb" },
            columns: [
              {
                title: "Requests",
                unit: "per second",
                decimals: 2,
                expr: `topk(25, sum by (resource, verb) (rate(${requests({ verb: not("WATCH") })}[15m])))`,
              },
              { title: "Answered within", unit: "seconds", expr: p99(duration.bucket(ANSWERED), "resource, verb, le", "15m") },
              {
                title: "Failed",
                unit: "per second",
                decimals: 3,
                expr: `sum by (resource, verb) (rate(${requests({ ...failed, verb: not("WATCH") })}[15m])) or on () label_replace(vector(0), "verb", "none", "", "")`,
                thresholds: [warningAbove(0.01)],
              },
            ],
          }),
        ],
      },
      {
        title: "Whom does it wait for?",
        panels: [
          graph({
            title: "How long do admission webhooks take?",
            description: "99 of 100 within that time. Every change of what one judges waits for it.",
            unit: "seconds",
            min: 0,
            width: 8,
            queries: [{ expr: p99(webhooks.bucket(), "name, le", "10m"), legend: "{{name}}" }],
            asks: ["AdmissionWebhookSlow"],
          }),
          graph({
            title: "Admission webhooks that gave no answer",
            description: "Changes refused, or let through unseen, within five minutes because a webhook's pods did not answer.",
            unit: "count",
            min: 0,
            width: 8,
            queries: [
              {
                expr: `sum by (name) (increase(${rejected({ error_type: not("no_error") })}[5m])) or on () label_replace(vector(0), "name", "none", "", "")`,
                legend: "{{name}} refused",
              },
              {
                expr: `sum by (name) (increase(${letThrough()}[5m])) or on () label_replace(vector(0), "name", "none", "", "")`,
                legend: "{{name}} let through",
              },
            ],
            asks: ["AdmissionWebhookFailing"],
          }),
          timeline({
            title: "Which APIs behind it were not served?",
            description: "Those that a program of its own serves: look at its pods. v1beta1.metrics.k8s.io away blinds the autoscalers.",
            unit: "flag",
            width: 8,
            queries: [{ expr: `max by (name) (${unavailable()})`, legend: "{{name}}" }],
            means: { 0: { text: "served", color: "green" }, 1: { text: "away", color: "red" } },
          }),
          graph({
            title: "How long does the store take?",
            description: "99 of 100 within that time, as the API server sees it, by what is done.",
            unit: "seconds",
            min: 0,
            width: 8,
            queries: [{ expr: p99(storeDuration.bucket(), "operation, le", "10m"), legend: "{{operation}}" }],
            asks: ["ApiStoreSlow"],
          }),
          graph({
            title: "Requests of the store that failed",
            description: "Within five minutes, by what was to be done. The store has no leader, no room, or does not answer.",
            unit: "count",
            min: 0,
            width: 8,
            queries: [
              {
                expr: `sum by (operation) (increase(${storeErrors()}[5m])) or on () label_replace(vector(0), "operation", "none", "", "")`,
                legend: "{{operation}}",
              },
            ],
            asks: ["ApiStoreErrors"],
          }),
          graph({
            title: "Size of the store",
            description: "What it has on disk. A steady climb is something that makes objects and never removes them.",
            unit: "bytes",
            min: 0,
            width: 8,
            queries: [{ expr: `max by (storage_cluster_id) (${storeSize()})`, legend: "{{storage_cluster_id}}" }],
          }),
        ],
      },
      etcdRow,
      schedulersRow(controllers),
      apiServersRow(job),
    ],
  });
