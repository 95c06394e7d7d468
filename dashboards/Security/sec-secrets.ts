import { secretSyncSeries } from "../../components/secret-sync/series";
import { type Dashboard, dashboard } from "../../lib/dashboards/dashboard";
import { bars, graph, heat, stat, table, timeline } from "../../lib/dashboards/panel";
import { criticalAbove, warningAbove } from "../../lib/dashboards/threshold";
import type { Scraped } from "../../lib/metrics/scrape";
import { not } from "../../lib/series";
import { orAllOthers } from "../shared/or-all-others";
import { orNone, partOf, shareOf } from "../shared/share";

const {
  clustersecretstore_status_condition: clusterStore,
  controller_runtime_reconcile_errors_total: failedLooks,
  controller_runtime_reconcile_time_seconds: look,
  externalsecret_provider_api_calls_count: calls,
  externalsecret_reconcile_duration: duration,
  externalsecret_status_condition: secret,
  externalsecret_sync_calls_error: syncErrors,
  externalsecret_sync_calls_total: syncs,
  secretstore_status_condition: store,
  workqueue_depth: depth,
} = secretSyncSeries;

const isReady = { condition: "Ready", status: "True" };
const failedCalls = calls({ status: not("success") });
const each = "by (namespace, name)";
const notReady = `(1 - max ${each} (${secret(isReady)}))`;

