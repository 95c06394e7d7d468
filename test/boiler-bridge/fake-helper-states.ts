/** States of Home Assistant's helpers: their form over the WebSocket, and what service calls make of them. */
import { isDeepStrictEqual } from "node:util";
import { fieldOfHelper, HELPERS, type Helper } from "../../components/boiler-bridge/watched-helpers";

export interface Context {
  readonly id: string;
  readonly user_id: string | null;
  readonly parent_id: string | null;
}
export interface Entity {
  readonly state: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly context: Context;
  readonly changed: number;
}

/** The attributes that a helper's value has to keep to. */
export function limitsOf(entityId: string): Readonly<Record<string, unknown>> {
  const field = fieldOfHelper(entityId);
  const helper: Helper | undefined = field && HELPERS[field];
  if (helper?.kind === "input_number") return { min: helper.min, max: helper.max };
  return helper?.kind === "input_select" ? { options: helper.options } : {};
}

export function compressed({ state, attributes, context, changed }: Entity) {
  const isBare = context.user_id === null && context.parent_id === null;
  return { s: state, a: attributes, c: isBare ? context.id : context, lc: changed };
}

/** Only what differs, as Home Assistant's `_state_diff` has it. */
export function difference(old: Entity, now: Entity) {
  const parts = {
    ...(old.context.parent_id !== now.context.parent_id && { parent_id: now.context.parent_id }),
    ...(old.context.user_id !== now.context.user_id && { user_id: now.context.user_id }),
  };
  const c = Object.keys(parts).length > 0 ? { ...parts, id: now.context.id } : now.context.id;
  const attributes = Object.entries(now.attributes).filter(([key, value]) => !isDeepStrictEqual(old.attributes[key], value));
  return {
    ...(old.state !== now.state && { s: now.state, lc: now.changed }),
    ...(c !== old.context.id && { c }),
    ...(attributes.length > 0 && { a: Object.fromEntries(attributes) }),
  };
}

/** The state that a service call leads to; undefined when it changes none. */
export function stateAfter(
  service: string,
  data: Readonly<Record<string, unknown>>,
  { min, max }: Entity["attributes"] = {},
): string | "refused" | undefined {
  switch (service) {
    case "input_number.set_value": {
      const value = Number(data.value);
      if (value < Number(min) || value > Number(max)) return "refused";
      return Number.isInteger(value) ? `${value}.0` : String(value);
    }
    case "input_select.select_option":
      return String(data.option);
    case "input_boolean.turn_on":
      return "on";
    case "input_boolean.turn_off":
      return "off";
    case "input_datetime.set_datetime":
      return String(data.date);
    default:
      return undefined;
  }
}
