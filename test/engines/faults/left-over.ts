import { kubeStateMetricsSeries as objects } from "../../../components/exporters/series/kube-state-metrics";
import { cadvisorSeries } from "../../../components/exporters/series/kubelet";
import { becomes, countsFaster, together } from "../../../lib/world/fault";
import { expected, type Faults } from "./fault";

export const leftOverFaults: Faults = ({ cluster: { apps, claims, pods } }) => {
  const pod = pods.find(({ app }) => app.component === "Websites");
  const claim = claims.find(({ pod: { app } }) => app.component !== "Platform");
  const agent = apps.find(({ kind }) => kind === "DaemonSet");
  const web = apps.find(({ kind, component }) => kind === "Deployment" && component === "Mail");
  if (!pod || !claim || !agent || !web) throw new Error("the world has pods, claims, a daemon set and a deployment of Mail");
  const volume = (phase: string) => objects.kube_persistentvolume_status_phase({ persistentvolume: claim.volume, phase });
  const mail = (phase: string) => objects.kube_namespace_status_phase({ namespace: web.namespace, phase });
  return [
    {
      title: "a worker of a website is killed for memory, and its program makes another",
      change: countsFaster(cadvisorSeries.container_oom_events_total({ namespace: pod.namespace, pod: pod.name }), 1 / 300),
      expect: expected(pod.app.component, "ContainerProcessKilled", "warning", 8),
    },
    {
      title: "the storage does not delete a volume that nobody claims any more",
      change: together(becomes(volume("Bound"), 0), becomes(volume("Failed"), 1)),
      expect: expected(claim.pod.app.component, "PersistentVolumeFailed", "warning", 6),
    },
    {
      title: "somebody deletes the mail's namespace, and a finalizer holds it",
      change: together(becomes(mail("Active"), 0), becomes(mail("Terminating"), 1)),
      expect: expected("Mail", "NamespaceTerminatingStuck", "warning", 16),
    },
    {
      title: "a node was given a taint for its GPU, and a daemon set still runs there",
      change: becomes(objects.kube_daemonset_status_number_misscheduled({ namespace: agent.namespace, daemonset: agent.name }), 1),
      expect: expected(agent.component, "DaemonSetMisplaced", "warning", 16),
    },
    {
      title: "somebody paused the mail server's rollout and forgot it",
      change: becomes(objects.kube_deployment_spec_paused({ namespace: web.namespace, deployment: web.name }), 1),
      expect: expected("Mail", "DeploymentPaused", "info", 16),
    },
  ];
};
