import { aggregatorSeries } from "../components/logging/series";
import { relaySeries } from "../components/relay/series";
import { after } from "../lib/alerts/proof";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { minutes } from "../lib/duration";
import type { Scraped } from "../lib/metrics/scrape";
import { matches } from "../lib/series";
import type { Site } from "../lib/site/schema";
import { COMES_AND_GOES, keptAfter, overAfter } from "./comes-and-goes";
import { serviceDown } from "./service-down";

const { fluentd_output_status_buffer_available_space_ratio } = aggregatorSeries;
const { relay_alertmanager_posts_total, relay_ingest_requests_total } = relaySeries;

/** Percent of an output's buffer that is free; below it the oldest chunk, and the alerts in it, go within minutes. */
const BUFFER_FREE_PERCENT = 20;

/** The path from log line to alert. */
export function relay(site: Site, scrape: Scraped): RuleBundle {
  const { logging } = site.namespaces;
  const posts = (outcome: string, values: string) => ({
    [relay_alertmanager_posts_total({ job: scrape.job, instance: "10.42.0.41:9999", outcome })]: values,
  });
  const requests = (code: string, values: string) => ({
    [relay_ingest_requests_total({ job: scrape.job, instance: "10.42.0.41:9999", code })]: values,
  });
  const free = (output: string, percent: string) => ({
    [fluentd_output_status_buffer_available_space_ratio({
      type: "http",
      plugin_id: `clusterflow:${logging}:pod-io:clusteroutput:${logging}:${output}`,
    })]: percent,
  });
  return area("relay", { component: "Platform", ...COMES_AND_GOES }, [
    serviceDown("RelayDown", scrape, {
      severity: "critical",
      summary: "The log relay is down",
      description: "No replica answers: log lines raise no alert. The aggregator keeps them until its buffer overflows.",
    }),
    alert("RelayPostFailing", {
      // one lost batch keeps the increase up for ten minutes: only failures that go on hold for fifteen
      expr: `sum(increase(${relay_alertmanager_posts_total({ outcome: "failed" })}[10m])) > 0`,
      for: minutes(15),
      severity: "critical",
      summary: "The log relay can't hand its alerts to Alertmanager",
      description: "{{ $value | humanize }} batches in ten minutes were not taken. The aggregator keeps them until its buffer overflows.",
      fires: after(minutes(21), posts("failed", "0x5 1x8 2x40")),
      silent: [posts("ok", "0x5 1x8 2x40"), after(minutes(24), posts("failed", "0x5 1x40"))],
    }),
    alert("RelayRefusing", {
      // as above: one refused chunk keeps the increase up for ten minutes
      expr: `sum by (code) (increase(${relay_ingest_requests_total({ code: matches("4..") })}[10m])) > 0`,
      for: minutes(15),
      severity: "critical",
      summary: "The log relay answers the aggregator with {{ $labels.code }}",
      description:
        "{{ $value | humanize }} requests in ten minutes were refused. Each was a whole chunk of lines: the aggregator throws it away, and its alerts with it.",
      fires: after(minutes(21), requests("413", "0x5 1x8 2x40")),
      silent: [requests("200", "0x5 1x8 2x40"), requests("503", "0x5 1x8 2x40"), after(minutes(24), requests("413", "0x5 1x40"))],
    }),
    alert("RelayAlertsRejected", {
      expr: `sum(increase(${relay_alertmanager_posts_total({ outcome: "rejected" })}[15m])) > 0`,
      severity: "critical",
      summary: "Alertmanager refuses alerts of the log relay",
      description:
        "{{ $value | humanize }} batches in 15 minutes were refused for good, and their alerts are lost. Look at the relay's log for the status.",
      fires: [after(minutes(3), posts("rejected", "0x2 1x20")), keptAfter(minutes(16), posts("rejected", "0x2 1x40"))],
      silent: [
        posts("failed", "0x2 1x40"),
        overAfter(minutes(18), posts("rejected", "0x2 1x40")),
        after(minutes(30), posts("rejected", "7x40")),
      ],
    }),
    alert("RelayBufferOverflow", {
      expr: `min by (plugin_id) (${fluentd_output_status_buffer_available_space_ratio({ plugin_id: matches(".+:clusteroutput:.+:relay") })}) < ${BUFFER_FREE_PERCENT}`,
      for: minutes(2),
      severity: "warning",
      summary: "The aggregator's buffer for the relay is filling up",
      description: "{{ $value | humanize }} % is free in {{ $labels.plugin_id }}. When it is full the oldest alerts are dropped.",
      fires: free("relay", "19x10"),
      silent: [free("relay", "20x10"), free("router", "0x10")],
    }),
  ]);
}
