import { nodeExporterSeries } from "../components/exporters/series/node-exporter";
import { systemdSeries } from "../components/exporters/series/systemd";
import { after } from "../lib/alerts/proof";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { minutes } from "../lib/duration";
import type { Scraped } from "../lib/metrics/scrape";
import { COMES_AND_GOES } from "./comes-and-goes";
import { stepping } from "./proof-counter";

const { node_systemd_service_restart_total: restarts, node_systemd_unit_state: state } = systemdSeries;
const { node_scrape_collector_success: worked } = nodeExporterSeries;

/** In a quarter of an hour: one that is restarted every few minutes. */
const RESTARTS = 4;

/** The nodes' own services, by their systemd. */
export function nodesServices({ job }: Scraped): RuleBundle {
  // proofs
  const at = { job, instance: "192.168.10.31:9100" };
  const unit = { ...at, name: "backup.service", type: "simple" };
  const restarted = (...steps: readonly (readonly [number, number])[]) => ({
    [restarts({ ...at, name: "backup.service" })]: stepping(steps),
  });

  return area("nodes-services", { component: "Platform", severity: "warning", ...COMES_AND_GOES }, [
    alert("NodeServiceFailed", {
      expr: `max by (job, instance, name) (${state({ job, state: "failed" })}) == 1`,
      for: minutes(5),
      summary: "Service {{ $labels.name }} of node {{ $labels.instance }} has failed",
      description: "systemd has given it up, and does not start it again by itself. Its journal says why.",
      fires: { [state({ ...unit, state: "failed" })]: "1x30" },
      silent: [{ [state({ ...unit, state: "failed" })]: "0x30" }, { [state({ ...unit, state: "inactive" })]: "1x30" }],
    }),
    alert("NodeServiceRestarting", {
      expr: `sum by (job, instance, name) (increase(${restarts({ job })}[15m])) > ${RESTARTS}`,
      for: minutes(10),
      summary: "Service {{ $labels.name }} of node {{ $labels.instance }} is started again and again",
      description: "{{ $value | humanize }} times in a quarter of an hour. It ends or crashes soon after its start: its journal says why.",
      fires: after(minutes(30 + 12 + 10), restarted([30, 0], [200, 0.35])),
      silent: after(minutes(120), restarted([30, 0], [200, 0.25])),
    }),
    alert("NodeServicesUnread", {
      expr: `max by (job, instance) (${worked({ job, collector: "systemd" })}) == 0`,
      for: minutes(15),
      summary: "Node {{ $labels.instance }} does not tell of its services",
      description: "The node exporter does not reach systemd over the host's bus: no alert on a service of this node can fire.",
      fires: { [worked({ ...at, collector: "systemd" })]: "0x30" },
      silent: [{ [worked({ ...at, collector: "systemd" })]: "1x30" }, { [worked({ ...at, collector: "bonding" })]: "0x30" }],
    }),
  ]);
}
