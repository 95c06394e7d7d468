import { logRouterSeries } from "../components/log-router/series";
import { logStoreSeries } from "../components/log-store/series";
import { after, type SeriesSet } from "../lib/alerts/proof";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { minutes } from "../lib/duration";
import { targetSeries } from "../lib/metrics/built-in-series";
import type { Scraped } from "../lib/metrics/scrape";
import { matches } from "../lib/series";
import { COMES_AND_GOES } from "./comes-and-goes";
import { counted, growing } from "./proof-counter";
import { serviceDown } from "./service-down";

const { zo_ingest_errors: refused, zo_ingest_records: taken } = logStoreSeries;
const { vector_component_sent_events_total: sent } = logRouterSeries;
const { up } = targetSeries;

export interface LogStoreScraped {
  readonly front: Scraped;
  /** The other processes of the distributed form. */
  readonly nodes: readonly Scraped[];
  readonly authorisation?: Scraped | undefined;
  /** Who brings it lines. */
  readonly router: Scraped;
}

/** In minutes: of what is told an hour after it began. */
const LONG = { length: 100 } as const;

/** Where logs are searched. What it refuses of the router's, the router tells. */
export function logStore({ front, nodes, authorisation, router }: LogStoreScraped): RuleBundle {
  const { job } = front;
  const stored = { job, instance: "10.42.0.17:5080", organization: "default", stream_type: "logs" };
  const sink = { component_id: "store_pod_logs", component_kind: "sink", component_type: "elasticsearch", host: "log-router-0" };
  const flow = (values: string): SeriesSet => ({ [sent({ job: router.job, ...sink })]: values });
  const records = (values: string): SeriesSet => ({ [taken(stored)]: values });
  const errors = (values: string): SeriesSet => ({
    [refused({ ...stored, stream: "pod_logs", error_type: "schema" })]: values,
  });
  const stopped = records(counted((minute) => (minute < 20 ? 60 : 0), LONG.length));
  const jobs = [job, ...nodes.map((one) => one.job)];
  // of a distributed store others take what comes to the front
  const anyOf = jobs.length === 1 ? job : matches(jobs.join("|"));

  return area("log-store", { component: "Platform", severity: "warning", ...COMES_AND_GOES }, [
    serviceDown("LogStoreDown", front, {
      summary: "The log store is down",
      description: "No log can be searched. New lines wait in the router's buffer, and are lost when they are too old for the store.",
      inhibits: [{ alerts: ["LogRouterErrors", "LogRouterBufferFilling", "LogStoreRefusing", "LogAggregatorWritesFailing"] }],
    }),
    ...(nodes.length === 0 ? [] : [partDown(nodes)]),
    ...(authorisation === undefined
      ? []
      : [
          serviceDown("LogStoreAuthorisationDown", authorisation, {
            summary: "The log store's authorisation service is down",
            description: "The store lets nobody but root in, to search or to set anything. Look at its pods, then at its database.",
          }),
        ]),
    alert("LogStoreIngestStopped", {
      expr: [
        `sum(increase(${taken({ job: anyOf, stream_type: "logs" })}[15m])) == 0`,
        `and on () sum(increase(${sent({ job: router.job, component_kind: "sink" })}[15m])) > 0`,
      ].join("\n"),
      for: minutes(15),
      // nobody has seen the store's names on a running one
      severity: "info",
      summary: "The log store counts no line that it took",
      description:
        "The router brings lines, and its answers say that they were taken. Search for the newest; the store's log says why not.",
      fires: [after(minutes(50), { ...stopped, ...flow("0+60x100") }), after(minutes(50), { ...stopped, ...flow(growing(13, LONG)) })],
      silent: [
        after(minutes(50), { ...records("0+60x100"), ...flow("0+60x100") }),
        after(minutes(50), { ...stopped, ...flow("5x100") }),
        after(minutes(95), { ...stopped, ...flow(growing(31, LONG)) }),
        after(minutes(50), flow("0+60x100")),
      ],
    }),
    alert("LogStoreRecordsRefused", {
      expr: `sum by (stream, stream_type, error_type) (increase(${refused({ job: anyOf })}[15m])) > 0`,
      for: minutes(15),
      severity: "info",
      summary: "The log store refuses records of stream {{ $labels.stream }}",
      description:
        "{{ $value | humanize }} in a quarter of an hour ({{ $labels.error_type }}). They are lost: the answer said that all was well.",
      fires: after(minutes(16), errors(growing(13))),
      silent: [errors("3x60"), after(minutes(75), errors(growing(31)))],
    }),
  ]);
}

/** Of the distributed form: without one of its processes a part of the work stands still, and the front still answers. */
function partDown(nodes: readonly Scraped[]) {
  const jobs = nodes.map(({ job }) => job);
  const answers = (job: string, values: string): SeriesSet => ({ [up({ job, instance: "10.42.0.18:5080" })]: values });
  const well = (of: readonly string[]): SeriesSet => Object.assign({}, ...of.map((job) => answers(job, "1x10")));
  const [one = {}, ...others] = jobs.flatMap((job): SeriesSet[] => [
    { ...well(jobs), ...answers(job, "0x10") },
    well(jobs.filter((other) => other !== job)),
  ]);
  return alert("LogStorePartDown", {
    expr: jobs.map((job) => `label_replace((sum(${up({ job })}) or vector(0)) == 0, "job", "${job}", "", "")`).join("\nor "),
    for: minutes(5),
    summary: "Part {{ $labels.job }} of the log store is down",
    description: "Ingester: nothing new is stored. Querier: nothing is found. Compactor: nothing is deleted. Alerts: none comes from logs.",
    fires: [one, ...others],
    silent: well(jobs),
  });
}
