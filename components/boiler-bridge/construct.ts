import type { Construct } from "constructs";
import { imageReference } from "../../lib/images/image";
import type { Credential } from "../../lib/kubernetes/credential";
import type { Peer } from "../../lib/kubernetes/network-policy";
import { ServiceWorkload, serviceSecretFile } from "../../lib/kubernetes/service-workload";
import type { Scrape } from "../../lib/metrics/scrape";
import { parseInCluster } from "../../lib/site/in-cluster";
import type { BoilerSite, Site } from "../../lib/site/schema";
import { asHttp, portOf } from "../../lib/site/url";
import { agentPods, servicePods } from "../neighbours";
import { boilerBridgeService } from "./declaration";

const NAME = "boiler-bridge";
const PORT = 8080;

/** Energy totals and the last good setpoints: a few KiB, in the smallest volume that every storage class makes. */
const STATE = { size: "128Mi", path: "/var/lib/boiler-bridge" };

/** The series the bridge exports (components/boiler-bridge/service). */
const SERIES = [
  "boiler_bridge_cloud_requests_total",
  "boiler_bridge_last_read_timestamp_seconds",
  "boiler_bridge_rate_limited",
  "boiler_bridge_login_refused",
  "boiler_bridge_sentinel",
  "boiler_bridge_sentinel_alarm",
  "boiler_bridge_commands_total",
  "boiler_bridge_flame",
  "boiler_bridge_energy_kwh_total",
  "boiler_bridge_home_assistant_connected",
];

/** The account at the vendor's cloud, the long-lived token of the bridge's own user in Home Assistant, and the account at the broker if there is one. */
export function boilerCredential(boiler: BoilerSite): Credential {
  const entry = (property: string) => ({ key: NAME, property });
  const names = ["username", "password", "home-assistant-token", ...(boiler.mqtt ? ["mqtt-username", "mqtt-password"] : [])];
  return { name: NAME, namespace: boiler.namespace, keys: Object.fromEntries(names.map((name) => [name, entry(name)])) };
}

/** The boiler bridge: the vendor's cloud on one side, Home Assistant on the other. */
export function boilerBridge(scope: Construct, site: Site, boiler: BoilerSite): Scrape {
  const credential = boilerCredential(boiler);
  const workload = new ServiceWorkload(scope, {
    name: NAME,
    namespace: boiler.namespace,
    image: imageReference(site.image_registry, boilerBridgeService),
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
    from: [agentPods(site, [PORT])],
    to: [{ addresses: boiler.cloud_addresses, ports: [portOf(boiler.cloud_url)] }, ...localPeers(boiler)],
    dnsNamespace: site.namespaces.orchestrator,
  });
  return { name: NAME, from: workload.target, series: SERIES };
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

/** Home Assistant, and the broker if there is one. */
function localPeers({ home_assistant_url: url, home_assistant_addresses: addresses, mqtt }: BoilerSite): Peer[] {
  return [{ url, addresses }, ...(mqtt ? [mqtt] : [])].map(({ url, addresses }) =>
    parseInCluster(asHttp(url)) === undefined ? { addresses, ports: [portOf(url)] } : servicePods(asHttp(url)),
  );
}
