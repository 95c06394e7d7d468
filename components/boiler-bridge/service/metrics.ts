import { Counter, Gauge, type Registry } from "prom-client";
import { COMMAND_STATES } from "../entities";
import { FIELDS } from "../watched-helpers";

export type BridgeMetrics = ReturnType<typeof createMetrics>;

/** The series that rules read; construct.ts declares them. */
export function createMetrics(registry: Registry) {
  const registers = [registry];
  const gauge = (name: string, help: string) => new Gauge({ name: `boiler_bridge_${name}`, help, registers });
  const commands = new Counter({
    name: "boiler_bridge_commands_total",
    help: "Commands by field and the state they reached.",
    labelNames: ["field", "state"] as const,
    registers,
  });
  // A counter that appears with 1 has no increase: the first failure would raise no alert.
  for (const field of [...FIELDS, "schedule"]) for (const state of COMMAND_STATES) commands.inc({ field, state }, 0);
  return {
    commands,
    cloudRequests: new Counter({
      name: "boiler_bridge_cloud_requests_total",
      help: "Requests to the boiler cloud by call and outcome.",
      labelNames: ["call", "outcome"] as const,
      registers,
    }),
    lastRead: gauge("last_read_timestamp_seconds", "When the boiler was last read well, in seconds since the epoch; the start until then."),
    rateLimited: gauge("rate_limited", "1 while the cloud blocks requests."),
    loginRefused: gauge("login_refused", "1 while the cloud refuses the login."),
    sentinel: gauge("sentinel", "1 while the cloud's heating setpoints are the inverted sentinel."),
    sentinelAlarm: gauge("sentinel_alarm", "1 while the sentinel stands and the bridge can't repair it."),
    flame: gauge("flame", "1 while the burner fires."),
    energy: gauge("energy_kwh_total", "Heating energy counted from the flame, in kWh."),
    homeAssistant: gauge("home_assistant_connected", "1 while Home Assistant is connected."),
  };
}
