import type { Workload } from "../network/workload";
import { counter, declareSeries, gauge, type Series, seriesOf } from "../series";
import { RELOADER_PORT, VM_OPERATOR } from "./operator";
import type { Scrape } from "./scrape";

/** The operator's configuration reloader (VictoriaMetrics operator v0.74.1, cmd/config-reloader/main.go; seen on a running one). */
export const reloaderSeries = declareSeries({
  configreloader_config_last_reload_total: counter("count", "Reloads of the configuration, failed ones included."),
  configreloader_k8s_watch_errors_total: counter("count", "Errors while watching the API server."),
  configreloader_last_reload_errors_total: counter("count", "Reloads that failed."),
  configreloader_last_reload_success_timestamp_seconds: gauge("timestamp", "When a reload last succeeded."),
  configreloader_last_reload_successful: gauge("flag", "1 when the last reload succeeded."),
  configreloader_secret_content_update_errors_total: counter(
    "count",
    "Configurations that could not be read or written, from a secret or a file.",
  ),
});

/**
 * The operator scrapes what it deploys by itself, with the Service's name as job, and the configuration reloader where there is
 * one, with the port's name behind it (operator, factory/build/vmscrape.go).
 */
export function operatorScrape(workload: Workload, series: readonly Series[]): Scrape[] {
  const of = (port: string, job: string, exported: readonly Series[]): Scrape => ({
    name: job,
    job,
    series: exported,
    from: { kind: "upstream", owner: VM_OPERATOR, to: { workload, port } },
  });
  const { name, ports } = workload;
  const ofReloader = RELOADER_PORT in ports ? [of(RELOADER_PORT, `${name}-${RELOADER_PORT}`, seriesOf(reloaderSeries))] : [];
  return [of("http", name, series), ...ofReloader];
}
