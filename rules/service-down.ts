import { type AlertDraft, type AlertProps, type AlertRule, alert, type Shared } from "../lib/alerts/rule";
import { minutes } from "../lib/duration";
import { targetSeries } from "../lib/metrics/built-in-series";
import type { Scraped } from "../lib/metrics/scrape";

const { up } = targetSeries;

type Texts = Pick<AlertProps, "summary" | "description" | "inhibits">;

/** No replica of one of our services answers, or nobody scrapes one. Its area may say severity and component for it. */
export function serviceDown(name: string, scraped: Scraped, said: Texts & Shared): AlertRule;
export function serviceDown(name: string, scraped: Scraped, said: Texts & Pick<Shared, "severity">): AlertDraft<"component">;
export function serviceDown(name: string, scraped: Scraped, said: Texts): AlertDraft<keyof Shared>;
export function serviceDown(name: string, { job }: Scraped, said: Texts): AlertDraft<keyof Shared> {
  const answers = (value: string, pod = "10.42.0.17") => ({ [up({ job, instance: `${pod}:8080` })]: value });
  return alert(name, {
    expr: `(sum(${up({ job })}) or vector(0)) == 0`,
    for: minutes(5),
    ...said,
    fires: [answers("0x10"), { [up({ job: "node-exporter", instance: "192.168.10.31:9100" })]: "1x10" }],
    silent: [answers("1x10"), { ...answers("0x10"), ...answers("1x10", "10.42.1.23") }],
  });
}
