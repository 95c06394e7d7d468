import { excerpt } from "../../../lib/logs/excerpt";
import { ApiFailure, type Kubernetes } from "./kubernetes";
import type { CrashingContainer, Pod } from "./pod";

/** A program that dies of an I/O error says so last: with a long stack trace it is in the last 200 lines. */
const TAIL_LINES = 200;
/** Of those lines; 1300 bytes a line. */
const MAX_LOG_BYTES = 256 * 1024;
const TIMEOUT_MS = 10_000;

/**
 * The last line of a crashed container's log that matches, cut for people; undefined where none does. `previous` is the instance that
 * crashed also when the container is started again meanwhile.
 *
 * @throws ApiFailure
 */
export async function matchingLine(
  kubernetes: Kubernetes,
  pod: Pod,
  container: CrashingContainer,
  pattern: RegExp,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { text } = await kubernetes
    .call({
      method: "GET",
      path: `/api/v1/namespaces/${pod.namespace}/pods/${encodeURIComponent(pod.name)}/log`,
      query: { container: container.name, previous: "true", tailLines: String(TAIL_LINES), limitBytes: String(MAX_LOG_BYTES) },
      timeoutMs: TIMEOUT_MS,
      // the kubelet may end a little later, with what it says of itself
      maxBytes: MAX_LOG_BYTES + 4096,
      signal,
    })
    .catch((error: unknown) => {
      // the pod is gone, or its node has removed the crashed container and its log: nothing to see is no I/O error
      if (error instanceof ApiFailure && (error.status === 404 || error.status === 400)) return { text: "" };
      throw error;
    });
  const line = text.split("\n").findLast((one) => pattern.test(one));
  return line === undefined ? undefined : excerpt(line.replace(/\p{Cc}+/gu, " ").trim());
}
