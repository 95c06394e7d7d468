import { logRouterSeries } from "../../components/log-router/series";
import type { Row } from "../../lib/dashboards/dashboard";
import { graph } from "../../lib/dashboards/panel";
import { keptOf, storeOf, streamOf } from "../../lib/logs/router-names";
import type { Stream } from "../../lib/logs/stream";
import { matches } from "../../lib/series";
import { orNone } from "./share";

const {
  log_router_record_lag_seconds: lag,
  vector_buffer_size_events: buffered,
  vector_component_discarded_events_total: discarded,
  vector_component_errors_total: errors,
  vector_component_received_events_total: received,
} = logRouterSeries;

/** Records of a stream in a time that came to the store's door. */
export const storedWithin = ({ name }: Pick<Stream, "name">, range: string): string =>
  orNone(`sum(increase(${received({ component_id: storeOf(name) })}[${range}]))`);

/** Whether what a page looks at comes at all: without it a page on which nothing happens looks like one on which nothing comes. */
export function seenStream(stream: Pick<Stream, "name" | "source">): Row {
  const { name, source } = stream;
  const parts = { component_id: matches([streamOf(name), keptOf(name), storeOf(name)].join("|")) };
  return {
    title: "Is it seen?",
    isShared: true,
    panels: [
      graph({
        title: `Records of ${name}`,
        description:
          "Stored in a second, and those among them that could not be read and are kept as text. Nought where there were some is a program that no longer writes, or logs on another way.",
        unit: "per second",
        min: 0,
        width: 8,
        queries: [
          { expr: orNone(`sum(rate(${received({ component_id: storeOf(name) })}[$__rate_interval]))`), legend: "stored" },
          { expr: orNone(`sum(rate(${received({ component_id: keptOf(name) })}[$__rate_interval]))`), legend: "unread" },
        ],
      }),
      graph({
        title: "Records lost or late in the router",
        description:
          "Thrown away and errors in a second, and what waits for the store. A buffer that grows is a store that does not take them.",
        unit: "count",
        min: 0,
        width: 8,
        queries: [
          { expr: orNone(`sum(rate(${discarded({ ...parts, intentional: "false" })}[$__rate_interval]))`), legend: "thrown away a second" },
          { expr: orNone(`sum(rate(${errors(parts)}[$__rate_interval]))`), legend: "errors a second" },
          { expr: orNone(`sum(${buffered({ component_id: storeOf(name) })})`), legend: "waiting" },
        ],
      }),
      graph({
        title: "How late do records come?",
        description:
          "The age at which nine of ten have been read, of everything that comes the same way. Minutes are a shipper or an aggregator that is behind.",
        unit: "seconds",
        min: 0,
        width: 8,
        queries: [{ expr: `histogram_quantile(0.9, sum by (le) (rate(${lag.bucket({ source })}[$__rate_interval])))`, legend: source }],
      }),
    ],
  };
}
