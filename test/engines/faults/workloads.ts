import { kubeStateMetricsSeries } from "../../../components/exporters/series/kube-state-metrics";
import { kubeletSeries } from "../../../components/exporters/series/kubelet";
import type { Severity } from "../../../lib/alerts/labels";
import { minutes } from "../../../lib/duration";
import type { Component } from "../../../lib/site/component";
import { lately, still } from "../../../lib/world/course";
import { appears, becomes, countsFaster, moves, together } from "../../../lib/world/fault";
import type { Expected, Faults } from "./fault";
import { podVanishes } from "./orchestrator";

const { kube_pod_container_status_last_terminated_reason, kube_pod_container_status_last_terminated_timestamp } = kubeStateMetricsSeries;

const of = (component: Component, alert: string, severity: Severity, within: number): Expected => ({
  alert,
  component,
  severity,
  within: minutes(within),
});

export const workloadFaults: Faults = ({ cluster: { apps, claims } }) => {
  const app = (component: Component, kind: string) => {
    const found = apps.find((one) => one.component === component && one.kind === kind);
    const [pod] = found?.pods ?? [];
    if (found === undefined || pod === undefined) throw new Error(`the world has no ${kind} of ${component}`);
    return { ...found, pod };
  };
  const [mail, files, dns, websites] = [
    app("Mail", "Deployment"),
    app("Files & Documents", "StatefulSet"),
    app("DNS", "Deployment"),
    app("Websites", "Deployment"),
  ];
  const claim = claims.find(({ pod }) => pod.app.component === "Sign-in (SSO)");
  if (claim === undefined) throw new Error("the world has no claim of Sign-in (SSO)");
  const killed = { namespace: websites.namespace, pod: websites.pod.name, uid: websites.pod.uid, container: websites.pod.container };
  return [
    {
      title: "a rollout of the mail server hangs",
      change: becomes(
        kubeStateMetricsSeries.kube_deployment_status_replicas_unavailable({ namespace: mail.namespace, deployment: mail.name }),
        1,
      ),
      expect: of("Mail", "DeploymentUnavailable", "critical", 6),
    },
    {
      title: "a pod of the name server was evicted, and no other starts",
      change: podVanishes(dns.pod),
      expect: of("DNS", "DeploymentUnavailable", "critical", 6),
    },
    {
      title: "a database of the files does not become ready",
      change: podVanishes(files.pod),
      expect: of("Files & Documents", "StatefulSetShort", "critical", 6),
    },
    {
      title: "a container crashes as soon as it starts",
      change: countsFaster(
        kubeStateMetricsSeries.kube_pod_container_status_restarts_total({ namespace: dns.namespace, pod: dns.pod.name }),
        1 / 60,
      ),
      expect: of("DNS", "ContainerRestarting", "warning", 15),
    },
    {
      title: "a web server was killed for its memory",
      change: together(
        appears("kube-state-metrics", kube_pod_container_status_last_terminated_reason({ ...killed, reason: "OOMKilled" }), still(1)),
        appears("kube-state-metrics", kube_pod_container_status_last_terminated_timestamp(killed), lately(minutes(1))),
      ),
      expect: of("Websites", "ContainerOOMKilled", "warning", 2),
    },
    {
      title: "the directory's volume fills up within an hour",
      change: moves(
        kubeletSeries.kubelet_volume_stats_used_bytes({ namespace: claim.namespace, persistentvolumeclaim: claim.name }),
        0.97 * claim.bytes,
        minutes(60),
      ),
      expect: of("Sign-in (SSO)", "VolumeClaimFilling", "warning", 60),
    },
  ];
};
