import type { Connection } from "../../lib/network/connection";
import { outsideCall } from "../../lib/network/outside-call";
import { ownWorkload } from "../../lib/network/own-workload";
import type { Workload } from "../../lib/network/workload";
import type { BoilerSite } from "../../lib/site/schema";
import { boilerBridgeService } from "./declaration";

export function boilerWorkload({ namespace }: BoilerSite): Workload {
  return ownWorkload({ ...boilerBridgeService, namespace });
}

/** The vendor's cloud, Home Assistant, and the broker if there is one. */
export function boilerConnections(boiler: BoilerSite, bridge: Workload): Connection[] {
  const { cloud_url, cloud_addresses, home_assistant_url, home_assistant_addresses, mqtt } = boiler;
  return [
    { from: bridge, ...outsideCall("the boiler's cloud", cloud_url, cloud_addresses) },
    { from: bridge, ...outsideCall("Home Assistant", home_assistant_url, home_assistant_addresses) },
    ...(mqtt ? [{ from: bridge, ...outsideCall("the MQTT broker", mqtt.url, mqtt.addresses) }] : []),
  ];
}
