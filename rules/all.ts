import type { RuleBundle } from "../lib/alerts/rule";
import type { Site } from "../lib/site/schema";
import { alertReceivers } from "./alert-receivers";
import { batch } from "./batch";
import { boiler } from "./boiler";
import { nodes } from "./nodes";
import { probes } from "./probes";
import { relay } from "./relay";
import { storage } from "./storage";
import { watchdog } from "./watchdog";
import { workloads } from "./workloads";

/** Every rule of the installation, an area each. */
export function ruleBundles(site: Site): RuleBundle[] {
  const ofBoiler = site.boiler ? [boiler(site.boiler)] : [];
  return [alertReceivers(), batch(), ...ofBoiler, nodes(site), probes(site), relay(site), storage(), watchdog(), workloads(site)];
}
