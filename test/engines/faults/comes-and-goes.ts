import type { Duration } from "../../../lib/duration";
import type { Change } from "../../../lib/world/fault";
import { keyOf } from "../../../lib/world/world";

/** A change that is there for a part of each period, and else everything goes on as it would have gone. */
export const comesAndGoes =
  (there: Duration, every: Duration, change: Change): Change =>
  (world, from) => {
    const changed = change(world, from);
    return {
      ...changed,
      series: function* () {
        const before = new Map(Array.from(world.series(), (series) => [keyOf(series), series]));
        for (const series of changed.series()) {
          const own = before.get(keyOf(series));
          const isThere = (seconds: number) => (seconds - from) % every.seconds < there.seconds;
          yield series.isChanged ? { ...series, at: (seconds) => (isThere(seconds) ? series.at(seconds) : own?.at(seconds)) } : series;
        }
      },
    };
  };
