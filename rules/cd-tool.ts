import { argocdSeries } from "../components/cd-tool/series";
import { after } from "../lib/alerts/proof";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { minutes } from "../lib/duration";
import type { Scraped } from "../lib/metrics/scrape";
import { matches } from "../lib/series";
import { COMES_AND_GOES, keptAfter, overAfter } from "./comes-and-goes";
import { growing, jump } from "./proof-counter";
import { serviceDown } from "./service-down";

const {
  argocd_app_info: application,
  argocd_app_sync_total: syncs,
  argocd_cluster_connection_status: connected,
  argocd_git_fetch_fail_total: fetchFailed,
  argocd_git_lsremote_fail_total: lookUpFailed,
} = argocdSeries;

/** The tool that brings the repository's manifests to the cluster. What an application's own pods lack is told by the workloads' alerts. */
export function cdTool(scraped: Scraped): RuleBundle {
  const { job } = scraped;
  const asked = { job };
  const known = `count by (namespace, name) (${application(asked)})`;

  // proofs
  const at = { job, instance: "10.42.1.40:8082" };
  const one = { ...at, namespace: "argocd", name: "mail", project: "default", dest_server: "https://kubernetes.default.svc" };
  const is = (sync_status: string, health_status: string) => ({
    [application({
      ...one,
      autosync_enabled: "true",
      repo: "https://git.example.org/platform.git",
      dest_namespace: "mail",
      sync_status,
      health_status,
    })]: "1x60",
  });
  const ended = (phase: string, count: number) => ({ [syncs({ ...one, phase, dry_run: "false" })]: jump(count) });
  const reaches = (flag: string) => ({ [connected({ ...at, server: one.dest_server, k8s_version: "1.35" })]: flag });
  const fails = (of: typeof fetchFailed, count: string) => ({
    [of({ ...at, repo: "https://git.example.org/platform.git", revision: "main" })]: count,
  });

  return area("cd-tool", { component: "Platform", severity: "warning", ...COMES_AND_GOES }, [
    serviceDown("CdToolDown", scraped, {
      component: "Platform",
      severity: "warning",
      summary: "The CD tool does not answer",
      description: "What is merged does not reach the cluster, and manual changes stay. Look at its pods.",
    }),
    alert("ApplicationOutOfSync", {
      expr: `${known} unless count by (namespace, name) (${application({ ...asked, sync_status: "Synced" })})`,
      // a sync takes minutes
      for: minutes(15),
      summary: "Application {{ $labels.name }} is not what its repository says",
      description: "For 15 minutes. Look at its difference: a sync that waits for a person, one that fails, or a manual change.",
      fires: is("OutOfSync", "Healthy"),
      silent: is("Synced", "Healthy"),
    }),
    alert("ApplicationDegraded", {
      expr: `${known} unless count by (namespace, name) (${application({ ...asked, health_status: matches("Healthy|Progressing|Suspended") })})`,
      for: minutes(15),
      summary: "Application {{ $labels.name }} is degraded in the eyes of the CD tool",
      description: "One of its objects failed, or is not there. The tool's page of it shows which.",
      fires: [is("Synced", "Degraded"), is("OutOfSync", "Missing")],
      silent: [is("Synced", "Healthy"), is("Synced", "Progressing")],
    }),
    alert("ApplicationSyncFailing", {
      expr: `sum by (namespace, name) (increase(${syncs({ ...asked, phase: matches("Error|Failed") })}[30m])) > 0`,
      summary: "Syncs of application {{ $labels.name }} fail",
      description:
        "{{ $value | humanize }} in half an hour. Its last operation has the message: an object that is refused, or a hook that fails.",
      inhibits: [{ alerts: ["ApplicationOutOfSync"], sharing: ["namespace", "name"] }],
      fires: [after(minutes(10), ended("Failed", 1)), keptAfter(minutes(35), ended("Failed", 1))],
      silent: [overAfter(minutes(45), ended("Failed", 1)), ended("Failed", 0), ended("Succeeded", 1)],
    }),
    alert("CdToolClusterUnreachable", {
      expr: `min by (server) (${connected(asked)}) == 0`,
      for: minutes(5),
      summary: "The CD tool does not reach cluster {{ $labels.server }}",
      description:
        "Nothing is applied there, and its applications' state is unknown. Look at its credentials and the way to its API server.",
      inhibits: [{ alerts: ["ApplicationOutOfSync", "ApplicationDegraded", "ApplicationSyncFailing"] }],
      fires: reaches("0x60"),
      silent: reaches("1x60"),
    }),
    alert("CdToolRepositoryFailing", {
      expr: [`sum by (repo) (increase(${fetchFailed(asked)}[5m])) > 0`, `or sum by (repo) (increase(${lookUpFailed(asked)}[5m])) > 0`].join(
        "\n",
      ),
      for: minutes(10),
      summary: "The CD tool can't read repository {{ $labels.repo }}",
      description:
        "{{ $value | humanize }} failures in five minutes: nothing new is applied. Look at the source hosting, then at the credentials.",
      inhibits: [{ alerts: ["ApplicationOutOfSync", "ApplicationSyncFailing"] }],
      fires: [after(minutes(11), fails(fetchFailed, growing(4))), after(minutes(11), fails(lookUpFailed, growing(4)))],
      silent: [fails(fetchFailed, growing(8)), fails(fetchFailed, "7x60"), fails(lookUpFailed, growing(8)), fails(lookUpFailed, "7x60")],
    }),
  ]);
}
