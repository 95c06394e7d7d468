import { boilerBridgeSeries } from "../../../components/boiler-bridge/series";
import { becomes, countsFaster, freezes, targetFails, targets } from "../../../lib/world/fault";
import { type Expected, expected, type Faults } from "./fault";

const smartHome = (alert: string, within: number): Expected => expected("Smart Home", alert, "warning", within);

export const boilerFaults: Faults = () => [
  {
    title: "the boiler bridge does not answer",
    change: targetFails(targets({ job: "boiler-bridge" })),
    expect: smartHome("BoilerBridgeDown", 6),
  },
  {
    title: "the boiler's cloud is down",
    change: freezes(boilerBridgeSeries.boiler_bridge_last_read_timestamp_seconds()),
    expect: smartHome("BoilerCloudUnreachable", 61),
  },
  {
    title: "the boiler does not do what it was told",
    change: countsFaster(boilerBridgeSeries.boiler_bridge_commands_total({ field: "mode", state: "unconfirmed" }), 1 / 600),
    expect: smartHome("BoilerCommandUnconfirmed", 12),
  },
  {
    title: "the cloud shows setpoints that can't be",
    change: becomes(boilerBridgeSeries.boiler_bridge_sentinel(), 1),
    expect: smartHome("BoilerSentinelSeen", 6),
  },
  {
    title: "the cloud has locked the account out",
    change: becomes(boilerBridgeSeries.boiler_bridge_rate_limited(), 1),
    expect: smartHome("BoilerRateLimited", 16),
  },
  {
    title: "somebody changed the account's password",
    change: becomes(boilerBridgeSeries.boiler_bridge_login_refused(), 1),
    expect: smartHome("BoilerLoginRefused", 16),
  },
  {
    title: "Home Assistant is down",
    change: becomes(boilerBridgeSeries.boiler_bridge_home_assistant_connected(), 0),
    expect: smartHome("BoilerHomeAssistantUnreachable", 16),
  },
  {
    title: "the bridge's volume is full",
    change: becomes(boilerBridgeSeries.boiler_bridge_state_unsaved(), 1),
    expect: smartHome("BoilerStateUnsaved", 16),
  },
  {
    title: "the meter stands still while the boiler burns",
    change: freezes(boilerBridgeSeries.boiler_bridge_energy_kwh_total()),
    expect: smartHome("BoilerEnergyNotAdvancing", 32),
  },
];
