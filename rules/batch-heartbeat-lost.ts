import { after, stillAfter } from "../lib/alerts/proof";
import { type AlertRule, alert } from "../lib/alerts/rule";
import type { DeclaredJob } from "../lib/batch/declaration";
import { minutes, seconds } from "../lib/duration";
import type { Scraped } from "../lib/metrics/scrape";
import { matchesNot } from "../lib/series";
import { anyOf, type Owned, ofOthers, owner, STRANGER } from "./batch-owned";
import { provenOfSuspended, unlessSuspended } from "./batch-suspended";
import { answers, cadence, isUp, lastRun, lastRunOfWeek, mapped, ran, WEEK } from "./batch-told";

/** When a job told of its last run in proofs. */
const TOLD = minutes(40);

/** Of jobs that nobody declared. */
export function heartbeatLost(owned: Owned, all: readonly DeclaredJob[], gateway: Scraped): AlertRule {
  const of: Owned = { ...owned, jobs: matchesNot(anyOf(all.map(({ name }) => name))), stranger: all[0]?.name ?? "", declared: [] };
  const gone = (job: string) => ({ ...answers(gateway, "1x200"), ...ran(job, "1x40 stale"), ...mapped(job, "86400x200") });
  const forWeek = { ...answers(gateway, "1x11000"), ...ran(STRANGER, "1x40 stale"), ...mapped(STRANGER, "86400x11000") };
  const since = minutes(80);
  const suspensions = provenOfSuspended(of, 200, (job) => stillAfter(since, gone(job)));
  return alert("BatchJobHeartbeatLost", {
    ...owner(of),
    // one that never told of a run may have nothing to tell it with
    expr: unlessSuspended(
      of,
      [lastRunOfWeek(of), `unless on (job) ${lastRun(of)}`, `and on (job) ${cadence(of)}`, `and ${isUp(gateway)}`].join("\n"),
    ),
    for: minutes(30),
    summary: "What batch job {{ $labels.job }} told of its runs is gone",
    description: "It is still scheduled. Mostly another script's PUT to its group wiped it: that script has to POST.",
    fires: [
      after(minutes(90), { ...answers(gateway, "1x200"), ...ran(STRANGER, "1x40 stale"), ...mapped(STRANGER, "_x60 86400x100") }),
      // each run is told of for ten minutes
      stillAfter(minutes(180), {
        ...answers(gateway, "1x200"),
        ...ran(STRANGER, "1x9 stale _x100 6600x9 stale"),
        ...mapped(STRANGER, "86400x200"),
      }),
      stillAfter(seconds(TOLD.seconds + WEEK.seconds - 1200), forWeek),
      ...suspensions.fires,
    ] as const,
    silent: [
      after(seconds(TOLD.seconds + WEEK.seconds + 1200), forWeek),
      after(since, { ...gone(STRANGER), ...ran(STRANGER, "1x200") }),
      after(since, { ...gone(STRANGER), ...answers(gateway, "0x200") }),
      after(since, { ...gone(STRANGER), ...mapped(STRANGER, "86400x40 stale") }),
      after(since, { ...answers(gateway, "1x200"), ...mapped(STRANGER, "86400x200") }),
      ...suspensions.silent,
      ...ofOthers(of, (stranger) => after(since, gone(stranger))),
    ],
  });
}
