import type { Pod } from "./pod";
import type { Restart } from "./record";

export interface Limits {
  /** Most restarts in an hour, of all workloads. */
  readonly restartsPerHour: number;
  /** Least time between two restarts of one workload. */
  readonly workloadPauseMs: number;
}

/**
 * What is done about a pod that crashes with an I/O error: `restart` it; `finish` a restart that was recorded and not carried out; or
 * nothing, because it is `unowned` and would be lost, it was `restarted` and that did not help, another of its `workload` comes first, or the hour's
 * `limit` is reached.
 */
export type Judgement = "restart" | "finish" | "unowned" | "restarted" | "workload" | "limit";

const HOUR_MS = 3_600_000;

/**
 * @param siblings every pod of its workload, itself included
 * @param restarts those of the window, the oldest first
 * @param now by the API server's clock, as everything here
 */
export function judge(pod: Pod, siblings: readonly Pod[], restarts: readonly Restart[], now: number, limits: Limits): Judgement {
  if (pod.owner === undefined) return "unowned";
  const ofWorkload = restarts.filter(({ namespace, workload }) => namespace === pod.namespace && workload === pod.workload);
  if (ofWorkload.some(({ uid }) => uid === pod.uid)) return "finish";
  // whichever of them it replaced, its mounts are new: a name tells nothing, because a Deployment gives each pod another
  if (ofWorkload.some((one) => isMadeSince(pod, one))) return "restarted";
  if (siblings.some(({ isTerminating }) => isTerminating)) return "workload";
  const last = ofWorkload.at(-1);
  if (last !== undefined) {
    const hasHelped = siblings.some((one) => one.isReady && isMadeSince(one, last));
    if (!hasHelped || now - last.at < limits.workloadPauseMs) return "workload";
  }
  return restarts.filter(({ at }) => now - at < HOUR_MS).length >= limits.restartsPerHour ? "limit" : "restart";
}

/** Times are of whole seconds: of one and the same, those that were there already are known by name. */
function isMadeSince({ created, uid }: Pod, { at, beside = [] }: Restart): boolean {
  return created >= at && !beside.includes(uid);
}
