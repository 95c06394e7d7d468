import { processMetrics } from "../../../components/metrics/series/process";
import { GIB } from "../../../lib/bytes";
import { minutes } from "../../../lib/duration";
import { reloaderSeries } from "../../../lib/metrics/operator-scrape";
import { declareSeries } from "../../../lib/series";
import { START } from "../../../lib/world/course";
import { becomes, type Change, countsFaster, later, moves, startsAgain, together } from "../../../lib/world/fault";
import { type Faults, platform } from "./fault";

const {
  process_cpu_seconds_total: cpu,
  process_open_fds: files,
  process_resident_memory_anon_bytes: memory,
  process_start_time_seconds: start,
  vm_log_messages_total: logged,
} = declareSeries(processMetrics);

const [STORE, AGENT, EVALUATOR] = ["vmsingle-belfry", "vmagent-belfry", "vmalert-belfry"];

/** A program starts at each of these minutes after the moment. */
const startsAt =
  (job: string, ...starts: readonly number[]): Change =>
  (world, from) =>
    starts.reduce(
      (so, minute) =>
        later(minutes(minute), together(becomes(start({ job }), START + from + minute * 60), startsAgain(cpu({ job }))))(so, from),
      world,
    );

export const metricsProgramFaults: Faults = () => [
  {
    title: "the agent needs more memory than it may have, and is killed every five minutes",
    change: startsAt(AGENT, 0, 5, 10, 15, 20),
    expect: platform("MetricsProgramRestarting", "warning", 12),
  },
  {
    title: "the agent was updated, and went back after ten minutes",
    change: startsAt(AGENT, 0, 10),
    expect: { nothingFor: minutes(60) },
  },
  {
    title: "connections that nobody closes use up the store's files",
    change: moves(files({ job: STORE }), 1_000_000, minutes(30)),
    expect: platform("MetricsProgramFilesShort", "warning", 33),
  },
  {
    title: "twice the series: the store's memory runs short",
    change: moves(memory({ job: STORE }), 1.9 * GIB, minutes(20)),
    expect: platform("MetricsProgramMemoryShort", "warning", 36),
  },
  {
    title: "rules over weeks of samples take all of the store's processors",
    change: countsFaster(cpu({ job: STORE }), 3.7),
    expect: platform("MetricsProgramCpuShort", "warning", 37),
  },
  {
    title: "a program logs an error with each request",
    change: countsFaster(logged({ job: EVALUATOR, level: "error" }), 1 / 60),
    expect: platform("MetricsProgramErrorsLogged", "info", 18),
  },
  {
    title: "a reloader may not read the Secret that it watches",
    change: becomes(reloaderSeries.configreloader_last_reload_successful({ job: `${AGENT}-reloader-http` }), 0),
    expect: platform("MetricsReloaderFailing", "warning", 11),
  },
];
