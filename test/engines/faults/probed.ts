import { type Probe, probeLabels } from "../../../lib/metrics/probe";
import type { Component } from "../../../lib/site/component";
import type { World } from "../../../lib/world/world";

/** A series of one probe. */
export const ofProbe = (series: () => string, probe: Probe): string => {
  const labels = { instance: probe.target, ...probeLabels(probe) };
  return `${series()}{${Object.entries(labels).map(([label, value]) => `${label}=${JSON.stringify(value)}`)}}`;
};

/** The first probe of a component, or the one of that name. */
export function probeOf({ cluster: { probes } }: World, component: Component, service?: string): Probe {
  const found = probes.find((one) => one.component === component && (service === undefined || one.service === service));
  if (found === undefined) throw new Error(`the world has no probe of ${component}`);
  return found;
}
