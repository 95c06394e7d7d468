import { type AlertDraft, type AlertProps, type AlertRule, alert, type Shared } from "../lib/alerts/rule";
import { minutes } from "../lib/duration";
import { targetSeries } from "../lib/metrics/built-in-series";
import type { Scraped } from "../lib/metrics/scrape";

const { up } = targetSeries;

type Texts = Pick<AlertProps, "summary" | "description">;

/**
 * A program of others that tells of itself does not answer, or is not found: it is down, and not its exporter alone. Where no target of
 * any kind is asked it is the agent that is gone. Its area may say severity and component for it.
 */
export function programDown(name: string, scraped: Scraped, said: Texts & Shared): AlertRule;
export function programDown(name: string, scraped: Scraped, said: Texts & Pick<Shared, "severity">): AlertDraft<"component">;
export function programDown(name: string, { job }: Scraped, said: Texts & Pick<Shared, "severity">): AlertDraft<keyof Shared> {
  const answers = (value: string, pod = "10.42.0.17") => ({ [up({ job, instance: `${pod}:8080` })]: value });
  const others = { [up({ job: "node-exporter", instance: "192.168.10.31:9100" })]: "1x10" };
  return alert(name, {
    expr: `max by (job) (${up({ job })}) == 0\nor absent(${up({ job })}) and on () count(${up()})`,
    for: minutes(5),
    ...said,
    fires: [answers("0x10"), others],
    silent: [answers("1x10"), { ...answers("0x10"), ...answers("1x10", "10.42.1.23") }],
  });
}
