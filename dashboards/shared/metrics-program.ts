import { processMetrics } from "../../components/metrics/series/process";
import type { Row } from "../../lib/dashboards/dashboard";
import { graph } from "../../lib/dashboards/panel";
import { askedJobs } from "../../lib/metrics/asked-jobs";
import type { Scraped } from "../../lib/metrics/scrape";
import { declareSeries } from "../../lib/series";

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

/** The alerts that hold for each program of the metrics plane. */
export const METRICS_PROGRAM_ALERTS = [
  "MetricsProgramCpuShort",
  "MetricsProgramErrorsLogged",
  "MetricsProgramFilesShort",
  "MetricsProgramMemoryShort",
  "MetricsProgramRestarting",
];

/** Whether programs of the metrics plane have what they need, as each tells of itself: on the page of each. */
export function metricsProgram(programs: readonly Scraped[]): Row {
  const asked = { job: askedJobs(programs) };
  const legend = programs.length > 1 ? "{{job}} {{instance}}" : "{{instance}}";
  return {
    title: "Does the program have what it needs?",
    isShared: true,
    panels: [
      graph({
        title: "How much of its memory does it use?",
        description:
          "The share of its limit that no file stands behind. At 1 the kernel ends it: look for many new series or a large query.",
        unit: "ratio",
        min: 0,
        width: 8,
        asks: ["MetricsProgramMemoryShort"],
        queries: [{ expr: `${memory(asked)} / ${mostMemory(asked)}`, legend }],
      }),
      graph({
        title: "How much of its processors does it use?",
        description: "The share of its limit. What stays near 1 is late with scrapes, queries and rules.",
        unit: "ratio",
        min: 0,
        width: 8,
        asks: ["MetricsProgramCpuShort"],
        queries: [{ expr: `rate(${cpu(asked)}[5m]) / ${cores(asked)}`, legend }],
      }),
      graph({
        title: "How many of its files are open?",
        description: "The share of what it may open, connections among them. At 1 it reads and takes nothing more.",
        unit: "ratio",
        min: 0,
        width: 8,
        asks: ["MetricsProgramFilesShort"],
        queries: [{ expr: `${files(asked)} / ${mostFiles(asked)}`, legend }],
      }),
      graph({
        title: "How often did it start anew?",
        description: "Starts within half an hour. One is an update or a drained node; more is a crash that the log before explains.",
        unit: "count",
        min: 0,
        asks: ["MetricsProgramRestarting"],
        queries: [{ expr: `changes(${start(asked)}[30m])`, legend }],
      }),
      graph({
        title: "What does it log?",
        description:
          "Errors and warnings within five minutes. What hurts has an alert of its own; what goes on is worth a look at the log.",
        unit: "count",
        min: 0,
        asks: ["MetricsProgramErrorsLogged"],
        queries: [
          {
            expr: `sum by (job, instance) (increase(${logged({ ...asked, level: "error" })}[5m])) or sum by (job, instance) (0 * ${cores(asked)})`,
            legend: `${legend} errors`,
          },
        ],
      }),
    ],
  };
}
