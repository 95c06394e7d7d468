import { recordOf } from "./router-names";
import type { Transform } from "./vector";

/**
 * How old a record is when the router has read it, by the record's own time: `vector_source_lag_time_seconds` measures against what the
 * source itself set, and says nothing of an aggregator that is hours behind.
 */
export const LAG_METRIC = { namespace: "log_router", name: "record_lag_seconds" } as const;
export const LAG_NAME = `${LAG_METRIC.namespace}_${LAG_METRIC.name}` as const;

/** Upper bounds in seconds, up to the five hours from which on the store takes nothing. */
export const LAG_BUCKETS = [1, 5, 15, 60, 300, 900, 3600, 14_400] as const;

/** `_timestamp` is in microseconds. A record without one tells nothing, and is none of the sinks' business here. */
const PROGRAM = `now_us = to_unix_timestamp(now(), unit: "microseconds")
lag_us = now_us - (int(._timestamp) ?? now_us)
if lag_us < 0 { lag_us = 0 }
. = { "lag_seconds": to_float(lag_us) / 1000000.0 }
`;

/** Of what the aggregator sends: the other sources have no way behind them on which a record could wait. */
export function lagTransforms(): Record<string, Transform> {
  return {
    aggregator_lag: {
      type: "remap",
      inputs: [recordOf("aggregator")],
      source: PROGRAM,
      drop_on_error: false,
      drop_on_abort: false,
    },
    aggregator_lag_metric: {
      type: "log_to_metric",
      inputs: ["aggregator_lag"],
      metrics: [{ type: "histogram", field: "lag_seconds", ...LAG_METRIC, tags: { source: "aggregator" } }],
    },
  };
}
