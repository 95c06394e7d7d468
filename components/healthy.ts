import { processHealthy, reloaderHealthy } from "../lib/world/built-in";
import type { Healthy } from "../lib/world/healthy";
import { alertManagerHealthy } from "./alert-manager/healthy";
import { boilerBridgeHealthy } from "./boiler-bridge/healthy";
import { etcdHealthy } from "./control-plane/healthy/etcd";
import { controllerManagerHealthy } from "./control-plane/healthy/kube-controller-manager";
import { schedulerHealthy } from "./control-plane/healthy/kube-scheduler";
import { deadManHealthy } from "./dead-man/healthy";
import { clusterDnsHealthy } from "./exporters/healthy/coredns";
import { apiServerHealthy } from "./exporters/healthy/kube-apiserver";
import { kubeStateMetricsHealthy } from "./exporters/healthy/kube-state-metrics";
import { cadvisorHealthy, kubeletHealthy } from "./exporters/healthy/kubelet";
import { nodeExporterHealthy } from "./exporters/healthy/node-exporter";
import { loggingHealthy, shipperHealthy } from "./logging/healthy";
import { metricsStoreHealthy } from "./metrics/healthy/metrics-store";
import { vmagentHealthy } from "./metrics/healthy/vmagent";
import { vmalertHealthy } from "./metrics/healthy/vmalert";
import { blackboxHealthy, pushedHealthy, volumeStorageHealthy } from "./pending/healthy";
import { relayHealthy } from "./relay/healthy";
import { statusPageHealthy } from "./status-page/healthy";
import { upsHealthy } from "./ups/healthy";

/** The healthy values of every catalogue, each declared beside it. */
export const HEALTHY: readonly Healthy[] = [
  alertManagerHealthy,
  apiServerHealthy,
  blackboxHealthy,
  boilerBridgeHealthy,
  cadvisorHealthy,
  clusterDnsHealthy,
  controllerManagerHealthy,
  deadManHealthy,
  etcdHealthy,
  kubeletHealthy,
  kubeStateMetricsHealthy,
  loggingHealthy,
  metricsStoreHealthy,
  nodeExporterHealthy,
  processHealthy,
  pushedHealthy,
  reloaderHealthy,
  relayHealthy,
  schedulerHealthy,
  shipperHealthy,
  statusPageHealthy,
  upsHealthy,
  vmagentHealthy,
  vmalertHealthy,
  volumeStorageHealthy,
];
