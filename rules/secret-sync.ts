import { secretSyncSeries } from "../components/secret-sync/series";
import { byNamespace } from "../lib/alerts/owner";
import { after } from "../lib/alerts/proof";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { minutes } from "../lib/duration";
import type { Scraped } from "../lib/metrics/scrape";
import type { Site } from "../lib/site/schema";
import { COMES_AND_GOES, keptAfter, overAfter } from "./comes-and-goes";
import { counted, jump } from "./proof-counter";
import { serviceDown } from "./service-down";

const {
  clustersecretstore_status_condition: clusterStore,
  externalsecret_provider_api_calls_count: calls,
  externalsecret_status_condition: secret,
  secretstore_status_condition: store,
} = secretSyncSeries;

/** In half an hour. A secret that is missing in the store fails as well, beside others that are there. */
const CALLS = 3;

/** What brings secrets from the store to the cluster. */
export function secretSync(site: Site, scraped: Scraped): RuleBundle {
  const { job } = scraped;
  const notReady = { job, condition: "Ready", status: "False" };
  const storesDown = [
    `max by (namespace, name) (${store(notReady)}) > 0`,
    // whose namespace would be that of the exporter
    `or max by (name) (${clusterStore(notReady)}) > 0`,
  ].join("\n");

  // proofs
  const at = { job, instance: "10.42.1.50:8080" };
  const isReady = (of: typeof secret, labels: { readonly name: string; readonly namespace: string }, flag: number) => ({
    [of({ ...at, ...labels, condition: "Ready", status: "True" })]: `${flag}x60`,
    [of({ ...at, ...labels, condition: "Ready", status: "False" })]: `${1 - flag}x60`,
  });
  const secretIs = (flag: number) => isReady(secret, { name: "credentials", namespace: "git" }, flag);
  const storeIs = (flag: number) => isReady(store, { name: "own", namespace: "git" }, flag);
  const clusterStoreIs = (flag: number) => isReady(clusterStore, { name: "vault", namespace: "external-secrets" }, flag);
  const call = (status: string) => calls({ ...at, provider: "HashiCorp/Vault", call: "ReadSecretData", status });
  const fail = (count: number) => ({ [call("error")]: jump(count) });

  return area("secret-sync", { component: "Platform", severity: "warning", ...COMES_AND_GOES }, [
    serviceDown("SecretSyncDown", scraped, {
      component: "Platform",
      severity: "warning",
      summary: "What brings secrets to the cluster does not answer",
      description: "Secrets that are there stay; new ones don't come, and changed ones don't either. Look at its pods.",
    }),
    alert("SecretStoreNotReady", {
      expr: storesDown,
      for: minutes(10),
      summary: "Secret store {{ $labels.name }} is not ready",
      description:
        "No secret of it is brought to the cluster. Describe it: the store is sealed or down, or the credentials to it are refused.",
      inhibits: [{ alerts: ["SecretStoreFailing", "SecretNotSynced"] }],
      fires: [storeIs(0), clusterStoreIs(0)],
      silent: { ...storeIs(1), ...clusterStoreIs(1) },
    }),
    alert("SecretStoreFailing", {
      expr: [
        `sum by (provider) (increase(${calls({ job, status: "error" })}[30m])) > ${CALLS}`,
        `unless sum by (provider) (increase(${calls({ job, status: "success" })}[30m])) > 0`,
      ].join("\n"),
      summary: "No secret can be read from {{ $labels.provider }}",
      description: "{{ $value | humanize }} calls failed in half an hour, and none succeeded. Look at the store and at the way to it.",
      inhibits: [{ alerts: ["SecretNotSynced"] }],
      fires: [
        after(minutes(10), fail(4)),
        keptAfter(minutes(35), fail(4)),
        after(minutes(40), { [call("error")]: counted((minute) => (minute < 10 ? 0 : 0.5)), [call("success")]: jump(1) }),
      ],
      silent: [overAfter(minutes(45), fail(4)), after(minutes(20), fail(3))],
    }),
    alert("SecretNotSynced", {
      // a store that is down is told once, and not by each of its secrets; of which store a secret is nobody says
      expr: [`max by (namespace, name) (${secret(notReady)}) > 0`, `unless on () (${storesDown})`].join("\n"),
      for: minutes(15),
      component: byNamespace(site),
      summary: "Secret {{ $labels.namespace }}/{{ $labels.name }} is not brought to the cluster",
      description: "It is missing, or as old as the last success. Describe the external secret: its key in the store, or its rights there.",
      fires: { ...secretIs(0), ...storeIs(1), ...clusterStoreIs(1) },
      silent: [secretIs(1), { ...secretIs(0), ...storeIs(0) }, { ...secretIs(0), ...clusterStoreIs(0) }],
    }),
  ]);
}
