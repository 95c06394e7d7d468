import { staleMountsSeries } from "../components/stale-mounts/series";
import { byNamespace } from "../lib/alerts/owner";
import { after } from "../lib/alerts/proof";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { minutes } from "../lib/duration";
import type { Scraped } from "../lib/metrics/scrape";
import { not } from "../lib/series";
import type { Site } from "../lib/site/schema";
import { COMES_AND_GOES } from "./comes-and-goes";
import { serviceDown } from "./service-down";

const { stale_mounts_failures_total: failures, stale_mounts_pods: pods, stale_mounts_unhelped: unhelped } = staleMountsSeries;

/** Pods whose mounts are stale: those that a restart did not help, and what restarts them. */
export function staleMounts(site: Site, { job }: Scraped): RuleBundle {
  const target = { job, instance: "10.42.0.51:8080" };
  const ofGit = (values: string) => ({ [unhelped({ ...target, namespace: "git", workload: "StatefulSet/git" })]: values });
  const waiting = (reason: string, values: string) => ({ [pods({ ...target, reason })]: values });
  const failed = (operation: string, values: string) => ({ [failures({ ...target, operation })]: values });
  return area("stale-mounts", { severity: "warning", ...COMES_AND_GOES }, [
    alert("StaleMountRestartUnhelpful", {
      expr: `max by (namespace, workload) (${unhelped()}) == 1`,
      component: byNamespace(site),
      summary: "A restart did not help {{ $labels.workload }} in {{ $labels.namespace }}: I/O errors go on",
      description:
        "Its pod was deleted because of I/O errors, and the new one crashes with them again. It is left alone for a day: the volume, its server or the node's disk is broken, not the mount.",
      fires: after(minutes(5), ofGit("0x4 1x20")),
      silent: ofGit("0x20"),
    }),
    alert("StaleMountRestartsLimited", {
      // a pod in a crash loop runs now and then, and is not counted while it does
      expr: `max(max_over_time(${pods({ reason: "limit" })}[10m])) > 0`,
      for: minutes(15),
      component: "Platform",
      summary: "More pods crash with I/O errors than may be restarted in an hour",
      description:
        "{{ $value | humanize }} pods wait for a restart. So many at once is no stale mount: look at the volume storage, the file server and the nodes.",
      fires: [after(minutes(17), waiting("limit", "0x1 1x30")), after(minutes(21), waiting("limit", "0x5 2x1 0x8 2x1 0x30"))],
      silent: [
        waiting("workload", "1x30"),
        waiting("limit", "0x30"),
        ...[15, 24].map((minute) => after(minutes(minute), waiting("limit", "0x5 3 0x30"))),
      ],
    }),
    alert("StaleMountRestarterFailing", {
      expr: `sum by (operation) (increase(${failures({ operation: not("kubelet") })}[10m])) > 0`,
      for: minutes(15),
      component: "Platform",
      summary: "What restarts pods with stale mounts can't do its work: {{ $labels.operation }} fails",
      description: "{{ $value | humanize }} calls to the API server failed in ten minutes. Look at the reason in the log of stale-mounts.",
      fires: after(minutes(21), failed("delete", "0x5 1x8 2x40")),
      silent: [failed("kubelet", "0+1x40"), failed("delete", "7x40"), after(minutes(24), failed("delete", "0x5 1x40"))],
    }),
    serviceDown(
      "StaleMountRestarterDown",
      { job },
      {
        component: "Platform",
        severity: "warning",
        summary: "What restarts pods with stale mounts is down",
        description: "Pods with I/O errors stay in their crash loop until somebody deletes them. Look at the pod of stale-mounts.",
      },
    ),
  ]);
}
