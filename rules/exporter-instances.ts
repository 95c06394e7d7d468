import { type AlertRule, alert, area, type RuleBundle } from "../lib/alerts/rule";
import { minutes } from "../lib/duration";
import { askedJobs } from "../lib/metrics/asked-jobs";
import { targetSeries } from "../lib/metrics/built-in-series";
import type { Scraped } from "../lib/metrics/scrape";
import type { Component } from "../lib/site/component";
import { COMES_AND_GOES } from "./comes-and-goes";
import type { AskedExporter } from "./exporters-gone";

const { up } = targetSeries;

/** One of several addresses; of all of them the job's own alert tells, or ExporterGone. One alert for each component. */
export function exporterInstancesDown(asked: readonly AskedExporter[]): RuleBundle {
  const listed = asked.filter(({ isOfAddresses }) => isOfAddresses).sort((a, b) => (a.job < b.job ? -1 : 1));
  const components = [...new Set(listed.map(({ component }) => component))].sort();
  return area(
    "exporter-instances",
    { severity: "warning", ...COMES_AND_GOES },
    components.flatMap((component) => {
      const [first, ...more] = listed.filter((one) => one.component === component);
      return first === undefined ? [] : [instanceDown(component, [first, ...more])];
    }),
  );
}

function instanceDown(component: Component, exporters: readonly [Scraped, ...Scraped[]]): Omit<AlertRule, "severity"> {
  const asked = { job: askedJobs(exporters) };
  const answer = (values: string, instance: string) => ({ [up({ job: exporters[0].job, instance })]: values });
  const [one, other] = ["192.168.10.11:9123", "192.168.10.12:9123"];
  return alert("ExporterInstanceDown", {
    expr: `${up(asked)} == 0 and on (job) max by (job) (${up(asked)}) == 1`,
    for: minutes(10),
    component,
    summary: "{{ $labels.job }}: the exporter at {{ $labels.instance }} does not answer, others do",
    description: "What is at that address may be down, and is not watched. Look at the machine, at the program, then at its exporter.",
    fires: { ...answer("0x30", one), ...answer("1x30", other) },
    silent: [
      { ...answer("1x30", one), ...answer("1x30", other) },
      { ...answer("0x30", one), ...answer("0x30", other) },
    ],
  });
}
