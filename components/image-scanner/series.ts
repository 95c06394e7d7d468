import { declareSeries, gauge } from "../../lib/series";

const RESOURCE = ["namespace", "name", "resource_kind", "resource_name", "severity"] as const;
const IMAGE = [...RESOURCE, "container_name", "image_registry", "image_repository", "image_tag?", "image_digest"] as const;

/**
 * What trivy-operator tells of its reports; seen on its collector, of 0.29.0 and of a commit after 0.32.0, over reports of ours. A workload
 * has the sum of its findings for each severity, 0 where it has none.
 */
export const trivySeries = declareSeries({
  trivy_image_vulnerabilities: gauge("count", "Known holes in an image that runs.", ...IMAGE),
  trivy_image_exposedsecrets: gauge("count", "Secrets that lie open in an image that runs.", ...IMAGE),
  trivy_resource_configaudits: gauge("count", "What is set carelessly in a workload.", ...RESOURCE),
});
