import { tracesSeries } from "../components/traces/series";
import { after } from "../lib/alerts/proof";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { minutes } from "../lib/duration";
import type { Scraped } from "../lib/metrics/scrape";
import { COMES_AND_GOES } from "./comes-and-goes";
import { counted, growing } from "./proof-counter";

const {
  otelcol_exporter_enqueue_failed_metric_points: notQueued,
  otelcol_exporter_send_failed_metric_points: notSent,
  otelcol_scraper_scraped_metric_points: scrapedPoints,
} = tracesSeries;

/** In minutes: of what is told two hours after it began. */
const LONG = 210;

/** The statistics of databases, which the collector asks for. That a database is down is told by its own exporter. */
export function databaseStatistics(scraped: Scraped): RuleBundle {
  const asked = { job: scraped.job };
  const at = { ...asked, instance: "10.42.2.8:8888" };
  const database = { ...at, receiver: "postgresql/shop-db", scraper: "postgresql" };
  const exporter = { ...at, exporter: "otlp_http/databases" };
  const failed = {
    ...exporter,
    server_address: "log-store.logging.svc",
    server_port: "5080",
    error_permanent: "true",
    error_type: "Unknown",
  };

  return area("database-statistics", { component: "Platform", severity: "warning", ...COMES_AND_GOES }, [
    alert("DatabaseStatisticsMissing", {
      // asked every hour at the least often
      expr: `sum by (job, receiver) (increase(${scrapedPoints(asked)}[90m])) == 0`,
      for: minutes(15),
      summary: "{{ $labels.receiver }} gives the collector no statistics",
      description: "For an hour and a half none came: the collector does not reach the database, or its account may not read them.",
      fires: after(minutes(125), { [scrapedPoints(database)]: counted((minute) => (minute < 20 ? 5 : 0), LONG) }),
      silent: [
        after(minutes(200), { [scrapedPoints(database)]: growing(89, { length: LONG }) }),
        { [scrapedPoints({ ...database, receiver: "redis/cache" })]: `0+5x${LONG}` },
      ],
    }),
    alert("DatabaseStatisticsLost", {
      expr: [notSent, notQueued].map((of) => `sum by (job) (increase(${of(asked)}[5m])) > 0`).join("\nor "),
      for: minutes(10),
      summary: "The collector loses statistics of databases",
      description: "{{ $value | humanize }} samples in five minutes could not be sent, or found the queue full. Look at the log store.",
      inhibits: [{ alerts: ["TraceCollectorQueueFilling"] }],
      fires: [after(minutes(11), { [notSent(failed)]: growing(4) }), after(minutes(11), { [notQueued(exporter)]: growing(4) })],
      silent: [
        { [notSent(failed)]: growing(8), [notQueued(exporter)]: "3x90" },
        { [notSent(failed)]: "3x90", [notQueued(exporter)]: growing(8) },
      ],
    }),
  ]);
}
