import { processHealthy, reloaderHealthy } from "../lib/world/built-in";
import type { Healthy } from "../lib/world/healthy";
import { alertManagerHealthy } from "./alert-manager/healthy";
import { boilerBridgeHealthy } from "./boiler-bridge/healthy";
import { argocdHealthy } from "./cd-tool/healthy";
import { certManagerHealthy } from "./certificates/healthy";
import { cloudnativePgHealthy } from "./databases/healthy/cloudnative-pg";
import { mysqlHealthy } from "./databases/healthy/mysql";
import { redisHealthy } from "./databases/healthy/redis";
import { deadManHealthy } from "./dead-man/healthy";
import { kubeStateMetricsHealthy } from "./exporters/healthy/kube-state-metrics";
import { cadvisorHealthy, kubeletHealthy } from "./exporters/healthy/kubelet";
import { nodeExporterHealthy } from "./exporters/healthy/node-exporter";
import { ingressNginxHealthy } from "./ingress/healthy";
import { loggingHealthy } from "./logging/healthy";
import { metricsStoreHealthy } from "./metrics/healthy/metrics-store";
import { vmagentHealthy } from "./metrics/healthy/vmagent";
import { vmalertHealthy } from "./metrics/healthy/vmalert";
import {
  blackboxHealthy,
  dashboardsHealthy,
  logRouterHealthy,
  pushedHealthy,
  shipperHealthy,
  snmpHealthy,
  tracesHealthy,
} from "./pending/healthy";
import { relayHealthy } from "./relay/healthy";
import { secretSyncHealthy } from "./secret-sync/healthy";
import { registryHealthy } from "./source-hosting/healthy/registry";
import { statusPageHealthy } from "./status-page/healthy";
import { upsHealthy } from "./ups/healthy";
import { volumeStorageHealthy } from "./volume-storage/healthy";

/** The healthy values of every catalogue, each declared beside it. */
export const HEALTHY: readonly Healthy[] = [
  alertManagerHealthy,
  argocdHealthy,
  blackboxHealthy,
  boilerBridgeHealthy,
  cadvisorHealthy,
  certManagerHealthy,
  cloudnativePgHealthy,
  dashboardsHealthy,
  deadManHealthy,
  ingressNginxHealthy,
  kubeletHealthy,
  kubeStateMetricsHealthy,
  loggingHealthy,
  logRouterHealthy,
  metricsStoreHealthy,
  mysqlHealthy,
  nodeExporterHealthy,
  processHealthy,
  pushedHealthy,
  redisHealthy,
  registryHealthy,
  relayHealthy,
  reloaderHealthy,
  secretSyncHealthy,
  shipperHealthy,
  snmpHealthy,
  statusPageHealthy,
  tracesHealthy,
  upsHealthy,
  vmagentHealthy,
  vmalertHealthy,
  volumeStorageHealthy,
];
