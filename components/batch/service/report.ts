/** What the Pushgateway is told of a run: that it was, how it ended, and what it found. */
import { heartbeatNames } from "../../../lib/heartbeat";
import { expositionOf } from "./exposition";
import type { Gauge } from "./gauge";
import { forget, type Group, type Push, post } from "./push";
import type { Script } from "./script";

/** `found`: all that it found; nothing where it failed, so that figures of before stay the last ones known. */
export type Outcome = { readonly isSuccess: true; readonly found: readonly Gauge[] } | { readonly isSuccess: false };

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
  if (!outcome.isSuccess) return post(group, expositionOf(ended(false)));

  const gauges = [...ended(true), ...outcome.found];
  const names = new Set(gauges.map((gauge) => gauge.series.name));
  // A POST leaves a name alone that it does not hold: what was found before, and is no more, would stay for ever.
  if (Object.keys(series).some((one) => !names.has(one))) {
    const forgotten = await forget(group);
    if (!forgotten.isTaken) return forgotten;
  }
  const push = await post(group, expositionOf(gauges));
  if (push.isTaken || !push.isRefused) return push;
  // What it found is not to be had: then at least that it ran, and that this did not end well.
  const failed = await post(group, expositionOf(ended(false)));
  return failed.isTaken ? push : { ...push, reason: `${push.reason}; and that it ran: ${failed.reason}` };
}
