import { area, type RuleBundle } from "../lib/alerts/rule";
import type { Scraped } from "../lib/metrics/scrape";
import { COMES_AND_GOES } from "./comes-and-goes";
import { serviceDown } from "./service-down";

/** Scheduler and controllers, of which one works and the others wait: that one replica is gone is told by its node. */
export function schedulers(scheduler: Scraped, controllerManager: Scraped): RuleBundle {
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
      inhibits: [{ alerts: ["KubeletCertificateRenewalFailing"] }],
    }),
  ]);
}
