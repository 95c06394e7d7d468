import { around, counts, never, still, taking } from "../../lib/world/course";
import { absent, each, eachBy, healthy, told } from "../../lib/world/healthy";
import { argocdSeries } from "./series";

const SERVER = "https://kubernetes.default.svc";
const K8S_VERSION = "1.34";
const REPO = "https://git.example.org/platform.git";
const PROJECT = "default";
const VERBS = { get: 0.02, list: 0.005, patch: 0.001, watch: 0.001 };
const CALLS = { fetch: 0.01, "ls-remote": 0.05 };
const KINDS = ["ConfigMap", "Deployment", "Pod", "Secret", "Service"];

export const argocdHealthy = healthy(argocdSeries, ({ namespaces }, { index, pod, labels: { instance } }) => {
  const home = pod?.namespace ?? "argocd";
  const isController = index === 0;
  // one address may stand for all its programs
  const isRepositoryServer = index === (pod?.app.pods.length ?? 1) - 1;
  const applications = isController ? namespaces : [];
  const application = (name: string) => ({ namespace: home, name, project: PROJECT });
  const clusters = isController ? [{ server: SERVER }] : [];
  const repositories = <Course extends object>(course: (perSecond: number) => Course) =>
    eachBy(
      isRepositoryServer ? [REPO] : [],
      (repo) => ({ repo }),
      "request_type",
      Object.fromEntries(Object.entries(CALLS).map(([call, perSecond]) => [call, course(perSecond)])),
    );
  return {
    argocd_app_info: told(applications, (name) => ({
      ...application(name),
      autosync_enabled: "true",
      repo: REPO,
      dest_server: SERVER,
      dest_namespace: name,
      sync_status: "Synced",
      health_status: "Healthy",
    })),
    argocd_app_sync_total: eachBy(applications, (name) => ({ ...application(name), dest_server: SERVER, dry_run: "false" }), "phase", {
      Succeeded: counts(1 / 86_400),
      Failed: never,
    }),
    argocd_app_reconcile: each(
      clusters,
      ({ server }) => ({ namespace: home, dest_server: server }),
      taking(0.1, 0.2, { bounds: [0.25, 0.5, 1, 2, 4, 8, 16] }),
    ),
    argocd_app_k8s_request_total: eachBy(
      applications,
      (name) => ({ ...application(name), server: SERVER, response_code: "200", dry_run: "false", resource_kind: "Deployment" }),
      "verb",
      Object.fromEntries(Object.entries(VERBS).map(([verb, perSecond]) => [verb, counts(perSecond)])),
    ),
    argocd_cluster_connection_status: each(clusters, ({ server }) => ({ server, k8s_version: K8S_VERSION }), still(1)),
    argocd_cluster_info: told(clusters, ({ server }) => ({ server, name: "in-cluster", k8s_version: K8S_VERSION })),
    argocd_cluster_api_resource_objects: each(clusters, ({ server }) => ({ server }), around(2500, 100)),
    argocd_cluster_cache_age_seconds: each(clusters, ({ server }) => ({ server }), around(2400, 2000)),
    argocd_cluster_events_total: eachBy(
      clusters,
      ({ server }) => ({ server }),
      "kind",
      Object.fromEntries(KINDS.map((kind) => [kind, counts(0.1)])),
    ),

    argocd_git_request_total: repositories(counts),
    argocd_git_request_duration_seconds: repositories((perSecond) => taking(perSecond, 0.4, { bounds: [0.1, 0.25, 0.5, 1, 2, 4, 10, 20] })),
    argocd_git_fetch_fail_total: absent("no fetch has failed"),
    argocd_git_lsremote_fail_total: absent("no look-up has failed"),
    argocd_repo_pending_request_total: each(isRepositoryServer ? [REPO] : [], (repo) => ({ repo }), still(0)),

    argocd_redis_request_total: [
      isController
        ? [{ initiator: "argocd-application-controller", failed: "false", hostname: pod?.name ?? instance }, counts(2)]
        : [{ initiator: "argocd-repo-server", failed: "false" }, counts(0.5)],
    ],
  };
});
