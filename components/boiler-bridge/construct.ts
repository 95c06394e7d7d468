import type { Construct } from "constructs";
import { imageReference } from "../../lib/images/image";
import type { Credential } from "../../lib/kubernetes/credential";
import { ServiceWorkload, serviceSecretFile } from "../../lib/kubernetes/service-workload";
import type { BoilerSite, Site } from "../../lib/site/schema";
import { NAME, PORT } from "./network";

/** Energy totals and the last good setpoints: a few KiB, in the smallest volume that every storage class makes. */
const STATE = { size: "128Mi", path: "/var/lib/boiler-bridge" };

/** The account at the vendor's cloud, the long-lived token of the bridge's own user in Home Assistant, and the account at the broker if there is one. */
export function boilerCredential(boiler: BoilerSite): Credential {
  const entry = (property: string) => ({ key: NAME, property });
  const names = ["username", "password", "home-assistant-token", ...(boiler.mqtt ? ["mqtt-username", "mqtt-password"] : [])];
  return { name: NAME, namespace: boiler.namespace, keys: Object.fromEntries(names.map((name) => [name, entry(name)])) };
}

/** The boiler bridge: the vendor's cloud on one side, Home Assistant on the other. */
export function boilerBridge(scope: Construct, site: Site, boiler: BoilerSite): void {
  const credential = boilerCredential(boiler);
  new ServiceWorkload(scope, {
    name: NAME,
    namespace: boiler.namespace,
    image: imageReference(site.image_registry, NAME),
    port: PORT,
    // one: the cloud bears one request at a time, and two bridges would take each other's writes for a person's
    replicas: 1,
    env: {
      PORT: String(PORT),
      BOILER_CLOUD_URL: boiler.cloud_url,
      BOILER_GATEWAY: boiler.gateway,
      BOILER_ZONE: String(boiler.zone),
      BOILER_LOGIN: boiler.login,
      BOILER_USER_AGENT: boiler.user_agent,
      BOILER_POLL_SECONDS: String(boiler.poll_seconds),
      BOILER_USERNAME_FILE: serviceSecretFile(credential, "username").path,
      BOILER_PASSWORD_FILE: serviceSecretFile(credential, "password").path,
      HASS_URL: boiler.home_assistant_url,
      HASS_TOKEN_FILE: serviceSecretFile(credential, "home-assistant-token").path,
      ...publication(boiler, credential),
      ENERGY_PRICE: String(boiler.price_per_kwh),
      STATE_DIR: STATE.path,
      TZ: site.time_zone,
      LOG_LEVEL: "info",
    },
    credentials: [credential],
    volume: { ...STATE, storageClass: site.storage_class },
    cpu: { request: "10m", limit: "200m" },
    memory: "96Mi",
    shutdownSeconds: 10,
  });
}

function publication({ mqtt }: BoilerSite, credential: Credential): Record<string, string> {
  if (mqtt === undefined) return { HASS_PUBLISH: "rest" };
  return {
    HASS_PUBLISH: "mqtt",
    MQTT_URL: mqtt.url,
    MQTT_USERNAME_FILE: serviceSecretFile(credential, "mqtt-username").path,
    MQTT_PASSWORD_FILE: serviceSecretFile(credential, "mqtt-password").path,
  };
}
