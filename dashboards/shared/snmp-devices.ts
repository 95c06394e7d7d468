import type { SnmpJob } from "../../components/snmp/modules/jobs";
import { walkSeries } from "../../components/snmp/series";
import type { Row } from "../../lib/dashboards/dashboard";
import { graph, timeline } from "../../lib/dashboards/panel";
import { choice, type Variable } from "../../lib/dashboards/variable";
import { targetSeries } from "../../lib/metrics/built-in-series";
import { escapePattern } from "../../lib/metrics/promql";
import { type Condition, matches } from "../../lib/series";

const { snmp_scrape_pdus_returned: values, snmp_scrape_walk_duration_seconds: walk } = walkSeries;

/** The devices that are chosen on a page of a class of them. */
export const device = { instance: matches("$device") };

const asked = (jobs: readonly Pick<SnmpJob, "job">[]): { readonly job: Condition } => ({
  job: matches(jobs.map(({ job }) => escapePattern(job)).join("|")),
});

export const deviceChoice = (title: string, jobs: readonly Pick<SnmpJob, "job">[]): Variable =>
  choice("device", title, { of: targetSeries.up(asked(jobs)), label: "instance" });

/** How many of them answer all that they are asked, and how many do not. */
export const silentDevices = (jobs: readonly Pick<SnmpJob, "job">[]): string =>
  `count(min by (instance) (${targetSeries.up({ ...asked(jobs), ...device })}) == 0) or vector(0)`;

/** Whether devices of a class answer, on the page of each class: by each of the modules that they are asked. */
export const devicesRow = (jobs: readonly Pick<SnmpJob, "job">[]): Row => ({
  title: "Do they answer?",
  isShared: true,
  panels: [
    timeline({
      title: "Does each device answer all that it is asked?",
      description:
        "A row for each device and each job of it. All rows of a device: it is off or cut off. One of them: that job's answer takes too long.",
      unit: "flag",
      width: 12,
      queries: [{ expr: `min by (instance, job) (${targetSeries.up({ ...asked(jobs), ...device })})`, legend: "{{instance}} {{job}}" }],
      means: { 0: { text: "does not answer", color: "red" }, 1: { text: "answers", color: "green" } },
    }),
    graph({
      title: "How long do its answers take?",
      description:
        "By device and module. What climbs is a device that is busy, or a line that loses packets: at the scrape's time it counts as gone.",
      unit: "seconds",
      min: 0,
      width: 6,
      queries: [{ expr: `max by (instance, module) (${walk(device)})`, legend: "{{instance}} {{module}}" }],
    }),
    graph({
      title: "How many values does it give?",
      description: "By device and module. A step down is a member of a stack, a module or a view that is gone.",
      unit: "count",
      min: 0,
      width: 6,
      queries: [{ expr: `max by (instance, module) (${values(device)})`, legend: "{{instance}} {{module}}" }],
    }),
  ],
});
