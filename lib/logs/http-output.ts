import type { Construct } from "constructs";
import { ClusterOutput } from "../kubernetes/custom-resources";
import { labelsOf } from "../kubernetes/labels";
import { type BufferProps, buffer } from "./buffer";

/** Answers after which the aggregator keeps the chunk and tries again; any other refusal loses it. */
const RETRYABLE = [408, 429, 500, 502, 503, 504];

export interface HttpOutputProps {
  readonly name: string;
  /** The aggregator's control namespace. */
  readonly namespace: string;
  readonly endpoint: string;
  readonly buffer: BufferProps;
}

/** An output that POSTs batches as a JSON array of records. */
export function httpOutput(scope: Construct, { name, namespace, endpoint, buffer: props }: HttpOutputProps): ClusterOutput {
  return new ClusterOutput(scope, `output-${name}`, {
    metadata: { name, namespace, labels: labelsOf(name, "output") },
    spec: {
      http: {
        endpoint,
        http_method: "post",
        content_type: "application/json",
        json_array: true,
        format: { type: "json" },
        compress: "gzip",
        reuse_connections: true,
        open_timeout: 5,
        read_timeout: 30,
        retryable_response_codes: RETRYABLE,
        error_response_as_unrecoverable: true,
        buffer: buffer(props),
      },
    },
  });
}
