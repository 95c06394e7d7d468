import { nodeExporterSeries } from "../../../components/exporters/series/node-exporter";
import { systemdSeries } from "../../../components/exporters/series/systemd";
import { minutes } from "../../../lib/duration";
import { becomes, countsFaster, goes, passing, together } from "../../../lib/world/fault";
import type { Faults } from "./fault";
import { warning } from "./nodes";

const { node_systemd_service_restart_total: restarts, node_systemd_unit_state: state } = systemdSeries;

/** The nodes' own services. */
export const nodeServiceFaults: Faults = ({ cluster: { nodes } }) => {
  const on = { job: "node-exporter", instance: `${nodes[0]?.address}:9100` };
  const [ssh, runtime] = [
    { ...on, name: "ssh.service" },
    { ...on, name: "containerd.service" },
  ];
  const failed = together(becomes(state({ ...ssh, state: "failed" }), 1), becomes(state({ ...ssh, state: "active" }), 0));
  return [
    { title: "a service of a node does not start after an update", change: failed, expect: warning("NodeServiceFailed", 7) },
    { title: "a service of a node fails, and is mended at once", change: passing(minutes(4), failed), expect: { nothingFor: minutes(30) } },
    {
      title: "a node's container runtime crashes every two minutes",
      change: countsFaster(restarts(runtime), 1 / 120),
      expect: warning("NodeServiceRestarting", 25),
    },
    {
      title: "a node's exporter is shut out of the host's bus",
      change: together(
        goes(state(on)),
        goes(restarts(on)),
        becomes(nodeExporterSeries.node_scrape_collector_success({ ...on, collector: "systemd" }), 0),
      ),
      expect: warning("NodeServicesUnread", 17),
    },
  ];
};
