import { tell } from "./event";
import type { Failures } from "./failures";
import { ApiFailure, type Kubernetes } from "./kubernetes";
import type { Pod } from "./pod";
import { addToRecord, type RestartRecord } from "./record";
import type { Affected } from "./suspects";

const DELETE_TIMEOUT_MS = 5000;
const MAX_ANSWER_BYTES = 2 * 1024 * 1024;

/** When, and what there is then. */
export interface Moment {
  /** By the API server's clock. */
  readonly now: number;
  /** What was restarted before is forgotten. */
  readonly since: number;
  /** Every pod of its workload. */
  readonly siblings: readonly Pod[];
}

/** Whether the pod is deleted now, and the record as it is then; undefined where nobody knows that. */
export interface Restarted {
  readonly isDeleted: boolean;
  readonly record: RestartRecord | undefined;
}

/**
 * Records the restart unless that is done, deletes the pod, and tells of it. No signal of a shutdown reaches here: what is begun is finished.
 *
 * Deleted, because a container that starts again keeps the mounts of its pod; not evicted, because a disruption budget would protect a
 * pod that serves nobody; no rollout, which would restart the sound replicas too and needs a right to change workloads.
 */
export async function restart(
  kubernetes: Kubernetes,
  { pod, container, line }: Affected,
  { name, record, isRecorded }: { readonly name: string; readonly record: RestartRecord; readonly isRecorded: boolean },
  { now, since, siblings }: Moment,
  failures: Failures,
): Promise<Restarted> {
  const { namespace, workload, uid } = pod;
  const beside = siblings.filter((one) => one.created >= now && one.uid !== uid).map((one) => one.uid);
  const added = { namespace, workload, pod: pod.name, uid, at: now, ...(beside.length > 0 && { beside }) };
  const write = () => addToRecord(kubernetes, name, record, added, since);
  const written = isRecorded ? record : await failures.attempt("record", undefined, write, { kind: "record, written" });
  if (written === undefined) return { isDeleted: false, record: undefined };
  const outcome = await failures.attempt("delete", undefined, () => deletePod(kubernetes, pod));
  if (outcome !== "deleted") return { isDeleted: false, record: written };
  const message = `Deleted pod ${pod.name} of ${workload}, so that its volumes are mounted anew: container ${container} is in CrashLoopBackOff and logged: ${line}`;
  await failures.attempt("event", undefined, () => tell(kubernetes, pod, "StaleMountRestart", message, now));
  return { isDeleted: true, record: written };
}

/** That very pod and no other of its name. */
async function deletePod(kubernetes: Kubernetes, { namespace, name, uid }: Pod): Promise<"deleted" | "gone"> {
  try {
    await kubernetes.call({
      method: "DELETE",
      path: `/api/v1/namespaces/${namespace}/pods/${encodeURIComponent(name)}`,
      json: { apiVersion: "v1", kind: "DeleteOptions", preconditions: { uid } },
      timeoutMs: DELETE_TIMEOUT_MS,
      maxBytes: MAX_ANSWER_BYTES,
    });
    return "deleted";
  } catch (error) {
    // 409: another pod has that name by now
    if (error instanceof ApiFailure && (error.status === 404 || error.status === 409)) return "gone";
    throw error;
  }
}
