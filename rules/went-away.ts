import { after, stillAfter } from "../lib/alerts/proof";
import { type AlertDraft, type AlertProps, type AlertRule, alert, type Shared } from "../lib/alerts/rule";
import { hours, minutes } from "../lib/duration";
import { targetSeries } from "../lib/metrics/built-in-series";
import type { Scraped } from "../lib/metrics/scrape";

const { up } = targetSeries;

type Texts = Pick<AlertProps, "summary" | "description" | "inhibits">;

/**
 * Something that comes with a later part answered and does so no more: it is silent until the first answer, other than `serviceDown`. What
 * was taken away is forgotten after six hours, what does not answer is not.
 */
export function wentAway(name: string, scraped: Scraped, said: Texts & Pick<Shared, "severity">): AlertDraft<"component">;
export function wentAway(name: string, scraped: Scraped, said: Texts & Shared): AlertRule;
export function wentAway(name: string, scraped: Scraped, said: Texts): AlertDraft<keyof Shared>;
export function wentAway(name: string, { job }: Scraped, said: Texts): AlertDraft<keyof Shared> {
  const answers = (values: string, instance = "10.42.0.17:8080") => ({ [up({ job, instance })]: values });
  return alert(name, {
    expr: `count by (job) (count_over_time(${up({ job })}[6h])) unless on (job) max by (job) (${up({ job })}) == 1`,
    for: minutes(5),
    ...said,
    fires: [answers("0x10"), stillAfter(hours(5), answers("1x5 stale"))],
    silent: [
      after(minutes(10), answers("1x10")),
      after(minutes(10), { ...answers("0x10"), ...answers("1x10", "10.42.1.23:8080") }),
      after(hours(7), answers("1x5 stale")),
    ],
  });
}
