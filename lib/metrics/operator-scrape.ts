import type { Workload } from "../network/workload";
import { RELOADER_PORT, VM_OPERATOR } from "./operator";
import type { Scrape } from "./scrape";

/** The operator's configuration reloader (operator, cmd/config-reloader). */
const RELOADER_SERIES = [
  "configreloader_config_last_reload_total",
  "configreloader_k8s_watch_errors_total",
  "configreloader_last_reload_errors_total",
  "configreloader_last_reload_success_timestamp_seconds",
  "configreloader_last_reload_successful",
  "configreloader_secret_content_update_errors_total",
];

/**
 * The operator scrapes what it deploys by itself, with the Service's name as job, and the configuration reloader where there is
 * one, with the port's name behind it (operator, factory/build/vmscrape.go).
 */
export function operatorScrape(workload: Workload, series: readonly string[]): Scrape[] {
  const of = (port: string, job: string, exported: readonly string[]): Scrape => ({
    name: job,
    job,
    series: exported,
    from: { kind: "upstream", owner: VM_OPERATOR, to: { workload, port } },
  });
  const { name, ports } = workload;
  const ofReloader = RELOADER_PORT in ports ? [of(RELOADER_PORT, `${name}-${RELOADER_PORT}`, RELOADER_SERIES)] : [];
  return [of("http", name, series), ...ofReloader];
}
