import type { Workload } from "../network/workload";
import { declareSeries, gauge, type Series, seriesOf } from "../series";
import { RELOADER_PORT, VM_OPERATOR } from "./operator";
import type { Scrape, Scraped } from "./scrape";

/** The operator's configuration reloader (VictoriaMetrics operator v0.74.1, cmd/config-reloader/main.go; seen on a running one). */
export const reloaderSeries = declareSeries({
  configreloader_last_reload_successful: gauge("flag", "1 when the last reload succeeded."),
});

/** The scrape of a workload, and behind it that of the configuration reloader beside it, where there is one. */
export type OperatorScrapes = readonly [Scrape & Scraped, ...(Scrape & Scraped)[]];

/**
 * The operator scrapes what it deploys by itself, with the Service's name as job, and the configuration reloader where there is
 * one, with the port's name behind it (operator, factory/build/vmscrape.go).
 */
export function operatorScrape(workload: Workload, series: readonly Series[]): OperatorScrapes {
  const of = (port: string, job: string, exported: readonly Series[]): Scrape & Scraped => ({
    name: job,
    job,
    series: exported,
    from: { kind: "upstream", owner: VM_OPERATOR, to: { workload, port } },
  });
  const { name, ports } = workload;
  const ofReloader = RELOADER_PORT in ports ? [of(RELOADER_PORT, `${name}-${RELOADER_PORT}`, seriesOf(reloaderSeries))] : [];
  return [of("http", name, series), ...ofReloader];
}
