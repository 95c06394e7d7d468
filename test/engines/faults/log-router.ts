import { logRouterSeries } from "../../../components/log-router/series";
import { minutes } from "../../../lib/duration";
import { counted, counts } from "../../../lib/world/course";
import { appears, type Change, countsFaster, freezes, moves, targetFails, targetGoes, targets, together } from "../../../lib/world/fault";
import { type Faults, platform } from "./fault";
import { aggregatorFails } from "./logging";

const router = (kind: "sink" | "transform") => ({
  component_id: kind === "sink" ? "store_pod_logs" : "stream_pod_logs",
  component_kind: kind,
  component_type: kind === "sink" ? "elasticsearch" : "remap",
  host: "log-router-0",
});
const routerCounts = (series: string, perSecond: number): Change => appears("log-router", series, counts(perSecond));
/** The sink waits for an answer, and what comes meanwhile stays in its buffer. */
export const sinkStuck = (hours: number): Change =>
  together(
    routerCounts(logRouterSeries.vector_component_errors_total({ ...router("sink"), error_type: "request_failed", stage: "sending" }), 0.1),
    routerCounts(logRouterSeries.vector_http_client_errors_total(router("sink")), 0.1),
    freezes(logRouterSeries.vector_http_client_responses_total()),
    moves(logRouterSeries.vector_buffer_size_bytes(), 2 ** 30, minutes(60 * hours)),
  );
/** From the aggregator to the log store. */
export const logRouterFaults: Faults = () => [
  {
    title: "the log router does not start with its new configuration",
    change: together(targetFails(targets({ job: "log-router" })), aggregatorFails),
    expect: platform("LogRouterDown", "warning", 6),
  },
  {
    title: "the log router was removed",
    change: together(targetGoes(targets({ job: "log-router" })), aggregatorFails),
    expect: platform("LogRouterDown", "warning", 7),
  },
  {
    title: "a change of the aggregator's output sends arrays that the log router's source does not read",
    change: together(
      freezes(logRouterSeries.vector_http_server_responses_sent_total({ status: "200" })),
      routerCounts(
        logRouterSeries.vector_http_server_responses_sent_total({
          component_id: "aggregator",
          component_kind: "source",
          component_type: "http_server",
          host: "log-router-0",
          status: "400",
        }),
        0.2,
      ),
    ),
    expect: platform("LogRouterRefusing", "warning", 12),
  },
  {
    title: "lines come from an aggregator that is an hour behind",
    change: countsFaster(logRouterSeries.log_router_record_lag_seconds.sum(), 72_000),
    expect: platform("LogRouterLagging", "info", 22),
  },
  {
    title: "the log router throws away what it can't read",
    change: together(
      routerCounts(logRouterSeries.vector_component_discarded_events_total({ ...router("transform"), intentional: "false" }), 2),
      routerCounts(logRouterSeries.vector_component_errors_total({ ...router("transform"), error_type: "conversion_failed" }), 2),
    ),
    expect: platform("LogRouterDiscarding", "warning", 3),
  },
  {
    title: "the log store refuses the router's token for some seconds",
    change: appears(
      "log-router",
      logRouterSeries.vector_component_discarded_events_total({ ...router("sink"), intentional: "false" }),
      counted(100),
    ),
    expect: platform("LogRouterDiscarding", "warning", 3),
  },
  {
    title: "the log router leaves out what nobody wants",
    change: routerCounts(logRouterSeries.vector_component_discarded_events_total({ ...router("transform"), intentional: "true" }), 5),
    expect: { nothingFor: minutes(50) },
  },
  {
    title: "the log router gets no connection to the store",
    change: sinkStuck(8),
    expect: platform("LogRouterErrors", "warning", 17),
  },
  {
    title: "the log store is too slow, and the router's buffer fills up",
    change: moves(logRouterSeries.vector_buffer_size_bytes(), 2 ** 30, minutes(60)),
    expect: platform("LogRouterBufferFilling", "warning", 50),
  },
  {
    title: "the log store's disk is full, and it takes nothing",
    change: together(
      freezes(logRouterSeries.vector_http_client_responses_total({ status: "200" })),
      countsFaster(logRouterSeries.vector_http_client_responses_total({ status: "503" }), 0.3),
      routerCounts(logRouterSeries.vector_component_errors_total({ ...router("sink"), error_type: "request_failed" }), 0.3),
    ),
    expect: platform("LogStoreRefusing", "warning", 15),
  },
];
