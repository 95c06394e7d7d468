import { processMetrics } from "../components/metrics/series/process";
import { after } from "../lib/alerts/proof";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { GIB } from "../lib/bytes";
import { minutes } from "../lib/duration";
import { askedJobs } from "../lib/metrics/asked-jobs";
import { reloaderSeries } from "../lib/metrics/operator-scrape";
import type { Scraped } from "../lib/metrics/scrape";
import { declareSeries } from "../lib/series";
import { COMES_AND_GOES } from "./comes-and-goes";
import { growing } from "./proof-counter";

const {
  process_cpu_cores_available: cores,
  process_cpu_seconds_total: cpu,
  process_max_fds: mostFiles,
  process_open_fds: files,
  process_resident_memory_anon_bytes: memory,
  process_start_time_seconds: start,
  vm_available_memory_bytes: mostMemory,
  vm_log_messages_total: logged,
} = declareSeries(processMetrics);
const { configreloader_last_reload_successful: reloaded } = reloaderSeries;

/** Starts within half an hour that no update and no node's drain explains. */
const RESTARTS = 2;
/** A store that merges opens hundreds at once. */
const FILES_SHARE = 0.8;
/** The programs take at most 60 % of their limit for caches; beyond this share one large query is enough for the kernel to end them. */
const MEMORY_SHARE = 0.85;
/** Of what the limit leaves: nothing is left for a query that comes on top. */
const CPU_SHARE = 0.9;

/**
 * What holds for each program of the metrics plane: it lives, and has what it needs. Limits are those of its container, which it reads itself.
 *
 * Of upstream's alerts (vm-health) there is none for
 * - UncleanShutdown: the store mends itself at the next start; what it can't mend is MetricsStoreIndexIncomplete, the cause ContainerOOMKilled
 *   or MetricsProgramRestarting;
 * - TooHighGoroutineSchedulingLatency: it waits for a processor, which MetricsProgramCpuShort tells with what to do.
 */
export function metricsPrograms(programs: readonly [Scraped, ...Scraped[]], reloaders: readonly Scraped[]): RuleBundle {
  const asked = { job: askedJobs(programs) };

  // proofs
  const at = { job: programs[0].job, instance: "10.42.1.14:8429" };
  const reloader = { job: reloaders[0]?.job, instance: "10.42.1.14:8435" };
  const used = (of: typeof files, value: number, most: typeof files, limit: number) => ({
    [of(at)]: `${value}x60`,
    [most(at)]: `${limit}x60`,
  });
  const burns = (seconds: string) => ({ [cpu(at)]: seconds, [cores(at)]: "2x90" });
  const errors = (level: string, count: string) => ({
    [logged({ ...at, level, location: "lib/storage/partition.go:220", app_version: "v1.150.0", is_printed: "true" })]: count,
  });

  return area("metrics-programs", { component: "Platform", severity: "warning", ...COMES_AND_GOES }, [
    alert("MetricsProgramRestarting", {
      expr: `changes(${start(asked)}[30m]) > ${RESTARTS}`,
      summary: "{{ $labels.job }} keeps restarting",
      description: "{{ $labels.instance }} started {{ $value }} times within half an hour. Read the log of the container before this one.",
      // ten minutes apart, and twenty: a quarter of an hour holds two of the former, an hour three of the latter
      fires: after(minutes(55), { [start(at)]: "100x34 2100x9 2700x9 3300x40" }),
      silent: after(minutes(75), { [start(at)]: "100x34 2100x19 3300x19 4500x40" }),
    }),
    alert("MetricsProgramFilesShort", {
      expr: `${files(asked)} / ${mostFiles(asked)} > ${FILES_SHARE}`,
      for: minutes(5),
      summary: "{{ $labels.job }} is about to run out of open files",
      description:
        "{{ $labels.instance }} uses {{ $value | humanize }} of what it may open (1 is all): beyond it, it reads and takes nothing.",
      fires: used(files, 900_000, mostFiles, 1_048_576),
      silent: used(files, 830_000, mostFiles, 1_048_576),
    }),
    alert("MetricsProgramMemoryShort", {
      expr: `${memory(asked)} / ${mostMemory(asked)} > ${MEMORY_SHARE}`,
      for: minutes(15),
      summary: "{{ $labels.job }} is about to run out of memory",
      description:
        "{{ $labels.instance }} holds {{ $value | humanize }} of its limit (1 is all), and the kernel ends it there. Look for many new series or large queries.",
      fires: used(memory, 3.5 * GIB, mostMemory, 4 * GIB),
      silent: used(memory, 3.3 * GIB, mostMemory, 4 * GIB),
    }),
    alert("MetricsProgramCpuShort", {
      expr: `rate(${cpu(asked)}[5m]) / ${cores(asked)} > ${CPU_SHARE}`,
      for: minutes(30),
      summary: "{{ $labels.job }} uses all the CPU that it gets",
      description:
        "{{ $labels.instance }} takes {{ $value | humanize }} of its limit (1 is all): scrapes, queries and rules come late. Raise the limit or ask less.",
      // 1.85 and 1.75 of two cores, and both of them in bursts
      fires: [after(minutes(45), burns("0x9 0+111x90")), after(minutes(31), burns(growing(4, { step: 600 })))],
      silent: [burns("0x9 0+105x90"), burns(growing(8, { step: 1200 }))],
    }),
    alert("MetricsProgramErrorsLogged", {
      expr: `sum by (job, instance) (increase(${logged({ ...asked, level: "error" })}[5m])) > 0`,
      for: minutes(15),
      severity: "info",
      summary: "{{ $labels.job }} logs errors again and again",
      description:
        "{{ $value | humanize }} in five minutes at {{ $labels.instance }}. Read them when there is time; what hurts has an alert of its own.",
      fires: after(minutes(16), errors("error", growing(4))),
      silent: [errors("error", growing(8)), errors("error", "7x60"), errors("warn", growing(4))],
    }),
    alert("MetricsReloaderFailing", {
      expr: `${reloaded({ job: askedJobs(reloaders) })} == 0`,
      for: minutes(10),
      summary: "{{ $labels.job }} can't bring its program the new configuration",
      description: "What was changed in rules, targets or routes since is not in force at {{ $labels.instance }}. Read the reloader's log.",
      fires: { [reloaded(reloader)]: "0x60" },
      silent: [{ [reloaded(reloader)]: "1x60" }, { [reloaded(reloader)]: "0x8 1 0x60" }],
    }),
  ]);
}
