import { controllerManagerSeries } from "../components/control-plane/series/kube-controller-manager";
import { after } from "../lib/alerts/proof";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { minutes } from "../lib/duration";
import type { Scraped } from "../lib/metrics/scrape";
import { COMES_AND_GOES } from "./comes-and-goes";
import { serviceDown } from "./service-down";

const { workqueue_depth: depth } = controllerManagerSeries;

/** For long: a queue is empty most of the time, and a start with thousands of objects is through within minutes. */
const QUEUED = 500;

/** Scheduler and controllers, of which one works and the others wait: that one replica is gone is told by its node. */
export function schedulers(scheduler: Scraped, controllerManager: Scraped): RuleBundle {
  const queue = (values: string) => ({ [depth({ ...controllerManager, instance: "192.168.10.11:10257", name: "job" })]: values });

  return area("schedulers", { component: "Platform", severity: "critical", ...COMES_AND_GOES }, [
    serviceDown("SchedulerDown", scheduler, {
      component: "Platform",
      severity: "critical",
      summary: "No scheduler of the cluster answers",
      description: "Pods that run go on. No new one gets a node: what fails or is moved stays pending. Look at the control plane's nodes.",
    }),
    serviceDown("ControllerManagerDown", controllerManager, {
      component: "Platform",
      severity: "critical",
      summary: "No controller manager of the cluster answers",
      description:
        "Nothing replaces a pod or a node that is lost, jobs don't start, certificates of kubelets are not signed. Look at the control plane's nodes.",
      inhibits: [{ alerts: ["KubeletCertificateRenewalFailing", "ControllerQueueLong"] }],
    }),
    alert("ControllerQueueLong", {
      expr: `max by (job, name) (${depth(controllerManager)}) > ${QUEUED}`,
      for: minutes(10),
      severity: "warning",
      summary: "Controller {{ $labels.name }} of the cluster does not keep up",
      description: "{{ $value | humanize }} objects wait for it: changes of them are seen late. Look at its log, and at the API server.",
      fires: queue(`${QUEUED * 1.02}x40`),
      silent: [queue(`${QUEUED}x40`), after(minutes(14), queue(`${2 * QUEUED}x4 0 ${2 * QUEUED}x40`))],
    }),
  ]);
}
