import { after } from "../lib/alerts/proof";
import { type AlertProps, type AlertRule, alert } from "../lib/alerts/rule";
import { minutes } from "../lib/duration";
import type { Scraped } from "../lib/metrics/scrape";

type Texts = Pick<AlertProps, "severity" | "component" | "summary" | "description">;

/** No replica of one of our services answers, or nobody scrapes one. */
export function serviceDown(name: string, { job }: Scraped, texts: Texts): AlertRule {
  const up = (of: string, value: string, instance = "a") => ({ [`up{job="${of}",instance="${instance}"}`]: value });
  return alert(name, {
    expr: `(sum(up{job="${job}"}) or vector(0)) == 0`,
    for: minutes(5),
    ...texts,
    fires: [up(job, "0x10"), up("other", "1x10")],
    silent: [up(job, "1x10"), { ...up(job, "0x10"), ...up(job, "1x10", "b") }, after(minutes(4), up(job, "0x10"))],
  });
}
