import type { Registry } from "prom-client";
import { type Metrics, makeMetrics } from "../../../lib/service/metrics";
import { COMMAND_STATES } from "../entities";
import { boilerBridgeSeries } from "../series";
import { FIELDS } from "../watched-helpers";

export type BridgeMetrics = Metrics<typeof boilerBridgeSeries>;

export function createMetrics(registry: Registry): BridgeMetrics {
  const metrics = makeMetrics(boilerBridgeSeries, registry);
  // A counter that appears with 1 has no increase: the first failure would raise no alert.
  for (const field of [...FIELDS, "schedule"])
    for (const state of COMMAND_STATES) metrics.boiler_bridge_commands_total.inc({ field, state }, 0);
  return metrics;
}
