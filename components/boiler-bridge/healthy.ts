import { hours, minutes } from "../../lib/duration";
import { counts, lately, never, still } from "../../lib/world/course";
import { eachBy, healthy } from "../../lib/world/healthy";
import { boilerBridgeSeries } from "./series";

const FIELDS = ["holiday_active", "setpoint_comfort", "mode"];

/** A day in winter: the boiler burns, and somebody sets something now and then. */
export const boilerBridgeHealthy = healthy(boilerBridgeSeries, ({ site }) => ({
  boiler_bridge_commands_total: eachBy(FIELDS, (field) => ({ field }), "state", {
    confirmed: counts(1 / hours(3).seconds),
    refused: never,
    unconfirmed: never,
    reverted: never,
    unknown: never,
  }),
  boiler_bridge_cloud_requests_total: [
    [{ call: "read", outcome: "ok" }, counts(1 / 300)],
    [{ call: "read", outcome: "unreachable" }, never],
    [{ call: "login", outcome: "ok" }, counts(1 / hours(12).seconds)],
  ],
  boiler_bridge_last_read_timestamp_seconds: lately(minutes(Math.ceil((site.boiler?.poll_seconds ?? 300) / 60))),
  boiler_bridge_rate_limited: still(0),
  boiler_bridge_login_refused: still(0),
  boiler_bridge_sentinel: still(0),
  boiler_bridge_sentinel_alarm: still(0),
  boiler_bridge_flame: still(1),
  boiler_bridge_energy_kwh_total: counts(6 / hours(1).seconds),
  boiler_bridge_state_unsaved: still(0),
  boiler_bridge_home_assistant_connected: still(1),
}));
