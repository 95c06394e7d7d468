import { LOG_AGGREGATOR, LOG_SHIPPER } from "../../../components/logging/scrapes";
import { aggregatorSeries, shipperSeries } from "../../../components/logging/series";
import { minutes } from "../../../lib/duration";
import { matches } from "../../../lib/series";
import {
  becomes,
  type Change,
  countsFaster,
  freezes,
  later,
  moves,
  passing,
  startsAgain,
  targetFails,
  targetGoes,
  targets,
  together,
} from "../../../lib/world/fault";
import { type Faults, platform } from "./fault";

/** The output to the relay is another than that to the router. */
export const aggregatorFails: Change = together(
  countsFaster(aggregatorSeries.fluentd_output_status_num_errors(), 0.05),
  countsFaster(aggregatorSeries.fluentd_output_status_retry_count(), 0.05),
);
const shippersFail: Change = together(
  countsFaster(shipperSeries.fluentbit_output_retries_total(), 0.1),
  countsFaster(shipperSeries.fluentbit_output_errors_total(), 0.1),
);

/** Where log lines and traces go. */
export const loggingFaults: Faults = ({ cluster: { pods } }) => {
  const [shipper, other] = pods.filter(({ app }) => app.name === "log-shipper");
  if (shipper === undefined || other === undefined) throw new Error("a cluster has log shippers");
  return [
    {
      title: "the log aggregator ended and does not start",
      change: together(targetFails(targets(LOG_AGGREGATOR)), shippersFail),
      expect: platform("LogAggregatorDown", "critical", 6),
    },
    {
      title: "the log aggregator was removed",
      change: together(targetGoes(targets(LOG_AGGREGATOR)), shippersFail),
      expect: platform("LogAggregatorDown", "critical", 7),
    },
    {
      title: "the log aggregator is rolled out anew, and counts from zero",
      change: together(
        startsAgain(aggregatorSeries.fluentd_router_records_total()),
        startsAgain(aggregatorSeries.fluentd_output_status_emit_records()),
        passing(minutes(2), targetFails(targets(LOG_AGGREGATOR))),
      ),
      expect: { nothingFor: minutes(50) },
    },
    {
      title: "an output of the aggregator has a wrong address",
      change: aggregatorFails,
      expect: platform("LogAggregatorWritesFailing", "warning", 17),
    },
    {
      title: "the aggregator's buffers fill up, because nobody takes the lines",
      change: together(
        aggregatorFails,
        moves(aggregatorSeries.fluentd_output_status_buffer_available_space_ratio(), 0, minutes(40)),
        countsFaster(aggregatorSeries.fluentd_output_status_buffer_queue_length(), 0.1),
      ),
      expect: [platform("RelayBufferOverflow", "warning", 40), platform("LogAggregatorBufferFilling", "warning", 42)],
    },
    {
      title: "a buffer of the aggregator before the router fills up",
      change: becomes(aggregatorSeries.fluentd_output_status_buffer_available_space_ratio({ plugin_id: matches(".+:router") }), 12),
      expect: platform("LogAggregatorBufferFilling", "warning", 7),
    },
    {
      title: "the router takes a little less than what comes, and a large buffer of the aggregator fills slowly",
      change: moves(aggregatorSeries.fluentd_output_status_buffer_total_bytes({ plugin_id: matches(".+:router") }), 9e8, minutes(60)),
      expect: platform("LogAggregatorBufferFilling", "warning", 30),
    },
    {
      title: "chunks queue up in the aggregator",
      change: moves(aggregatorSeries.fluentd_output_status_buffer_queue_length({ plugin_id: matches(".+:router") }), 200, minutes(30)),
      expect: platform("LogAggregatorBufferFilling", "warning", 27),
    },
    {
      title: "each write of the aggregator takes half a minute",
      change: countsFaster(aggregatorSeries.fluentd_output_status_slow_flush_count(), 0.03),
      expect: platform("LogAggregatorWritesFailing", "warning", 18),
    },
    {
      title: "the aggregator refuses the shippers, whose key is an old one",
      change: shippersFail,
      expect: platform("LogShipperSendFailing", "warning", 17),
    },
    {
      title: "a shipper's buffer is full, and its oldest lines go",
      change: together(
        countsFaster(shipperSeries.fluentbit_output_dropped_records_total({ pod: shipper.name }), 20),
        countsFaster(shipperSeries.fluentbit_output_errors_total({ pod: shipper.name }), 0.1),
      ),
      expect: platform("LogShipperDropping", "warning", 7),
    },
    {
      title: "the shippers give up what they can't send",
      change: countsFaster(shipperSeries.fluentbit_output_retries_failed_total(), 0.05),
      expect: platform("LogShipperDropping", "warning", 7),
    },
    {
      title: "a change of the flows selects nothing any more",
      change: together(
        freezes(aggregatorSeries.fluentd_router_records_total()),
        freezes(aggregatorSeries.fluentd_output_status_emit_records()),
        freezes(aggregatorSeries.fluentd_output_status_emit_count()),
      ),
      expect: platform("LogLinesMissing", "warning", 22),
    },
    {
      title: "a filter of the catch-all lets nothing through",
      change: freezes(aggregatorSeries.fluentd_output_status_emit_records({ plugin_id: matches(".+:router") })),
      expect: platform("LogCatchAllSilent", "warning", 22),
    },
    {
      title: "the shipper of one node hangs",
      change: targetFails(({ pod }) => pod === shipper),
      expect: platform("LogShipperMissing", "warning", 17),
    },
    {
      title: "the shippers were removed",
      change: together(targetGoes(targets(LOG_SHIPPER)), later(minutes(1), freezes(aggregatorSeries.fluentd_router_records_total()))),
      expect: platform("LogShipperMissing", "warning", 17),
    },
    {
      title: "the shippers are rolled out, one after the other",
      change: together(
        passing(
          minutes(2),
          targetFails(({ pod }) => pod === shipper),
        ),
        later(
          minutes(3),
          passing(
            minutes(2),
            targetFails(({ pod }) => pod === other),
          ),
        ),
      ),
      expect: { nothingFor: minutes(40) },
    },
  ];
};
