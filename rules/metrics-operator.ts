import { metricsOperatorSeries } from "../components/metrics/series/operator";
import { after } from "../lib/alerts/proof";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { minutes } from "../lib/duration";
import type { Scraped } from "../lib/metrics/scrape";
import { COMES_AND_GOES } from "./comes-and-goes";
import { exporterDown } from "./exporter-down";
import { growing } from "./proof-counter";

const { controller_runtime_reconcile_errors_total: errors } = metricsOperatorSeries;

/** What brings rules and scrape objects to the programs of the metrics plane: without it all go on as they are, and no change arrives. */
export function metricsOperator(scraped: Scraped): RuleBundle {
  const { job } = scraped;
  const fails = (course: string) => ({ [errors({ job, instance: "10.42.0.17:8080", controller: "vmagent" })]: course });
  return area("metrics-operator", { component: "Platform", severity: "warning", ...COMES_AND_GOES }, [
    exporterDown("MetricsOperatorDown", scraped, {
      severity: "warning",
      summary: "The metrics operator does not answer",
      description:
        "Scrapes and rules go on as they are, and no change of them arrives; a program of the metrics plane that goes stays away. Look at its pods.",
    }),
    alert("MetricsOperatorFailing", {
      // longer than it looks back: what failed once and then came about is over. It waits for up to seventeen minutes until it tries again
      expr: `sum by (controller) (increase(${errors({ job })}[30m])) > 0`,
      for: minutes(40),
      summary: "The metrics operator fails on objects of {{ $labels.controller }} again and again",
      description:
        "{{ $value | humanize }} times in half an hour: what was changed in them is not in force. Its log and the object's status say why.",
      fires: after(minutes(41), fails(growing(25, { length: 150 }))),
      silent: [
        after(minutes(100), fails(growing(45, { length: 150 }))),
        after(minutes(60), fails("5x150")),
        after(minutes(60), fails("0x9 3x150")),
      ],
    }),
  ]);
}
