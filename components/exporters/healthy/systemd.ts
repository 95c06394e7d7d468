import { never, still } from "../../../lib/world/course";
import { by, each, eachBy, healthy, oneOf } from "../../../lib/world/healthy";
import { systemdSeries } from "../series/systemd";

const SERVICES = ["containerd.service", "ssh.service", "systemd-timesyncd.service"];
const STATES = ["active", "activating", "deactivating", "inactive", "failed"] as const;

export const systemdHealthy = healthy(systemdSeries, () => ({
  node_systemd_unit_state: eachBy(SERVICES, (name) => ({ name, type: "simple" }), "state", oneOf(STATES, "active")),
  node_systemd_service_restart_total: each(SERVICES, (name) => ({ name }), never),
  node_systemd_units: by("state", {
    active: still(160),
    activating: still(0),
    deactivating: still(0),
    inactive: still(80),
    failed: still(0),
  }),
  node_systemd_system_running: still(1),
}));
