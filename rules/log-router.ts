import { logRouterSeries } from "../components/log-router/series";
import { after, stillAfter } from "../lib/alerts/proof";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { minutes } from "../lib/duration";
import type { Scraped } from "../lib/metrics/scrape";
import { matchesNot } from "../lib/series";
import { COMES_AND_GOES } from "./comes-and-goes";
import { growing } from "./proof-counter";
import { wentAway } from "./went-away";

const {
  vector_buffer_max_size_bytes: bufferMost,
  vector_buffer_size_bytes: buffered,
  vector_component_discarded_events_total: discarded,
  vector_component_errors_total: errors,
  vector_http_client_responses_total: responses,
} = logRouterSeries;

/** The router's buffer on disk blocks 128 MiB before its end, which are an eighth of a GiB. */
const BUFFER_SHARE = 0.7;
/** One bad record in a batch makes an answer of that kind now and then. */
const REFUSED_SHARE = 0.05;
/** Answers in ten minutes; one of fewer is much of all. */
const LEAST_ANSWERS = 20;

/** From the aggregator to the log store: router and store. */
export function logRouter(router: Scraped): RuleBundle {
  const sink = {
    job: router.job,
    instance: "10.42.2.5:9598",
    host: "log-router-0",
    component_id: "store",
    component_kind: "sink",
    component_type: "elasticsearch",
  };
  const buffer = { ...sink, buffer_id: "store", buffer_type: "disk", stage: "0" };
  const holds = (share: number) => ({ [buffered(buffer)]: `${share * 2 ** 30}x60`, [bufferMost(buffer)]: `${2 ** 30}x60` });
  const answered = (refusals: number, well: number) => ({
    [responses({ ...sink, status: "503" })]: `0+${refusals}x60`,
    [responses({ ...sink, status: "200" })]: `0+${well}x60`,
  });

  return area("log-router", { component: "Platform", severity: "warning", ...COMES_AND_GOES }, [
    wentAway("LogRouterDown", router, {
      component: "Platform",
      severity: "warning",
      summary: "The log router is down",
      description: "Lines wait in the aggregator's buffer, and in the store the newest are missing. Look at the router's pods.",
      inhibits: [{ alerts: ["LogAggregatorWritesFailing"] }],
    }),
    alert("LogRouterDiscarding", {
      expr: `sum by (job, component_id) (increase(${discarded({ job: router.job, intentional: "false" })}[5m])) > 0`,
      for: minutes(10),
      summary: "Part {{ $labels.component_id }} of the log router loses lines",
      description:
        "{{ $value | humanize }} lines in five minutes were thrown away though nobody meant it. The router's log names the reason.",
      inhibits: [{ alerts: ["LogRouterErrors"], sharing: ["component_id"] }],
      fires: after(minutes(11), { [discarded({ ...sink, intentional: "false" })]: growing(4) }),
      silent: [
        { [discarded({ ...sink, intentional: "false" })]: growing(8) },
        { [discarded({ ...sink, intentional: "false" })]: "3x60" },
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
      expr: `max by (job, component_id) (${buffered({ job: router.job })} / ${bufferMost({ job: router.job })}) > ${BUFFER_SHARE}`,
      for: minutes(5),
      summary: "The log router's buffer before {{ $labels.component_id }} is filling up",
      description:
        "{{ $value | humanize }} of it is used (1 is all). Full, it holds the aggregator up, or loses lines. Look at the receiver.",
      fires: holds(BUFFER_SHARE + 0.03),
      silent: holds(BUFFER_SHARE - 0.03),
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
