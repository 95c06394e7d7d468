/** What the installation counted before the trial began: a rule that asks what came in five minutes finds five. */
import type { Manifest } from "../../lib/gitops/manifest";
import { picks } from "../../lib/metrics/promql";
import { secondsOf } from "../../lib/metrics/promql-time";
import { looksOf } from "../../lib/metrics/ranges";
import { isPicked } from "../../lib/world/picked";
import { type LiveTarget, labelsOf } from "./live-world";
import { ruleFiles } from "./rule-files";
import type { PastSeries } from "./store-history";

const DENSE_SECONDS = 60;
/** As long as that samples are dense, whatever else looks further back. */
const DENSE_PAST = 900;
/** Samples of a longer past. */
const POINTS = 60;

export interface PastOptions {
  readonly targets: readonly LiveTarget[];
  readonly manifests: readonly Manifest[];
  /** What the agent puts on everything. */
  readonly externalLabels: Readonly<Record<string, string>>;
  /** In seconds since the epoch. */
  readonly now: number;
}

/** Of what counts and a rule looks back on, so much past as the rule takes. */
export function* history({ targets, manifests, externalLabels, now }: PastOptions): Generator<PastSeries> {
  const backOn = looksBack(manifests);
  for (const target of targets) {
    for (const series of target.series) {
      if (!series.goesUp) continue;
      const labels = { ...externalLabels, ...labelsOf(target, series) };
      const past = Math.max(
        0,
        ...backOn(series.name).flatMap((one) => (isPicked(one.selector, { name: series.name, labels }) ? [one.seconds] : [])),
      );
      if (past === 0) continue;
      const samples = [...moments(now, past)].flatMap((at) => {
        const value = series.at(at);
        return value === undefined ? [] : [[at, value] as const];
      });
      yield { name: series.name, labels, samples };
    }
  }
}

function* moments(now: number, past: number): Generator<number> {
  const step = Math.max(DENSE_SECONDS, past / POINTS);
  for (let at = now - past - step; at < now - DENSE_PAST; at += step) yield at;
  for (let at = now - DENSE_PAST; at < now; at += DENSE_SECONDS) yield at;
}

type Look = Pick<ReturnType<typeof looksOf>[number], "selector" | "seconds">;

/** What rules look back on, by name of a series. */
function looksBack(manifests: readonly Manifest[]): (name: string) => readonly Look[] {
  const looks = ruleFiles(manifests).flatMap(({ groups }) =>
    groups.flatMap(({ rules }) =>
      rules.flatMap(({ expr }) => {
        const further = furtherBack(expr);
        return looksOf(expr).flatMap(({ selector, seconds }) =>
          seconds + further === 0 ? [] : [{ selector, seconds: seconds + further }],
        );
      }),
    ),
  );
  const byName = new Map<string, readonly Look[]>();
  return (name) => {
    const known = byName.get(name) ?? looks.filter(({ selector }) => picks(selector, name));
    byName.set(name, known);
    return known;
  };
}

/** By what is evaluated again and again over a past, and by what is asked of an earlier time. */
function furtherBack(expr: string): number {
  const subqueries = Array.from(expr.matchAll(/\[(\w+):\w*\]/g), ([, range = ""]) => secondsOf(range));
  const offsets = Array.from(expr.matchAll(/\boffset\s+(\w+)/g), ([, offset = ""]) => secondsOf(offset));
  return subqueries.reduce((sum, one) => sum + one, 0) + Math.max(0, ...offsets);
}
