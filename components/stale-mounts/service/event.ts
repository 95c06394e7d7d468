import type { Kubernetes } from "./kubernetes";
import type { Owner, Pod } from "./pod";

const TIMEOUT_MS = 5000;
const MAX_BYTES = 64 * 1024;
/** The API server refuses a longer one (ValidateEvent). */
const MESSAGE_LENGTH = 1024;

/**
 * An event on the pod and one on its owner, where it is still found when the pod is gone.
 *
 * @throws ApiFailure
 */
export async function tell(kubernetes: Kubernetes, pod: Pod, reason: string, message: string, now: number): Promise<void> {
  const ofPod: Owner = { apiVersion: "v1", kind: "Pod", name: pod.name, uid: pod.uid };
  const time = new Date(now).toISOString().replace(/\.\d+Z$/, "Z");
  for (const about of [ofPod, ...(pod.owner === undefined ? [] : [pod.owner])]) {
    await kubernetes.call({
      method: "POST",
      path: `/api/v1/namespaces/${pod.namespace}/events`,
      json: {
        apiVersion: "v1",
        kind: "Event",
        metadata: { generateName: "stale-mounts-", namespace: pod.namespace },
        involvedObject: { ...about, namespace: pod.namespace },
        type: "Warning",
        reason,
        message: message.slice(0, MESSAGE_LENGTH),
        source: { component: "stale-mounts" },
        reportingComponent: "stale-mounts",
        firstTimestamp: time,
        lastTimestamp: time,
        count: 1,
      },
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    });
  }
}
