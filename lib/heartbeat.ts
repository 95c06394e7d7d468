/** A name as part of a metric's: `_` for what is no word character. */
export const metricPart = (name: string): string => name.replace(/\W/g, "_");

/** What every batch job tells of its runs, by the names that its own name makes (specification, part 2). */
export const heartbeatNames = (name: string) =>
  ({ lastRun: `${metricPart(name)}_last_run_timestamp_seconds`, success: `${metricPart(name)}_last_run_success` }) as const;
