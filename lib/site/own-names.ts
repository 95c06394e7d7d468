import { EXPORTERS } from "./sections/scrapes";

/**
 * What belfry calls things of its own at every site: workloads, scrapes and their jobs, policies. A Service of the site that had such a
 * name would share an object's file, or be taken for the other by rules that ask a job.
 */
export const OWN_NAMES: ReadonlySet<string> = new Set([
  ...EXPORTERS,
  "apiserver",
  "blackbox-exporter",
  "boiler-bridge",
  "cadvisor",
  "cluster-dns",
  "coredns",
  "default-deny",
  "grafana",
  "image-pull",
  "kube-state-metrics",
  "kubelet",
  "log-aggregator",
  "log-shipper",
  "node-exporter",
  "nut-exporter",
  "snmp-exporter",
  "trace-collector",
]);
