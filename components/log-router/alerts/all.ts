import type { LogAlert } from "../../../lib/log-store/log-alert";
import { imagePullSecretMissing, warningEventsRepeating } from "./cluster-events";
import { dashboardsNotProvisioned } from "./dashboards";
import { callbackNameAsked, dnsTunnelLikely, miningPoolAsked, torGatewayAsked } from "./dns-queries";
import { auditRulesRemoved, kernelModuleInserted, nodeAccountAdded, nodeLoginsFailing, programRunFromTemporary } from "./node-audit";
import { callbackPortDialled, honeypotTriedFromInside, switchAccountChanged, switchLoggingStopped } from "./outside";
import {
  databaseSyntaxErrorsMany,
  kernelProgramWritesMemory,
  libraryPreloadForced,
  malwareFound,
  programMemoryCorrupted,
  sshServerAttacked,
  webServerWorkersCrashing,
} from "./programs";
import { firewallProbed, pathTraversalServed, sourceCodeServed } from "./web";

/** Every alert that the log store watches, where its stream is stored. */
export const LOG_ALERTS: readonly LogAlert[] = [
  auditRulesRemoved,
  callbackNameAsked,
  callbackPortDialled,
  dashboardsNotProvisioned,
  databaseSyntaxErrorsMany,
  dnsTunnelLikely,
  firewallProbed,
  honeypotTriedFromInside,
  imagePullSecretMissing,
  kernelModuleInserted,
  kernelProgramWritesMemory,
  libraryPreloadForced,
  malwareFound,
  miningPoolAsked,
  nodeAccountAdded,
  nodeLoginsFailing,
  pathTraversalServed,
  programMemoryCorrupted,
  programRunFromTemporary,
  sourceCodeServed,
  sshServerAttacked,
  switchAccountChanged,
  switchLoggingStopped,
  torGatewayAsked,
  warningEventsRepeating,
  webServerWorkersCrashing,
];
