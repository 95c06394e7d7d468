import { counter, declareSeries, gauge } from "../../lib/series";

/** What the service exports beyond the series of its process. */
export const staleMountsSeries = declareSeries({
  stale_mounts_restarts_total: counter("count", "Pods deleted so that their mounts are made anew, by the pod's namespace.", "namespace"),
  stale_mounts_pods: gauge(
    "count",
    "Pods in CrashLoopBackOff with an I/O error in their log, by why none of them is deleted now: restarted (it did not help), workload (one of a workload at a time), limit (enough in this hour), unowned (nobody would make it anew), dry_run.",
    "reason",
  ),
  stale_mounts_unhelped: gauge(
    "flag",
    "1 for a workload whose pod was deleted and whose new pod is in CrashLoopBackOff with an I/O error again; 0 when it has recovered.",
    "namespace",
    "workload",
  ),
  stale_mounts_failures_total: counter(
    "count",
    "Calls that failed: list, log, delete, event, record (of what was restarted) by the API server, kubelet where a node does not hand out a log.",
    "operation",
  ),
  stale_mounts_last_check_timestamp_seconds: gauge("timestamp", "When all pods were last listed; 0 for never."),
});
