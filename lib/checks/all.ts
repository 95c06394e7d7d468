import type { Platform } from "../platform/platform";
import { alertLabels } from "./alert-labels";
import { alertSplit } from "./alert-split";
import { autoscaling } from "./autoscaling";
import { batchJobs } from "./batch-jobs";
import type { Check, Finding } from "./check";
import { collectorPipelines } from "./collector-pipelines";
import { componentCoverage } from "./component-coverage";
import { connections } from "./connections";
import { cost } from "./cost";
import { credentials } from "./credentials";
import { dashboardAccess } from "./dashboard-access";
import { dashboardLines } from "./dashboard-lines";
import { dashboardLinks } from "./dashboard-links";
import { dashboardLogQueries } from "./dashboard-log-queries";
import { dashboardProvisioning } from "./dashboard-provisioning";
import { dashboardQueries } from "./dashboard-queries";
import { dashboardShape } from "./dashboard-shape";
import { dashboardSources } from "./dashboard-sources";
import { disruptions } from "./disruptions";
import { flows } from "./flows";
import { inhibitions } from "./inhibitions";
import { jobs } from "./jobs";
import { labels } from "./labels";
import { logAlerts } from "./log-alerts";
import { lostLines } from "./lost-lines";
import { names } from "./names";
import { objects } from "./objects";
import { pins } from "./pins";
import { podSecurity } from "./pod-security";
import { proofs } from "./proofs";
import { reads } from "./reads";
import { references } from "./references";
import { restarts } from "./restarts";
import { retention } from "./retention";
import { routerBuffers } from "./router-buffers";
import { routerFraming } from "./router-framing";
import { routerLosses } from "./router-losses";
import { routerTopology } from "./router-topology";
import { routes } from "./routes";
import { runbooks } from "./runbooks";
import { scrapes } from "./scrapes";
import { series } from "./series";
import { services } from "./services";
import { silentCases } from "./silent-cases";
import { snmpIdentity } from "./snmp-identity";
import { templates } from "./templates";
import { twins } from "./twins";
import { unconfirmed } from "./unconfirmed";
import { upstreamTouches } from "./upstream-touches";
import { windows } from "./windows";

/** Every check that a synth runs. */
export const CHECKS: readonly Check[] = [
  alertLabels,
  alertSplit,
  names,
  templates,
  windows,
  cost,
  series,
  jobs,
  twins,
  labels,
  proofs,
  reads,
  silentCases,
  scrapes,
  routes,
  inhibitions,
  componentCoverage,
  batchJobs,
  runbooks,
  flows,
  lostLines,
  logAlerts,
  routerBuffers,
  routerFraming,
  routerLosses,
  routerTopology,
  collectorPipelines,
  restarts,
  credentials,
  connections,
  podSecurity,
  disruptions,
  autoscaling,
  pins,
  unconfirmed,
  upstreamTouches,
  retention,
  references,
  objects,
  services,
  snmpIdentity,
  dashboardShape,
  dashboardQueries,
  dashboardLines,
  dashboardSources,
  dashboardLinks,
  dashboardLogQueries,
  dashboardProvisioning,
  dashboardAccess,
];

export interface CheckFinding extends Finding {
  readonly check: string;
}

/**
 * What every check finds, together: one mistake does not hide the next. A mistake that the
 * projection repeats for every component is told once.
 */
export function runChecks(platform: Platform): CheckFinding[] {
  const findings = CHECKS.flatMap((check) => check.run(platform).map((finding) => ({ check: check.name, ...finding })));
  return [...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values()];
}
