/** What an entity is over MQTT: its topics, and Home Assistant's discovery message made of its attributes. */
import type { EntityState } from "./home";

export const DISCOVERY_PREFIX = "homeassistant";
const NODE = "boiler_bridge";
/** Whether the bridge is there; the broker says `offline` for it when its connection breaks. */
export const BRIDGE_TOPIC = `${NODE}/status`;
export const ONLINE = "online";
export const OFFLINE = "offline";

/** Attributes that are configuration of an MQTT entity; all others are its attributes. */
const CONFIGURED = ["device_class", "state_class", "unit_of_measurement", "options", "icon"] as const;

export interface Message {
  readonly topic: string;
  readonly payload: string;
}

/** Everything to be retained for an entity: configuration first, then attributes, state and availability. */
export function entityMessages(entityId: string, { state, attributes }: EntityState): Message[] {
  const [component = "", object = ""] = entityId.split(".");
  const base = `${NODE}/${object}`;
  const { friendly_name, last_reset, ...rest } = attributes;
  const own = Object.fromEntries(Object.entries(rest).filter(([name]) => !isConfigured(name)));
  const configuration = {
    name: friendly_name ?? object,
    unique_id: `${NODE}_${object}`,
    default_entity_id: entityId,
    state_topic: `${base}/state`,
    json_attributes_topic: `${base}/attributes`,
    availability: [{ topic: BRIDGE_TOPIC }, { topic: `${base}/availability` }],
    availability_mode: "all",
    value_template: "{{ value_json.state }}",
    ...(last_reset !== undefined && { last_reset_value_template: "{{ value_json.last_reset }}" }),
    // The payloads are the states as REST has them, so that both publishers take the same.
    ...(component === "binary_sensor" && { payload_on: "on", payload_off: "off" }),
    ...Object.fromEntries(CONFIGURED.flatMap((name) => (attributes[name] === undefined ? [] : [[name, attributes[name]]]))),
    device: { identifiers: [NODE], name: "Boiler" },
    origin: { name: "boiler-bridge" },
  };
  const isAvailable = state !== "unavailable";
  return [
    { topic: `${DISCOVERY_PREFIX}/${component}/${NODE}/${object}/config`, payload: JSON.stringify(configuration) },
    { topic: `${base}/attributes`, payload: JSON.stringify(own) },
    // `None` is how Home Assistant spells unknown here. The last state stays while the entity is unavailable.
    ...(isAvailable
      ? [{ topic: `${base}/state`, payload: JSON.stringify({ state: state === "unknown" ? "None" : state, last_reset }) }]
      : []),
    { topic: `${base}/availability`, payload: isAvailable ? ONLINE : OFFLINE },
  ];
}

function isConfigured(name: string): boolean {
  return CONFIGURED.some((each) => each === name);
}
