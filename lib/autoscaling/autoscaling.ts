import type { Construct } from "constructs";

/** The modes of a VerticalPodAutoscaler that are in use here. `Auto` is an old word for `Recreate`, and `Initial` never comes to a running pod. */
export const MODES = ["Recreate", "InPlaceOrRecreate", "Off"] as const;
export type Mode = (typeof MODES)[number];

/**
 * What the cluster's autoscaler does with a workload's pods, said once beside its resources.
 *
 * - `Recreate`: it evicts them, one at a time, and they come back with what it recommends. For several replicas alone.
 * - `InPlaceOrRecreate`: it resizes them where they run, and only where that fails restarts them. A single replica that bears a restart.
 * - `Off`: it recommends and does nothing: what needs room for bursts, or bears no restart.
 * - `excluded`: it does not even look: databases, identity services, hosted sites, and what it can't look at.
 */
export type Autoscaling =
  | { readonly mode: "Recreate" | "InPlaceOrRecreate" }
  | { readonly mode: "Off" | "excluded"; readonly because: string };

/** Of a workload that says nothing: a restart is never a surprise. */
export const UNSAID: Autoscaling = { mode: "Off", because: "nobody has said that its pods may be restarted" };

/** What bears a restart: its replicas one at a time, or the only one where it runs. */
export function restartTolerant(replicas: number): Autoscaling {
  return { mode: replicas > 1 ? "Recreate" : "InPlaceOrRecreate" };
}

/** Of the profile small, whose request and limit are apart. */
export const MEASURED: Autoscaling = {
  mode: "Off",
  because: "the profile small shares one node of 4 GB by measured requests, and what is above them is room for bursts",
};

/** Whether pods are restarted, or resized, without anybody's doing. */
export function changesPods({ mode }: { readonly mode: string | undefined }): boolean {
  return mode !== "Off" && mode !== "excluded";
}

/**
 * How far a limit may be above its request where the autoscaler sets both: it keeps their proportion, and a request that grows from
 * 100 to 400 millicores takes a limit of ten times as much to four whole processors (observability specification, part 8).
 */
export const CLOSE = 1.25;

/** On a workload's object: why the autoscaler does not even look at it. On an autoscaler's object: why it only recommends. */
export const AUTOSCALING_REASON = "belfry/autoscaling-because";

const AUTOSCALER = "belfry/autoscaler";

/** Says to everything below a scope whether the cluster has an autoscaler. Without that there is none, and no objects for it. */
export function setAutoscaler(scope: Construct, isThere: boolean): void {
  scope.node.setContext(AUTOSCALER, isThere);
}

export function hasAutoscaler(scope: Construct): boolean {
  return scope.node.tryGetContext(AUTOSCALER) === true;
}