/** What controllers of every kind call their work is told apart by the job. */
export function secSecrets({ job }: Scraped): Dashboard {
  const of = { job };
  return dashboard({
    uid: "sec-secrets",
    title: "Secret sync",
    folder: "Security",
    question: "Does every secret that was changed in the store reach the cluster, and if not, where does it stop?",
    asker: "whoever rotates a credential, or was told that a secret is not brought to the cluster",
    areas: ["secret-sync"],
    next: ["sec-images", "sec-certificates", "svc-argocd", "k8s-namespace-workloads"],
    shows: "24h",
    rows: [
      {
        title: "At a glance",
        panels: [
          stat({
            title: "Secrets that are not synced",
            description: "Missing, or as old as the last success. All at once is the store; a few are their own keys or rights.",
            unit: "count",
            width: 4,
            queries: [{ expr: orNone(`sum(${notReady})`) }],
            thresholds: [warningAbove(1)],
            hasTrend: true,
          }),
          stat({
            title: "Stores that are not ready",
            description: "No secret of them comes: sealed, down, or the credentials to them are refused. Begin here.",
            unit: "count",
            width: 4,
            queries: [{ expr: orNone(`count((${clusterStore(isReady)} or ${store(isReady)}) == 0)`) }],
            thresholds: [criticalAbove(1)],
          }),
          stat({
            title: "Failed calls in half an hour",
            description: "Of the provider where most failed. A secret that is missing there fails as well, beside others that are found.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: orNone(`max(sum by (provider) (increase(${failedCalls}[30m])))`) }],
            asks: ["SecretStoreFailing"],
            hasTrend: true,
          }),
          stat({
            title: "Fewest syncs in a day",
            description:
              "Of the secret that was synced least often. None is one that nobody looks at: what changed in the store stays there.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: `min(max ${each} (increase(${syncs()}[1d])))` }],
          }),
          stat({
            title: "Slowest look at a secret",
            description: "Time of the last one. Seconds are a store that is far or busy.",
            unit: "nanoseconds",
            width: 4,
            queries: [{ expr: `max(${duration()})` }],
            hasTrend: true,
          }),
          stat({
            title: "Secrets",
            description: "As many as are brought from a store. A drop is a namespace that lost its own.",
            unit: "count",
            width: 4,
            queries: [{ expr: `count(count ${each} (${secret()}))` }],
            hasTrend: true,
          }),
        ],
      },
      {
        title: "Which secrets do not come",
        panels: [
          table({
            title: "Secrets, those that are not synced first",
            description:
              "Describe one that is not: its key in the store, or its rights there. Errors with a sync beside are a store that comes and goes.",
            width: 24,
            height: 9,
            by: { namespace: "Namespace", name: "Secret" },
            columns: [
              {
                title: "State",
                unit: "flag",
                expr: notReady,
                means: { 0: { text: "synced", color: "green" }, 1: { text: "not synced", color: "red" } },
              },
              { title: "Errors in a day", unit: "count", decimals: 0, expr: `max ${each} (increase(${syncErrors()}[1d]))` },
              { title: "Syncs in a day", unit: "count", decimals: 0, expr: `max ${each} (increase(${syncs()}[1d]))` },
              { title: "Last look took", unit: "nanoseconds", expr: `max ${each} (${duration()})` },
            ],
          }),
          graph({
            title: "Secrets that are not synced",
            description: "By namespace. One namespace alone is its own store or rights.",
            unit: "count",
            min: 0,
            queries: [{ expr: orAllOthers(`sum by (namespace) (${notReady}) > 0`, "namespace", 0), legend: "{{namespace}}" }],
          }),
          graph({
            title: "Share of syncs that fail",
            description: "By namespace, over an hour. What fails now and then is a store at its limit.",
            unit: "ratio",
            min: 0,
            queries: [
              {
                expr: orAllOthers(
                  `${shareOf(`sum by (namespace) (increase(${syncErrors()}[1h]))`, `sum by (namespace) (increase(${syncs()}[1h]))`)} > 0`,
                  "namespace",
                  0,
                ),
                legend: "{{namespace}}",
              },
            ],
          }),
        ],
      },
      {
        title: "The stores",
        panels: [
          timeline({
            title: "Which stores are ready?",
            description: "While one is not, none of its secrets comes; those that are there stay.",
            unit: "flag",
            width: 12,
            queries: [
              {
                expr: `${partOf(`max ${each} (${store(isReady)})`, `max ${each} (${store()})`)} or label_replace(${partOf(`max by (name) (${clusterStore(isReady)})`, `max by (name) (${clusterStore()})`)}, "namespace", "cluster", "", "")`,
                legend: "{{namespace}}/{{name}}",
              },
            ],
            means: { 0: { text: "not ready", color: "red" }, 1: { text: "ready", color: "green" } },
          }),
          graph({
            title: "Failed calls in half an hour",
            description: "By provider. With successes beside it is single keys; without, the store or the way to it.",
            unit: "count",
            min: 0,
            queries: [
              {
                expr: `sum by (provider) (increase(${failedCalls}[30m])) or 0 * sum by (provider) (increase(${calls()}[30m]))`,
                legend: "{{provider}}",
              },
            ],
            asks: ["SecretStoreFailing"],
          }),
          graph({
            title: "Calls to the stores",
            description: "In a second, by what is asked and how it ended. Many more than secrets is one that is tried again and again.",
            unit: "per second",
            min: 0,
            queries: [{ expr: `sum by (call, status) (rate(${calls()}[$__rate_interval]))`, legend: "{{call}} {{status}}" }],
          }),
          bars({
            title: "Syncs of a day, the fewest",
            description: "Of the ten namespaces with fewest. One with none has secrets that nobody looks at any more.",
            unit: "count",
            min: 0,
            queries: [{ expr: `sort(bottomk(10, sum by (namespace) (increase(${syncs()}[1d]))))`, legend: "{{namespace}}" }],
          }),
        ],
      },
      {
        title: "What brings them",
        panels: [
          graph({
            title: "What the controllers fail on",
            description: "Objects in an hour, by kind. The log of the controller names each.",
            unit: "count",
            min: 0,
            width: 8,
            queries: [{ expr: `sum by (controller) (increase(${failedLooks(of)}[1h]))`, legend: "{{controller}}" }],
          }),
          graph({
            title: "Objects that wait for a controller",
            description: "One that grows is a controller that is held up by a store that does not answer.",
            unit: "count",
            min: 0,
            width: 8,
            queries: [{ expr: `sum by (name) (${depth(of)})`, legend: "{{name}}" }],
          }),
          heat({
            title: "How long does a look take?",
            description: "Looks at objects by their time. A band that moves up is a store that answers late.",
            unit: "seconds",
            width: 8,
            expr: `sum by (le) (increase(${look.bucket(of)}[$__rate_interval]))`,
          }),
        ],
      },
    ],
  });
}
