import type { Meaning } from "../../lib/dashboards/panel";

type States = Readonly<Record<string, Meaning>>;

/** No state of the MIB. */
export const SPARE = 0;

/** Of an interface: IF-MIB, ifOperStatus, and {@link SPARE}. */
export const PORT_STATES: States = {
  [SPARE]: { text: "spare", color: "gray" },
  1: { text: "up", color: "green" },
  2: { text: "down", color: "red" },
  3: { text: "testing", color: "yellow" },
  4: { text: "unknown", color: "gray" },
  5: { text: "dormant", color: "yellow" },
  6: { text: "not present", color: "orange" },
  7: { text: "lower layer down", color: "orange" },
};

/** Of a fan, a power supply or a sensor of a switch: CISCO-ENVMON-MIB, CiscoEnvMonState. */
export const SWITCH_PART_STATES: States = {
  1: { text: "normal", color: "green" },
  2: { text: "warning", color: "orange" },
  3: { text: "critical", color: "red" },
  4: { text: "shut down", color: "red" },
  5: { text: "not present", color: "gray" },
  6: { text: "not functioning", color: "red" },
};

/** Of a part of a server: CPQHLTH-MIB, the conditions of its tables. */
export const SERVER_PART_STATES: States = {
  1: { text: "can't be told", color: "gray" },
  2: { text: "ok", color: "green" },
  3: { text: "degraded", color: "orange" },
  4: { text: "failed", color: "red" },
};

/** Of an access point: AI-AP-MIB, aiAPStatus. */
export const ACCESS_POINT_STATES: States = {
  1: { text: "up", color: "green" },
  2: { text: "down", color: "red" },
};
