import type { Construct } from "constructs";
import { ClusterOutput } from "../kubernetes/custom-resources";
import { labelsOf } from "../kubernetes/labels";
import { type BufferProps, buffer } from "./buffer";

/** Answers that say nothing of the body: whoever answers so, or stands before it, is not ready. The aggregator keeps the chunk and tries again. */
export const NOT_READY = [401, 403, 404, 408, 425, 429, 500, 502, 503, 504];

export interface HttpOutputProps {
  readonly name: string;
  /** The aggregator's control namespace. */
  readonly namespace: string;
  readonly endpoint: string;
  /** Answers after which a chunk is kept and sent again. After any other refusal it is lost, but for a copy in the aggregator's `rootDir`. */
  readonly retried: readonly number[];
  readonly buffer: BufferProps;
}

/**
 * An output that POSTs batches as a JSON array of records. Without `add_newline: false` there is a line end after each record in the
 * array, which a receiver that reads by lines takes for the end of what it was sent.
 */
export function httpOutput(scope: Construct, { name, namespace, endpoint, retried, buffer: props }: HttpOutputProps): ClusterOutput {
  return new ClusterOutput(scope, `output-${name}`, {
    metadata: { name, namespace, labels: labelsOf(name, "output") },
    spec: {
      http: {
        endpoint,
        http_method: "post",
        content_type: "application/json",
        json_array: true,
        format: { type: "json", add_newline: false },
        compress: "gzip",
        reuse_connections: true,
        open_timeout: 5,
        read_timeout: 30,
        retryable_response_codes: [...retried],
        error_response_as_unrecoverable: true,
        buffer: buffer(props),
      },
    },
  });
}
