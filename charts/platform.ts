import { ownImages } from "../components/images";
import { type ImagesLock, NO_LOCK } from "../lib/images/lock";
import { pinsOf } from "../lib/images/locked-images";
import type { Part } from "../lib/platform/part";
import { assemble, type Platform } from "../lib/platform/platform";
import type { Site } from "../lib/site/schema";
import { alerting } from "./alerting";
import { autoscaling } from "./autoscaling";
import { batch } from "./batch";
import { boiler } from "./boiler";
import { dashboards } from "./dashboards";
import { exporters } from "./exporters";
import { gitops } from "./gitops";
import { imagePull } from "./image-pull";
import { logFlows } from "./log-flows";
import { logRouter } from "./log-router";
import { logStore } from "./log-store";
import { metrics } from "./metrics";
import { namespaces } from "./namespaces";
import { observedPart } from "./observed";
import { ownDatabases } from "./own-databases";
import { probes } from "./probes";
import { receivers } from "./receivers";
import { relay } from "./relay";
import { rules } from "./rules";
import { secrets } from "./secrets";
import { snmp } from "./snmp";
import { staleMounts } from "./stale-mounts";
import { traces } from "./traces";
import { ups } from "./ups";

/** The parts of the platform; their order means nothing. */
export const PARTS: readonly Part[] = [
  alerting,
  autoscaling,
  batch,
  boiler,
  dashboards,
  exporters,
  imagePull,
  logFlows,
  logRouter,
  logStore,
  metrics,
  namespaces,
  observedPart,
  ownDatabases,
  probes,
  receivers,
  relay,
  rules,
  secrets,
  snmp,
  staleMounts,
  traces,
  ups,
];

/** The whole installation: every bundle, and the declarations behind them for the checks. */
export function platform(
  site: Site,
  runbooks: ReadonlyMap<string, string>,
  parts: readonly Part[] = PARTS,
  lock: ImagesLock = NO_LOCK,
): Platform {
  const own = ownImages();
  return assemble({ site, parts, runbooks, gitops, ownImages: own.map(({ name }) => name), pinned: pinsOf(own, site, lock) });
}
