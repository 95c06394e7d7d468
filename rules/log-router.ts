import { logRouterSeries } from "../components/log-router/series";
import { after, stillAfter } from "../lib/alerts/proof";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { minutes, toPrometheus } from "../lib/duration";
import { BLOCKS_BEFORE_END_BYTES } from "../lib/logs/disk-buffers";
import type { Scraped } from "../lib/metrics/scrape";
import { matches, matchesNot } from "../lib/series";
import { LEAST_BUFFER_BYTES } from "../lib/site/buffer-volume";
import { COMES_AND_GOES, keptAfter, overAfter } from "./comes-and-goes";
import { growing, jump } from "./proof-counter";
import { meanProof } from "./proof-mean";
import { serviceDown } from "./service-down";

const {
  vector_buffer_max_size_bytes: bufferMost,
  vector_buffer_size_bytes: buffered,
  vector_component_discarded_events_total: discarded,
  vector_component_errors_total: errors,
  vector_http_client_responses_total: responses,
  vector_http_server_responses_sent_total: answers,
  log_router_record_lag_seconds: lag,
} = logRouterSeries;

/** Of what a buffer takes before it blocks: at the rates of a busy hour there is a quarter of an hour left at least. */
const BUFFER_SHARE = 0.7;
/** A line is stored within seconds; a minute is an aggregator that catches up. */
const LAG_SECONDS = 300;
/** One bad record in a batch makes an answer of that kind now and then. */
const REFUSED_SHARE = 0.05;
/** Answers in ten minutes; one of fewer is much of all. */
const LEAST_ANSWERS = 20;

/** Of lines that are lost, for how long that is told: a receiver that answers 401 for seconds loses as many. */
const LOST_WITHIN = minutes(15);

/** In the tenth minute and never again: of a counter that was there, and of one that was not. */
const [ONCE, FIRST] = [jump(0.5), "_x10 0.5x90"];

