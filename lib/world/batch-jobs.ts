import { type Duration, hours } from "../duration";
import type { Manifest } from "../gitops/manifest";
import type { Site } from "../site/schema";

/** What runs again and again. */
export interface BatchJob {
  readonly namespace: string;
  readonly name: string;
  readonly every: Duration;
  /** It pushes what came of it: as a job of ours does, or as somebody else's. @default - it tells nobody */
  readonly tells?: "as-ours" | "as-others";
  /** It runs outside of the cluster, where no map sees its schedule. */
  readonly isOutside?: true;
  /** No runs of it are started. */
  readonly isSuspended?: true;
}

/** What of a cluster runs by the clock: ours, and others'. */
export const batchJobsOf = (manifests: readonly Manifest[], site: Site): BatchJob[] => [...jobsOf(manifests), ...othersJobs(site)];

/** The CronJobs of ours. */
function jobsOf(manifests: readonly Manifest[]): BatchJob[] {
  return manifests.flatMap(({ object: { kind, metadata, spec } }) => {
    if (kind !== "CronJob") return [];
    const { schedule, suspend } = spec as { schedule: string; suspend?: boolean };
    const job = { namespace: metadata.namespace ?? "", name: metadata.name, every: everyOf(schedule) };
    return [suspend ? { ...job, isSuspended: true } : { ...job, tells: "as-ours" }];
  });
}

/** Others have CronJobs too, of which most tell nobody of their runs; what the site declares tells. */
const othersJobs = ({ namespaces: { monitoring }, batch }: Site): BatchJob[] => [
  { namespace: monitoring, name: "clean-up", every: hours(1) },
  { namespace: monitoring, name: "tidy", every: hours(6), tells: "as-others" },
  ...(batch?.foreign ?? []).map(
    ({ script: name, namespace, every_hours = 24 }): BatchJob => ({
      namespace: namespace ?? "",
      name,
      every: hours(every_hours),
      tells: "as-others",
      ...(namespace === undefined && { isOutside: true }),
    }),
  ),
];

/** Of a schedule that runs at one minute, evenly over the day. */
function everyOf(schedule: string): Duration {
  const [, hour = "*"] = schedule.split(" ");
  const [, step] = /^\*\/(\d+)$/.exec(hour) ?? [];
  if (step !== undefined) return hours(Number(step));
  return hour === "*" ? hours(1) : hours(Math.floor(24 / hour.split(",").length));
}
