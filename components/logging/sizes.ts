import { containerResources } from "../../lib/kubernetes/resources";
import type { Site } from "../../lib/site/schema";
import { bySize } from "../../lib/site/size";

/** The aggregator takes about 11,000 records a second per core with the flows of all detectors (measured), and runs on one. */
const DEFAULT = {
  aggregator: { memory: "512Mi", cpu: { request: "100m", limit: "1" } },
  shipper: { memory: { request: "64Mi", limit: "128Mi" }, cpu: { request: "20m", limit: "500m" } },
};
const SMALL = {
  aggregator: { memory: { request: "128Mi", limit: "320Mi" }, cpu: { request: "20m", limit: "1" } },
  shipper: { memory: { request: "24Mi", limit: "64Mi" }, cpu: { request: "5m", limit: "500m" } },
};
/** Of each container of a tailer, and of the programs beside the aggregator: they hold a few lines at a time. */
const LITTLE = { memory: { request: "8Mi", limit: "48Mi" }, cpu: { request: "2m", limit: "100m" } };

export function loggingSizes(site: Site) {
  const { aggregator, shipper } = bySize(site, "services", { default: DEFAULT, small: SMALL });
  return { aggregator: containerResources(aggregator), shipper: containerResources(shipper), little: containerResources(LITTLE) };
}