/** From the aggregator to the log store. */
export function logRouter(router: Scraped): RuleBundle {
  const target = { job: router.job, instance: "10.42.2.5:9598", host: "log-router-0" };
  const source = { ...target, component_id: "aggregator", component_kind: "source", component_type: "http_server" };
  const sink = { ...target, component_id: "store_pod_logs", component_kind: "sink", component_type: "elasticsearch" };
  const late = meanProof(lag, { job: router.job, instance: target.instance, source: "aggregator" }, LAG_SECONDS);
  const buffer = { ...sink, buffer_id: "store_pod_logs", buffer_type: "disk", stage: "0" };
  /** Of what a buffer of a size takes before it blocks. */
  const holds = (share: number, most: number) => ({
    [buffered(buffer)]: `${Math.round(share * (most - BLOCKS_BEFORE_END_BYTES))}x60`,
    [bufferMost(buffer)]: `${most}x60`,
  });
  const answered = (refusals: number, well: number) => ({
    [responses({ ...sink, status: "503" })]: `0+${refusals}x60`,
    [responses({ ...sink, status: "200" })]: `0+${well}x60`,
  });

  const thrownAway = discarded({ job: router.job, intentional: "false" });
  const lost = (course: string) => ({ [discarded({ ...sink, intentional: "false" })]: course });

  return area("log-router", { component: "Platform", severity: "warning", ...COMES_AND_GOES }, [
    serviceDown("LogRouterDown", router, {
      summary: "The log router is down",
      description: "Lines wait in the aggregator's buffer, and in the store the newest are missing. Look at the router's pods.",
      inhibits: [{ alerts: ["LogAggregatorWritesFailing"] }],
    }),
    alert("LogRouterRefusing", {
      expr: `sum by (job, component_id, status) (increase(${answers({ job: router.job, status: matches("4..") })}[5m])) > 0`,
      for: minutes(10),
      summary: "Source {{ $labels.component_id }} of the log router answers {{ $labels.status }}",
      description:
        "{{ $value | humanize }} requests in five minutes were refused. Each was a whole chunk of lines, and its sender may have thrown it away.",
      fires: after(minutes(11), { [answers({ ...source, status: "400" })]: growing(4) }),
      silent: [
        { [answers({ ...source, status: "400" })]: growing(8) },
        { [answers({ ...source, status: "400" })]: "3x60" },
        { [answers({ ...source, status: "200" })]: growing(4) },
        { [answers({ ...source, status: "503" })]: growing(4) },
      ],
    }),
    alert("LogRouterDiscarding", {
      // the counter is not there before the first line is lost, and what it begins with is no increase
      expr: [
        `sum by (job, component_id) (increase(${thrownAway}[${toPrometheus(LOST_WITHIN)}])) > 0`,
        `or sum by (job, component_id) (${thrownAway} unless ${thrownAway} offset ${toPrometheus(LOST_WITHIN)}) > 0`,
      ].join("\n"),
      // a loss of seconds is over before anybody looks
      for: minutes(1),
      summary: "Part {{ $labels.component_id }} of the log router loses lines",
      description:
        "{{ $value | humanize }} lines in a quarter of an hour were thrown away though nobody meant it. The router's log names the reason.",
      inhibits: [{ alerts: ["LogRouterErrors"], sharing: ["component_id"] }],
      fires: [
        after(minutes(11), lost(ONCE)),
        after(minutes(11), lost(FIRST)),
        keptAfter(minutes(24), lost(ONCE)),
        keptAfter(minutes(24), lost(FIRST)),
      ],
      silent: [
        overAfter(minutes(26), lost(ONCE)),
        overAfter(minutes(26), lost(FIRST)),
        after(minutes(12), lost("_x10 0x90")),
        after(minutes(40), lost("3x60")),
        { [discarded({ ...sink, intentional: "true" })]: growing(4) },
      ],
    }),
    alert("LogRouterErrors", {
      expr: `sum by (job, component_id) (increase(${errors({ job: router.job })}[5m])) > 0`,
      for: minutes(15),
      summary: "Part {{ $labels.component_id }} of the log router fails again and again",
      description: "{{ $value | humanize }} errors in five minutes. A sink: look at its receiver. A transform: lines come in another form.",
      fires: after(minutes(16), { [errors({ ...sink, error_type: "request_failed", stage: "sending" })]: growing(4) }),
      silent: [
        { [errors({ ...sink, error_type: "request_failed", stage: "sending" })]: growing(8) },
        { [errors({ ...sink, error_type: "request_failed", stage: "sending" })]: "3x60" },
      ],
    }),
    alert("LogRouterBufferFilling", {
      expr: [
        `max by (job, component_id) (${buffered({ job: router.job })}`,
        `/ (${bufferMost({ job: router.job })} - ${BLOCKS_BEFORE_END_BYTES})) > ${BUFFER_SHARE}`,
      ].join("\n"),
      for: minutes(5),
      summary: "The log router's buffer before {{ $labels.component_id }} is filling up",
      description:
        "{{ $value | humanize }} of what it takes is used (1 is all). Full, it holds every line up, those of other streams too. Look at the store.",
      fires: [holds(BUFFER_SHARE + 0.03, 2 ** 30), holds(BUFFER_SHARE + 0.03, LEAST_BUFFER_BYTES)],
      silent: [holds(BUFFER_SHARE - 0.03, 2 ** 30), holds(BUFFER_SHARE - 0.03, LEAST_BUFFER_BYTES)],
    }),
    alert("LogRouterLagging", {
      expr: [
        `sum by (job, source) (rate(${lag.sum({ job: router.job })}[10m]))`,
        `/ sum by (job, source) (rate(${lag.count({ job: router.job })}[10m])) > ${LAG_SECONDS}`,
      ].join("\n"),
      for: minutes(10),
      // nobody has seen the name on a running router
      severity: "info",
      summary: "Lines come to the log router late",
      description:
        "They are {{ $value | humanizeDuration }} old on average when the router reads them. Look at the aggregator's buffer, then at the shippers.",
      ...late,
    }),
    alert("LogStoreRefusing", {
      expr: [
        `sum by (job, component_id) (increase(${responses({ job: router.job, status: matchesNot("2..") })}[10m]))`,
        `/ (sum by (job, component_id) (increase(${responses({ job: router.job })}[10m])) > ${LEAST_ANSWERS}) > ${REFUSED_SHARE}`,
      ].join("\n"),
      for: minutes(10),
      summary: "The receiver of {{ $labels.component_id }} refuses the log router's lines",
      description:
        "{{ $value | humanize }} of its answers are errors (1 is all). 400: the form of lines, 401: the token, 5xx: the store itself.",
      inhibits: [{ alerts: ["LogRouterErrors"], sharing: ["component_id"] }],
      fires: [
        after(minutes(11), answered(5.2, 94.8)),
        stillAfter(minutes(40), answered(5.2, 94.8)),
        stillAfter(minutes(40), answered(1, 1.1)),
      ],
      silent: [after(minutes(40), answered(4.8, 95.2)), after(minutes(40), answered(1, 0.9))],
    }),
  ]);
}
