import { heartbeatNames } from "../../../lib/heartbeat";
import { gauge, type Metric } from "../../../lib/series";

/** {@link metricPart} for the compiler: of what no word has, our names hold `-` alone. */
type Prefix<Name extends string> = Name extends `${infer Before}-${infer After}` ? `${Before}_${Prefix<After>}` : Name;
type Pushed = Metric<"gauge", "job">;
type Heartbeat<Name extends string> = {
  readonly [Suffix in "last_run_timestamp_seconds" | "last_run_success" as `${Prefix<Name>}_${Suffix}`]: Pushed;
};

/** The two series that every run of a job pushes, a failed one too (specification, part 2). */
export function heartbeat<const Name extends string>(job: Name): Heartbeat<Name> {
  const { lastRun, success } = heartbeatNames(job);
  const series = {
    [lastRun]: gauge("timestamp", `When job ${job} last ran.`, "job"),
    [success]: gauge("flag", `1 when the last run of job ${job} succeeded.`, "job"),
  };
  // the names are made of the same parts as the type's
  return series as Heartbeat<Name>;
}
