import type { UpstreamRelease } from "../../lib/metrics/scrape";
import type { Site } from "../../lib/site/schema";

/*
 * What the logging operator makes of our objects: names, labels, ports and images (logging-operator 6.7.0, pkg/resources and
 * pkg/sdk/logging/api/v1beta1/logging_types.go).
 */

/** The release whose names, fields and defaults are copied. */
export const LOGGING_OPERATOR: UpstreamRelease = { chart: "Logging operator", release: "6.7.0" };

/** Of the Logging, the FluentbitAgent and the tailers; the operator puts it before the names of all that it makes. */
export const NAME = "belfry";

/** Where the aggregator is asked for connections, and what gives its metrics. */
export const AGGREGATOR_PORTS = { forward: 24240, "http-metrics": 24231 } as const;
export const SHIPPER_PORTS = { "http-metrics": 2020 } as const;
/** Its own first interface, whose series carry a time; the second one has other names. */
export const SHIPPER_METRICS_PATH = "/api/v1/metrics/prometheus";

/** The Services of the metrics, whose names are the jobs. */
export const AGGREGATOR_JOB = `${NAME}-fluentd-metrics`;
export const SHIPPER_JOB = `${NAME}-fluentbit-metrics`;

const FLUENT_BIT = { repository: "ghcr.io/fluent/fluent-bit", tag: "5.0.5" };

/** Pinned: the operator's own choices are a tag that moves, or follow whichever operator is there. */
export const IMAGES = {
  fluentd: { repository: "ghcr.io/kube-logging/logging-operator/fluentd", tag: `${LOGGING_OPERATOR.release}-full` },
  reloader: { repository: "ghcr.io/kube-logging/logging-operator/config-reloader", tag: LOGGING_OPERATOR.release },
  fluentBit: FLUENT_BIT,
  eventRouter: { repository: "ghcr.io/kube-logging/eventrouter", tag: "1.0.0" },
} as const;

/** Every node is read, whatever it keeps away from itself. */
export const EVERY_NODE = [{ operator: "Exists" }] as const;

/** As much of the restricted profile as a container can say for itself. */
export const CONFINED = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  capabilities: { drop: ["ALL"] },
  seccompProfile: { type: "RuntimeDefault" },
} as const;

/** Log files and journals belong to root, and are read by nobody else. Without capabilities it may write nothing that is not its own. */
export const CONFINED_ROOT = { ...CONFINED, runAsUser: 0, runAsGroup: 0 } as const;

/** What the site says of shipping, with what holds where it says nothing. */
export function shippingOf({ log_shipping = {} }: Pick<Site, "log_shipping">) {
  const {
    journal = "persistent",
    audit_log,
    host_files = [],
    aggregator_volume = "20Gi",
    events_volume = "1Gi",
    node_buffer = "2Gi",
  } = log_shipping;
  return { journal, audit_log, host_files, aggregator_volume, events_volume, node_buffer };
}
