import { kubeStateMetricsSeries } from "../../../components/exporters/series/kube-state-metrics";
import { kubeletSeries } from "../../../components/exporters/series/kubelet";
import { minutes } from "../../../lib/duration";
import { type Component, componentOfNamespace } from "../../../lib/site/component";
import { namespaceMap } from "../../../lib/site/namespace-map";
import type { App } from "../../../lib/world/cluster";
import { lately, still } from "../../../lib/world/course";
import { appears, becomes, countsFaster, goes, inWorld, moves, passing, podGoes, together } from "../../../lib/world/fault";
import { comesAndGoes } from "./comes-and-goes";
import { expected, type Faults } from "./fault";
import { podVanishes } from "./orchestrator";

const { kube_pod_container_status_last_terminated_reason, kube_pod_container_status_last_terminated_timestamp } = kubeStateMetricsSeries;

const named = ({ namespace, name: deployment }: App) => ({ namespace, deployment });
const ofSet = ({ namespace, name: statefulset }: App) => ({ namespace, statefulset });
const ofDaemonSet = ({ namespace, name: daemonset }: App) => ({ namespace, daemonset });
const ofBudget = ({ namespace, name: poddisruptionbudget }: App) => ({ namespace, poddisruptionbudget });

export const workloadFaults: Faults = ({ cluster: { site, apps, claims, namespaces } }) => {
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
  const shipper = app("Platform", "DaemonSet");
  const [scaled] = apps.filter(({ kind }) => kind === "Deployment");
  if (scaled === undefined) throw new Error("the world has no deployment");
  const limited = componentOfNamespace(namespaceMap(site), namespaces[0] ?? "");
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
      expect: expected("Mail", "DeploymentUnavailable", "critical", 6),
    },
    {
      title: "a rollout of the mail server needs a pod more than its quota allows",
      change: together(
        becomes(kubeStateMetricsSeries.kube_deployment_status_condition({ ...named(mail), condition: "Progressing", status: "true" }), 0),
        becomes(kubeStateMetricsSeries.kube_deployment_status_condition({ ...named(mail), condition: "Progressing", status: "false" }), 1),
      ),
      expect: expected("Mail", "DeploymentRolloutStuck", "warning", 1),
    },
    {
      title: "a database of the files waits for somebody to delete its old pods",
      change: together(
        becomes(kubeStateMetricsSeries.kube_statefulset_status_replicas_updated(ofSet(files)), 0),
        goes(kubeStateMetricsSeries.kube_statefulset_status_update_revision(ofSet(files))),
        appears(
          "kube-state-metrics",
          kubeStateMetricsSeries.kube_statefulset_status_update_revision({ ...ofSet(files), revision: `${files.name}-7b4d2` }),
          still(1),
        ),
      ),
      expect: expected("Files & Documents", "StatefulSetRolloutStuck", "warning", 31),
    },
    {
      title: "the controller manager does not act on a change of the websites",
      change: becomes(kubeStateMetricsSeries.kube_deployment_metadata_generation(named(websites)), 5),
      expect: expected("Websites", "WorkloadChangeUnseen", "warning", 16),
    },
    {
      title: "a commit removed the name server, and the CD tool pruned it",
      change: together(
        goes(`{__name__=~"kube_deployment_.+",namespace="${dns.namespace}",deployment="${dns.name}"}`),
        ...dns.pods.map(podGoes),
      ),
      expect: expected("DNS", "WorkloadGone", "warning", 11),
    },
    {
      title: "the database of the files was scaled to nothing for a restore, and stays so",
      change: together(
        becomes(kubeStateMetricsSeries.kube_statefulset_replicas(ofSet(files)), 0),
        becomes(kubeStateMetricsSeries.kube_statefulset_status_replicas_ready(ofSet(files)), 0),
        becomes(kubeStateMetricsSeries.kube_statefulset_status_replicas_updated(ofSet(files)), 0),
        ...files.pods.map(podGoes),
      ),
      expect: expected("Files & Documents", "WorkloadGone", "warning", 11),
    },
    {
      title: "the log shipper of a node is gone",
      change: podVanishes(shipper.pod),
      expect: expected("Platform", "DaemonSetShort", "warning", 16),
    },
    {
      title: "the service account of a daemon set was removed, and none of its pods is made again",
      change: together(
        ...shipper.pods.map(podGoes),
        ...[
          kubeStateMetricsSeries.kube_daemonset_status_current_number_scheduled,
          kubeStateMetricsSeries.kube_daemonset_status_number_ready,
        ].map((of) => becomes(of(ofDaemonSet(shipper)), 0)),
      ),
      expect: expected("Platform", "DaemonSetShort", "warning", 16),
    },
    {
      title: "a daemon set got a node selector that no node has",
      change: together(
        ...shipper.pods.map(podGoes),
        ...[
          kubeStateMetricsSeries.kube_daemonset_status_desired_number_scheduled,
          kubeStateMetricsSeries.kube_daemonset_status_current_number_scheduled,
          kubeStateMetricsSeries.kube_daemonset_status_number_ready,
        ].map((of) => becomes(of(ofDaemonSet(shipper)), 0)),
      ),
      expect: expected("Platform", "WorkloadGone", "warning", 11),
    },
    {
      title: "a daemon set was removed",
      change: together(
        ...shipper.pods.map(podGoes),
        ...Object.values(kubeStateMetricsSeries).flatMap((one) =>
          one.series.name.startsWith("kube_daemonset_") ? [goes(one(ofDaemonSet(shipper)))] : [],
        ),
      ),
      expect: expected("Platform", "WorkloadGone", "warning", 11),
    },
    {
      title: "a database of the files is killed whenever it has started, for half an hour",
      change: passing(
        minutes(30),
        comesAndGoes(minutes(8), minutes(10), becomes(kubeStateMetricsSeries.kube_statefulset_status_replicas_ready(ofSet(files)), 1)),
      ),
      expect: expected("Files & Documents", "StatefulSetShort", "critical", 6),
    },
    {
      title: "a website's pods get ready and lose it again",
      change: comesAndGoes(
        minutes(7),
        minutes(12),
        becomes(kubeStateMetricsSeries.kube_deployment_status_replicas_unavailable(named(websites)), 1),
      ),
      expect: expected("Websites", "DeploymentUnavailable", "critical", 6),
    },
    {
      title: "a crawler drives an autoscaler to its maximum",
      change: inWorld(({ series }) => {
        const most = [...series()].find(({ name }) => name === "kube_horizontalpodautoscaler_spec_max_replicas")?.at(0) ?? 0;
        return together(
          becomes(kubeStateMetricsSeries.kube_horizontalpodautoscaler_status_current_replicas(), most),
          becomes(kubeStateMetricsSeries.kube_horizontalpodautoscaler_status_desired_replicas(), most),
        );
      }),
      expect: expected(scaled.component, "AutoscalerAtMaximum", "warning", 16),
    },
    {
      title: "the metrics API does not answer the autoscaler",
      change: together(
        becomes(kubeStateMetricsSeries.kube_horizontalpodautoscaler_status_condition({ condition: "ScalingActive", status: "true" }), 0),
        becomes(kubeStateMetricsSeries.kube_horizontalpodautoscaler_status_condition({ condition: "ScalingActive", status: "false" }), 1),
      ),
      expect: expected(scaled.component, "AutoscalerBlind", "warning", 16),
    },
    {
      title: "a disruption budget asks for more pods than there are",
      change: together(
        becomes(kubeStateMetricsSeries.kube_poddisruptionbudget_status_desired_healthy(ofBudget(websites)), 3),
        becomes(kubeStateMetricsSeries.kube_poddisruptionbudget_status_pod_disruptions_allowed(ofBudget(websites)), 0),
      ),
      expect: expected("Websites", "DisruptionBudgetViolated", "warning", 16),
    },
    {
      title: "jobs that nobody removes use up a quota",
      change: becomes(kubeStateMetricsSeries.kube_resourcequota({ type: "used" }), 50),
      expect: expected(limited, "QuotaFull", "warning", 16),
    },
    {
      title: "a namespace comes close to its quota",
      change: becomes(kubeStateMetricsSeries.kube_resourcequota({ type: "used" }), 46),
      expect: { ...expected(limited, "QuotaAlmostFull", "warning", 16), never: ["QuotaFull"] },
    },
    {
      title: "a pod of the name server was evicted, and no other starts",
      change: podVanishes(dns.pod),
      expect: expected("DNS", "DeploymentUnavailable", "critical", 6),
    },
    {
      title: "a database of the files does not become ready",
      change: podVanishes(files.pod),
      expect: expected("Files & Documents", "StatefulSetShort", "critical", 6),
    },
    {
      title: "a container crashes as soon as it starts",
      change: countsFaster(
        kubeStateMetricsSeries.kube_pod_container_status_restarts_total({ namespace: dns.namespace, pod: dns.pod.name }),
        1 / 60,
      ),
      expect: expected("DNS", "ContainerRestarting", "warning", 15),
    },
    {
      title: "a web server was killed for its memory",
      change: together(
        appears("kube-state-metrics", kube_pod_container_status_last_terminated_reason({ ...killed, reason: "OOMKilled" }), still(1)),
        appears("kube-state-metrics", kube_pod_container_status_last_terminated_timestamp(killed), lately(minutes(1))),
      ),
      expect: expected("Websites", "ContainerOOMKilled", "warning", 2),
    },
    {
      title: "the directory's volume fills up within an hour",
      change: moves(
        kubeletSeries.kubelet_volume_stats_used_bytes({ namespace: claim.namespace, persistentvolumeclaim: claim.name }),
        0.97 * claim.bytes,
        minutes(60),
      ),
      expect: expected("Sign-in (SSO)", "VolumeClaimFilling", "warning", 60),
    },
  ];
};
