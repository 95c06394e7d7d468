import { type AlertDraft, type AlertProps, alert, type Shared } from "../lib/alerts/rule";
import { minutes } from "../lib/duration";
import { targetSeries } from "../lib/metrics/built-in-series";
import type { Scraped } from "../lib/metrics/scrape";

const { up } = targetSeries;

type Said = Pick<AlertProps, "severity" | "summary" | "description" | "inhibits">;

/**
 * Nobody answers for what others run, or nobody is asked any more. Where no target of any kind is asked it is the agent that is gone,
 * which is told by itself: then nothing is said of somebody else's component.
 */
export function exporterDown(name: string, { job }: Scraped, said: Said): AlertDraft<Exclude<keyof Shared, "severity">> {
  const answers = (value: string, pod = "10.42.0.17") => ({ [up({ job, instance: `${pod}:8080` })]: value });
  const others = { [up({ job: "node-exporter", instance: "192.168.10.31:9100" })]: "1x30" };
  return alert(name, {
    expr: `(sum(${up({ job })}) or vector(0)) == 0\nand on () count(${up()})`,
    for: minutes(5),
    ...said,
    fires: [answers("0x30"), others],
    silent: [
      { ...others, ...answers("1x30") },
      { ...answers("0x30"), ...answers("1x30", "10.42.1.23") },
    ],
  });
}
