/** What the Pushgateway is told of a run: that it was, how it ended, and what it found. */
import { heartbeatNames } from "../../../lib/heartbeat";
import { expositionOf } from "./exposition";
import type { Gauge } from "./gauge";
import { type Group, type Push, post } from "./push";
import type { Script } from "./script";
import { withdraw } from "./withdraw";

export interface Outcome {
  readonly isSuccess: boolean;
  /** What it found, of a run that failed what it could read. Of nothing at all the figures of before stay the last ones known. */
  readonly found: readonly Gauge[];
}

type Reported = Pick<Script, "name" | "series">;

/** @param at when the run ended, in milliseconds since the epoch */
export async function report(group: Group, { name, series }: Reported, outcome: Outcome, at: number): Promise<Push> {
  const heartbeat = { [heartbeatNames(name).lastRun]: at / 1000 };
  const ended = (isSuccess: boolean): Gauge[] =>
    Object.entries({ ...heartbeat, [heartbeatNames(name).success]: isSuccess ? 1 : 0 }).map(([one, value]) => {
      const declared = series[one];
      if (!declared) throw new Error(`${name} declares no series ${one}; add heartbeat("${name}") to its series.ts`);
      return { series: declared.series, labels: {}, value };
    });
  const { isSuccess, found } = outcome;
  const gauges = [...ended(isSuccess), ...found];
  const text = expositionOf(gauges);
  const push = await post(group, text);
  if (push.isTaken) {
    const names = new Set(gauges.map((gauge) => gauge.series.name));
    const absent = Object.keys(series).filter((one) => !names.has(one));
    // a POST leaves a name alone that it does not hold: what was found before, and is no more, would stay for ever
    if (isSuccess && absent.length > 0) await withdraw(group, absent);
    return push;
  }
  const isLeast = !isSuccess && found.length === 0;
  if (!push.isRefused || isLeast) return push;
  // What it found is not to be had: then at least that it ran, and that this did not end well.
  const failed = await post(group, expositionOf(ended(false)));
  return failed.isTaken ? push : { ...push, reason: `${push.reason}; and that it ran: ${failed.reason}` };
}
