import { kubeStateMetricsSeries as kube } from "../../../components/exporters/series/kube-state-metrics";
import { minutes } from "../../../lib/duration";
import type { App, Node, Pod } from "../../../lib/world/cluster";
import { becomes, type Change, inWorld, later, nodeFails, podGoes, together } from "../../../lib/world/fault";
import type { World } from "../../../lib/world/world";

/** The app of that name. */
export function appOf({ cluster: { apps } }: World, name: string): App {
  const found = apps.find((app) => app.name === name);
  if (found === undefined) throw new Error(`the world has no app ${name}`);
  return found;
}

/** What the cluster says of an app that lacks some of its pods. */
export function lacks({ kind, namespace, name, pods }: App, missing: number): Change {
  const left = pods.length - missing;
  switch (kind) {
    case "Deployment": {
      const deployment = { namespace, deployment: name };
      return together(
        becomes(kube.kube_deployment_status_replicas_unavailable(deployment), missing),
        becomes(kube.kube_deployment_status_replicas_available(deployment), left),
      );
    }
    case "StatefulSet":
      return becomes(kube.kube_statefulset_status_replicas_ready({ namespace, statefulset: name }), left);
    case "DaemonSet": {
      const daemonSet = { namespace, daemonset: name };
      return together(
        becomes(kube.kube_daemonset_status_number_unavailable(daemonSet), missing),
        becomes(kube.kube_daemonset_status_number_available(daemonSet), left),
      );
    }
  }
}

/** A pod is gone, and no other comes. */
export const podVanishes = (pod: Pod): Change => together(podGoes(pod), lacks(pod.app, 1));

/** How long the cluster waits for a node that says nothing before it calls it lost. */
const GRACE = minutes(1);

/** A node is off: nothing on it answers, and after a while its pods count as missing. None moves, as where the others have no room. */
export const nodeVanishes = (node: Node): Change =>
  inWorld(({ cluster: { apps } }) => {
    const hit = apps
      .map((app) => ({ app, missing: app.pods.filter((pod) => pod.node === node).length }))
      .filter(({ missing }) => missing > 0);
    const condition = { node: node.name, condition: "Ready" };
    return together(
      nodeFails(node),
      later(
        GRACE,
        together(
          ...hit.map(({ app, missing }) => lacks(app, missing)),
          becomes(kube.kube_node_status_condition({ ...condition, status: "true" }), 0),
          becomes(kube.kube_node_status_condition({ ...condition, status: "unknown" }), 1),
        ),
      ),
    );
  });
