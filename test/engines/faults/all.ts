import { alertManagerFaults } from "./alert-manager";
import { alertPathFaults } from "./alert-path";
import { automationFaults } from "./automation";
import { autoscalingFaults } from "./autoscaling";
import { backupFaults } from "./backups";
import { batchFaults } from "./batch";
import { boilerFaults } from "./boiler";
import { cameraFaults } from "./cameras";
import { claimFaults } from "./claims";
import { clusterFaults } from "./cluster";
import { controlPlaneFaults } from "./control-plane";
import { dashboardFaults } from "./dashboards";
import { databaseFaults } from "./databases";
import { deliveryFaults } from "./delivery";
import { diskFaults } from "./disks";
import { dnsFaults } from "./dns";
import { exportersGoneFaults } from "./exporters-gone";
import type { Fault, Faults } from "./fault";
import { fileSyncFaults } from "./file-sync";
import { filesFaults } from "./files";
import { imageFaults } from "./images";
import { internetFaults } from "./internet";
import { jobFaults } from "./jobs";
import { leftOverFaults } from "./left-over";
import { logRouterFaults } from "./log-router";
import { logStoreFaults, logStorePartsFaults } from "./log-store";
import { logStoreSettingsFaults } from "./log-store-settings";
import { loggingFaults } from "./logging";
import { mailFaults } from "./mail";
import { metricsAgentFaults } from "./metrics-agent";
import { metricsEvaluatorFaults } from "./metrics-evaluator";
import { metricsProgramFaults } from "./metrics-programs";
import { metricsStoreFaults } from "./metrics-store";
import { metricsStorePartsFaults } from "./metrics-store-parts";
import { networkPolicyFaults } from "./network-policies";
import { nodeFaults } from "./nodes";
import { nodeMachineFaults } from "./nodes-machine";
import { nodeServiceFaults } from "./nodes-services";
import { nodeStateFaults } from "./nodes-state";
import { ntpFaults } from "./ntp";
import { podFaults } from "./pods";
import { probeFaults } from "./probes";
import { remoteAccessFaults } from "./remote-access";
import { signInFaults } from "./sign-in";
import { smartHomeFaults } from "./smart-home";
import { snmpFaults } from "./snmp";
import { sourceHostingFaults } from "./source-hosting";
import { staleMountsFaults } from "./stale-mounts";
import { storageFaults } from "./storage";
import { tracesFaults } from "./traces";
import { upsFaults } from "./ups";
import { websiteFaults } from "./websites";
import { workloadFaults } from "./workloads";

export const TABLES: readonly Faults[] = [
  alertManagerFaults,
  alertPathFaults,
  autoscalingFaults,
  backupFaults,
  batchFaults,
  boilerFaults,
  dashboardFaults,
  databaseFaults,
  diskFaults,
  automationFaults,
  fileSyncFaults,
  imageFaults,
  filesFaults,
  dnsFaults,
  internetFaults,
  mailFaults,
  loggingFaults,
  leftOverFaults,
  logRouterFaults,
  logStoreSettingsFaults,
  logStoreFaults,
  metricsAgentFaults,
  metricsEvaluatorFaults,
  metricsProgramFaults,
  metricsStoreFaults,
  exportersGoneFaults,
  clusterFaults,
  controlPlaneFaults,
  deliveryFaults,
  nodeFaults,
  nodeMachineFaults,
  nodeServiceFaults,
  nodeStateFaults,
  networkPolicyFaults,
  claimFaults,
  jobFaults,
  podFaults,
  ntpFaults,
  probeFaults,
  signInFaults,
  sourceHostingFaults,
  cameraFaults,
  remoteAccessFaults,
  smartHomeFaults,
  snmpFaults,
  staleMountsFaults,
  storageFaults,
  tracesFaults,
  upsFaults,
  websiteFaults,
  workloadFaults,
];

/** Every fault of a world that has everything. */
export const faultsOf: (...args: Parameters<Faults>) => readonly Fault[] = (world) => TABLES.flatMap((table) => table(world));

/** Every fault of what is there under `scale: cluster` alone. */
export const clusteredFaultsOf: typeof faultsOf = (world) => [...metricsStorePartsFaults(world), ...logStorePartsFaults(world)];
