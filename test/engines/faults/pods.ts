import { kubeStateMetricsSeries as kube } from "../../../components/exporters/series/kube-state-metrics";
import { cadvisorSeries } from "../../../components/exporters/series/kubelet";
import { minutes } from "../../../lib/duration";
import type { App, Pod } from "../../../lib/world/cluster";
import { ahead, lately, still } from "../../../lib/world/course";
import { appears, becomes, type Change, countsFaster, later, moves, together } from "../../../lib/world/fault";
import { type Expected, expected, type Faults } from "./fault";
import { lacks } from "./orchestrator";

const OBJECTS = "kube-state-metrics";
const podOf = ({ namespace, name: pod, uid }: Pod) => ({ namespace, pod, uid });
const containerOf = (pod: Pod) => ({ ...podOf(pod), container: pod.container });

const becomesPending = (pod: Pod): Change =>
  together(
    becomes(kube.kube_pod_status_phase({ ...podOf(pod), phase: "Running" }), 0),
    becomes(kube.kube_pod_status_phase({ ...podOf(pod), phase: "Pending" }), 1),
  );
const becomesUnready = (pod: Pod): Change =>
  together(
    becomes(kube.kube_pod_status_ready({ ...podOf(pod), condition: "true" }), 0),
    becomes(kube.kube_pod_status_ready({ ...podOf(pod), condition: "false" }), 1),
    becomes(kube.kube_pod_container_status_ready(containerOf(pod)), 0),
  );
const waits = (pod: Pod, reason: string): Change =>
  appears(OBJECTS, kube.kube_pod_container_status_waiting_reason({ ...containerOf(pod), reason }), still(1));
const initWaits = (pod: Pod, reason: string): Change =>
  appears(OBJECTS, kube.kube_pod_init_container_status_waiting_reason({ ...containerOf(pod), container: "init", reason }), still(1));
/** A new pod of a workload is there and does not start: its workload lacks it. */
const doesNotStart = (pod: Pod): Change => together(becomesPending(pod), becomesUnready(pod), lacks(pod.app, 1));

/** Pods that don't get to work, in workloads of several components. */
export const podFaults: Faults = ({ cluster: { apps } }) => {
  const podFrom = (component: App["component"], kind: App["kind"]): Pod => {
    const [pod] = apps.find((app) => app.component === component && app.kind === kind)?.pods ?? [];
    if (pod === undefined) throw new Error(`the world has no ${kind} of ${component}`);
    return pod;
  };
  const warning = (pod: Pod, alert: string, within: number, more?: Partial<Expected>): Expected =>
    expected(pod.app.component, alert, "warning", within, more);
  const [mail, sso, dns, websites, home, files] = [
    podFrom("Mail", "Deployment"),
    podFrom("Sign-in (SSO)", "Deployment"),
    podFrom("DNS", "Deployment"),
    podFrom("Websites", "Deployment"),
    podFrom("Smart Home", "Deployment"),
    podFrom("Files & Documents", "StatefulSet"),
  ];
  return [
    {
      title: "the sign-in asks for more memory than any node has left",
      change: together(doesNotStart(sso), appears(OBJECTS, kube.kube_pod_status_unschedulable(podOf(sso)), still(1))),
      expect: warning(sso, "PodUnschedulable", 11),
    },
    {
      title: "the volume of a database is still held by another node, and its pod waits",
      change: together(doesNotStart(files), waits(files, "ContainerCreating")),
      expect: warning(files, "PodPending", 16),
    },
    {
      title: "the init container of a website waits for a database that does not answer",
      change: together(doesNotStart(websites), waits(websites, "PodInitializing")),
      expect: warning(websites, "PodInitStuck", 31, { never: ["PodPending"] }),
    },
    {
      title: "a log shipper's pod runs and does not pass its readiness probe",
      change: becomesUnready(podFrom("Platform", "DaemonSet")),
      expect: warning(podFrom("Platform", "DaemonSet"), "PodNotReady", 16),
    },
    {
      title: "the name server was deleted, and its node does not let it go",
      change: appears(OBJECTS, kube.kube_pod_deletion_timestamp(podOf(dns)), ahead(minutes(60))),
      expect: warning(dns, "PodTerminatingStuck", 16),
    },
    {
      title: "the home automation is rolled out with a tag that the registry has not",
      change: together(doesNotStart(home), waits(home, "ImagePullBackOff")),
      expect: warning(home, "ContainerImagePullFailing", 11, { never: ["PodPending"] }),
    },
    {
      title: "the image of an init container was cleaned up in the registry",
      change: together(doesNotStart(mail), waits(mail, "PodInitializing"), initWaits(mail, "ErrImagePull")),
      expect: warning(mail, "ContainerImagePullFailing", 11, { never: ["PodPending"] }),
    },
    {
      title: "the mail server names a Secret that is not there",
      change: together(doesNotStart(mail), waits(mail, "CreateContainerConfigError")),
      expect: warning(mail, "ContainerConfigWrong", 11, { never: ["PodPending"] }),
    },
    {
      title: "a website crashes whenever it starts",
      change: together(
        becomesUnready(websites),
        lacks(websites.app, 1),
        waits(websites, "CrashLoopBackOff"),
        countsFaster(kube.kube_pod_container_status_restarts_total(containerOf(websites)), 1 / 300),
        appears(
          OBJECTS,
          kube.kube_pod_container_status_last_terminated_reason({ ...containerOf(websites), reason: "Error" }),
          lately(minutes(5)),
        ),
      ),
      expect: warning(websites, "ContainerCrashLooping", 11),
    },
    {
      title: "the sign-in has a burst of logins and hits its CPU limit",
      change: countsFaster(cadvisorSeries.container_cpu_cfs_throttled_periods_total({ namespace: sso.namespace, pod: sso.name }), 7),
      expect: warning(sso, "ContainerThrottled", 31, { severity: "info" }),
    },
    {
      title: "the name server leaks memory up to its limit",
      change: together(
        moves(cadvisorSeries.container_memory_rss({ namespace: dns.namespace, pod: dns.name }), 0.97 * 256 * 2 ** 20, minutes(30)),
        moves(
          cadvisorSeries.container_memory_working_set_bytes({ namespace: dns.namespace, pod: dns.name }),
          0.99 * 256 * 2 ** 20,
          minutes(30),
        ),
      ),
      expect: warning(dns, "ContainerMemoryNearLimit", 50),
    },
    {
      title: "a pod of the mail server was replaced and is ready within five minutes",
      change: together(doesNotStart(mail), waits(mail, "ContainerCreating"), later(minutes(4), backAgain(mail))),
      expect: { nothingFor: minutes(60) },
    },
  ];
};

/** What {@link doesNotStart} changed is as it was. */
function backAgain(pod: Pod): Change {
  return together(
    becomes(kube.kube_pod_status_phase({ ...podOf(pod), phase: "Running" }), 1),
    becomes(kube.kube_pod_status_phase({ ...podOf(pod), phase: "Pending" }), 0),
    becomes(kube.kube_pod_status_ready({ ...podOf(pod), condition: "true" }), 1),
    becomes(kube.kube_pod_status_ready({ ...podOf(pod), condition: "false" }), 0),
    becomes(kube.kube_pod_container_status_ready(containerOf(pod)), 1),
    becomes(kube.kube_pod_container_status_waiting_reason({ ...containerOf(pod), reason: "ContainerCreating" }), 0),
    lacks(pod.app, 0),
  );
}
