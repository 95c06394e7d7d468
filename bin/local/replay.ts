export interface ReplayOptions {
  readonly ruleFiles: readonly string[];
  /** Where samples are read and `ALERTS` and recorded series are written. */
  readonly storageUrl: string;
  readonly from: Date;
  readonly to: Date;
  /** The interval of the groups, for example "1m". */
  readonly interval: string;
  /** How long a rule waits for the one before it in its group; "0s" is enough where no rule reads a recorded one. @default "1s" */
  readonly rulesDelay?: string;
}

/** Evaluations that a replay asks of the store at once, which gives 30,000 at most. */
const POINTS_PER_QUERY = 20_000;

/**
 * What vmalert is called with to evaluate rules over a span of past time, from `from` on and not before it. `keep_firing_for` means nothing in a
 * replay (VictoriaMetrics v1.150.0, app/vmalert/rule/alerting.go, execRange), and nothing is sent. The storage has the result after a flush.
 */
export function replayArguments({ ruleFiles, storageUrl, from, to, interval, rulesDelay = "1s" }: ReplayOptions): string[] {
  return [
    ...ruleFiles.map((file) => `-rule=${file}`),
    `-datasource.url=${storageUrl}`,
    `-remoteWrite.url=${storageUrl}`,
    `-remoteRead.url=${storageUrl}`,
    `-replay.timeFrom=${isoSeconds(from)}`,
    `-replay.timeTo=${isoSeconds(to)}`,
    // With the default step of 5 m no alert that has a `for` ever fires in a replay.
    `-datasource.queryStep=${interval}`,
    `-evaluationInterval=${interval}`,
    `-replay.rulesDelay=${rulesDelay}`,
    `-replay.maxDatapointsPerQuery=${POINTS_PER_QUERY}`,
  ];
}

/** vmalert reads RFC 3339 without fractions. */
function isoSeconds(date: Date): string {
  return date.toISOString().replace(/\.\d+Z$/, "Z");
}
