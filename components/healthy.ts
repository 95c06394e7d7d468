import { processHealthy, reloaderHealthy } from "../lib/world/built-in";
import type { Healthy } from "../lib/world/healthy";
import { alertManagerHealthy } from "./alert-manager/healthy";
import { n8nHealthy } from "./automation/healthy";
import { pushedHealthy, pushgatewayHealthy } from "./batch/healthy";
import { boilerBridgeHealthy } from "./boiler-bridge/healthy";
import { frigateHealthy } from "./cameras/healthy";
import { argocdHealthy } from "./cd-tool/healthy";
import { certManagerHealthy } from "./certificates/healthy";
import { etcdHealthy } from "./control-plane/healthy/etcd";
import { controllerManagerHealthy } from "./control-plane/healthy/kube-controller-manager";
import { schedulerHealthy } from "./control-plane/healthy/kube-scheduler";
import { dashboardsHealthy } from "./dashboards/healthy";
import { cloudnativePgHealthy } from "./databases/healthy/cloudnative-pg";
import { mysqlHealthy } from "./databases/healthy/mysql";
import { redisHealthy } from "./databases/healthy/redis";
import { deadManHealthy } from "./dead-man/healthy";
import { smartctlHealthy } from "./disks/healthy";
import { bindHealthy } from "./dns/healthy/bind";
import { unboundHealthy } from "./dns/healthy/unbound";
import { autoscalersHealthy } from "./exporters/healthy/autoscalers";
import { clusterDnsHealthy } from "./exporters/healthy/coredns";
import { apiServerHealthy } from "./exporters/healthy/kube-apiserver";
import { kubeStateMetricsHealthy, objectExporterHealthy } from "./exporters/healthy/kube-state-metrics";
import { cadvisorHealthy, kubeletHealthy } from "./exporters/healthy/kubelet";
import { nodeExporterHealthy } from "./exporters/healthy/node-exporter";
import { systemdHealthy } from "./exporters/healthy/systemd";
import { nextcloudHealthy } from "./file-sync/healthy";
import { homeAssistantHealthy } from "./home-automation/healthy/home-assistant";
import { mosquittoHealthy } from "./home-automation/healthy/mosquitto";
import { keycloakHealthy } from "./identity/healthy/keycloak";
import { openldapHealthy } from "./identity/healthy/openldap";
import { trivyHealthy } from "./image-scanner/healthy";
import { ingressNginxHealthy } from "./ingress/healthy";
import { routerHealthy } from "./internet/healthy";
import { logRouterHealthy } from "./log-router/healthy";
import { logStoreHealthy } from "./log-store/healthy";
import { loggingHealthy, shipperHealthy } from "./logging/healthy";
import { dovecotHealthy } from "./mail/healthy/dovecot";
import { postfixHealthy } from "./mail/healthy/postfix";
import { metricsStoreHealthy } from "./metrics/healthy/metrics-store";
import { vminsertHealthy, vmselectHealthy, vmstorageHealthy } from "./metrics/healthy/metrics-store-parts";
import { metricsOperatorHealthy } from "./metrics/healthy/operator";
import { vmagentHealthy } from "./metrics/healthy/vmagent";
import { vmalertHealthy } from "./metrics/healthy/vmalert";
import { vmauthHealthy } from "./metrics/healthy/vmauth";
import { chronyHealthy } from "./ntp/healthy";
import { blackboxHealthy, probeHealthy } from "./probes/healthy";
import { relayHealthy } from "./relay/healthy";
import { wireguardHealthy } from "./remote-access/healthy";
import { secretSyncHealthy } from "./secret-sync/healthy";
import { snmpHealthy } from "./snmp/healthy";
import { giteaHealthy } from "./source-hosting/healthy/gitea";
import { registryHealthy } from "./source-hosting/healthy/registry";
import { woodpeckerHealthy } from "./source-hosting/healthy/woodpecker";
import { staleMountsHealthy } from "./stale-mounts/healthy";
import { statusPageHealthy } from "./status-page/healthy";
import { tracesHealthy } from "./traces/healthy";
import { upsHealthy } from "./ups/healthy";
import { volumeStorageHealthy } from "./volume-storage/healthy";

/** The healthy values of every catalogue, each declared beside it. */
export const HEALTHY: readonly Healthy[] = [
  alertManagerHealthy,
  apiServerHealthy,
  argocdHealthy,
  autoscalersHealthy,
  bindHealthy,
  blackboxHealthy,
  boilerBridgeHealthy,
  cadvisorHealthy,
  certManagerHealthy,
  chronyHealthy,
  cloudnativePgHealthy,
  clusterDnsHealthy,
  controllerManagerHealthy,
  dashboardsHealthy,
  deadManHealthy,
  dovecotHealthy,
  etcdHealthy,
  frigateHealthy,
  giteaHealthy,
  homeAssistantHealthy,
  ingressNginxHealthy,
  keycloakHealthy,
  kubeStateMetricsHealthy,
  kubeletHealthy,
  logRouterHealthy,
  logStoreHealthy,
  loggingHealthy,
  metricsOperatorHealthy,
  metricsStoreHealthy,
  mosquittoHealthy,
  mysqlHealthy,
  n8nHealthy,
  nextcloudHealthy,
  nodeExporterHealthy,
  objectExporterHealthy,
  openldapHealthy,
  postfixHealthy,
  probeHealthy,
  processHealthy,
  pushedHealthy,
  pushgatewayHealthy,
  redisHealthy,
  registryHealthy,
  relayHealthy,
  reloaderHealthy,
  routerHealthy,
  schedulerHealthy,
  secretSyncHealthy,
  shipperHealthy,
  smartctlHealthy,
  ...snmpHealthy,
  staleMountsHealthy,
  statusPageHealthy,
  systemdHealthy,
  tracesHealthy,
  trivyHealthy,
  unboundHealthy,
  upsHealthy,
  vmagentHealthy,
  vmalertHealthy,
  vmauthHealthy,
  vminsertHealthy,
  vmselectHealthy,
  vmstorageHealthy,
  volumeStorageHealthy,
  wireguardHealthy,
  woodpeckerHealthy,
];
