import { counter, declareSeries, gauge, histogram, info } from "../../lib/series";

const APPLICATION = ["namespace", "name", "project"] as const;
const REPOSITORY = ["repo", "request_type"] as const;

/**
 * Series of Argo CD that rules and dashboards may read (seen on the metrics servers of its controller, its API server and its repository
 * server v3.1.0; v3.3.0 and v3.6.1 read for what changed). `namespace` is the application's. What is 0 until something happens is
 * absent until then: an application that was never synced has no `argocd_app_sync_total`.
 */
export const argocdSeries = declareSeries({
  // the application controller; since v3.6 `phase` and `hydrator_status` tell more of an application
  argocd_app_info: info(
    "An application, and how it stands.",
    ...APPLICATION,
    "autosync_enabled",
    "repo",
    "dest_server",
    "dest_namespace?",
    "sync_status",
    "health_status",
    "operation?",
    "phase?",
    "hydrator_status?",
  ),
  argocd_app_sync_total: counter("count", "Syncs of an application, by how they ended.", ...APPLICATION, "dest_server", "phase", "dry_run"),
  argocd_app_reconcile: histogram("seconds", "Time of comparing an application with its repository.", "namespace", "dest_server"),
  argocd_app_k8s_request_total: counter(
    "count",
    "Requests to a cluster for an application.",
    ...APPLICATION,
    "server",
    "response_code",
    "verb",
    "resource_kind?",
    "resource_namespace?",
    "dry_run",
  ),
  argocd_cluster_connection_status: gauge("flag", "1 while a cluster answers.", "server", "k8s_version?"),
  argocd_cluster_info: info("A cluster.", "server", "name", "k8s_version?"),
  argocd_cluster_api_resource_objects: gauge("count", "Objects of a cluster that are watched.", "server"),
  argocd_cluster_cache_age_seconds: gauge("seconds", "Age of what is known of a cluster, -1 for nothing.", "server"),
  argocd_cluster_events_total: counter("count", "Changes in a cluster that were seen.", "server", "group?", "kind"),

  // the repository server
  argocd_git_request_total: counter("count", "Calls to a repository: fetch, ls-remote.", ...REPOSITORY),
  argocd_git_request_duration_seconds: histogram("seconds", "Time of a call to a repository.", ...REPOSITORY),
  argocd_git_fetch_fail_total: counter("count", "Fetches from a repository that failed.", "repo", "revision?"),
  argocd_git_lsremote_fail_total: counter("count", "Look-ups of a repository's branches that failed.", "repo", "revision?"),
  argocd_repo_pending_request_total: gauge("count", "Calls that wait for their turn at a repository.", "repo"),

  // each of them; only the controller says its host
  argocd_redis_request_total: counter("count", "Calls to the cache.", "initiator", "failed", "hostname?", "command?"),
});
