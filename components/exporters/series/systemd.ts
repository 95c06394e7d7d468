import { counter, declareSeries, gauge } from "../../../lib/series";

/**
 * What node_exporter's collector of systemd gives of the host's services, where the site has it switched on; seen on a running 1.12.1, whose
 * bus answered with units of our making.
 */
export const systemdSeries = declareSeries({
  node_systemd_unit_state: gauge("flag", "1 for the state that a service is in, 0 for the others.", "name", "state", "type?"),
  node_systemd_service_restart_total: counter(
    "count",
    "Times that systemd has started a service anew since it was last started by hand.",
    "name",
  ),
  node_systemd_units: gauge("count", "Units of all kinds in a state.", "state"),
  node_systemd_system_running: gauge("flag", "1 when the machine has started and no unit has failed."),
});
