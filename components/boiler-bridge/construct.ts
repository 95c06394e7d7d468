import type { Construct } from "constructs";
import type { Credential } from "../../lib/kubernetes/credential";
import type { BoilerSite, Site } from "../../lib/site/schema";
import { bySize } from "../../lib/site/size";
import { secretFile } from "../../lib/workloads/restricted-workload";
import type { ServiceValues } from "../../lib/workloads/service-values";
import { ServiceWorkload } from "../../lib/workloads/service-workload";
import { boilerBridgeService } from "./declaration";

const { name: NAME, port: PORT } = boilerBridgeService;

/** Energy totals and the last good setpoints: a few KiB, in the smallest volume that every storage class makes. */
const STATE_SIZE = "128Mi";

/** The account at the vendor's cloud, the long-lived token of the bridge's own user in Home Assistant, and the account at the broker if there is one. */
export function boilerCredential(boiler: BoilerSite): Credential {
  const holds = {
    username: "the name of the account in the vendor's app",
    password: "its password",
    "home-assistant-token": "a long-lived token of a user of its own in Home Assistant",
    ...(boiler.mqtt && { "mqtt-username": "the name of the bridge's account at the MQTT broker", "mqtt-password": "its password" }),
  };
  const entries = Object.entries(holds).map(([property, held]) => [property, { key: NAME, property, holds: held }]);
  return { name: NAME, namespace: boiler.namespace, keys: Object.fromEntries(entries) };
}

/** The boiler bridge: the vendor's cloud on one side, Home Assistant on the other. */
export function boilerBridge(scope: Construct, site: Site, boiler: BoilerSite): void {
  const credential = boilerCredential(boiler);
  new ServiceWorkload(scope, {
    service: boilerBridgeService,
    name: NAME,
    namespace: boiler.namespace,
    port: PORT,
    // one: the cloud bears one request at a time, and two bridges would take each other's writes for a person's
    replicas: 1,
    autoscaling: { mode: "Off", because: "each restart signs in at the vendor's cloud, which locks out who does so often" },
    values: {
      BOILER_CLOUD_URL: boiler.cloud_url,
      BOILER_GATEWAY: boiler.gateway,
      BOILER_ZONE: boiler.zone,
      BOILER_LOGIN: boiler.login,
      BOILER_USER_AGENT: boiler.user_agent,
      BOILER_POLL_SECONDS: boiler.poll_seconds,
      BOILER_USERNAME: secretFile(credential, "username"),
      BOILER_PASSWORD: secretFile(credential, "password"),
      HASS_URL: boiler.home_assistant_url,
      HASS_TOKEN: secretFile(credential, "home-assistant-token"),
      ...publication(boiler, credential),
      ENERGY_PRICE: boiler.price_per_kwh,
      STATE_DIR: { size: STATE_SIZE, storageClass: site.storage_class },
      TZ: site.time_zone,
      LOG_LEVEL: "info",
    },
    site,
    cpu: { request: "10m", limit: "200m" },
    memory: bySize(site, "services", { default: "96Mi", small: { request: "80Mi", limit: "96Mi" } }),
  });
}

function publication({ mqtt }: BoilerSite, credential: Credential): Partial<ServiceValues<typeof boilerBridgeService.variables>> {
  if (mqtt === undefined) return { HASS_PUBLISH: "rest" };
  return {
    HASS_PUBLISH: "mqtt",
    MQTT_URL: mqtt.url,
    MQTT_USERNAME: secretFile(credential, "mqtt-username"),
    MQTT_PASSWORD: secretFile(credential, "mqtt-password"),
  };
}
