import { homeAssistantSeries } from "../components/home-automation/series/home-assistant";
import { mosquittoSeries } from "../components/home-automation/series/mosquitto";
import { after, stillAfter } from "../lib/alerts/proof";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { hours, minutes } from "../lib/duration";
import type { Scraped } from "../lib/metrics/scrape";
import { matches } from "../lib/series";
import { COMES_AND_GOES } from "./comes-and-goes";
import { growing } from "./proof-counter";
import { serviceDown } from "./service-down";

const {
  homeassistant_entity_available: available,
  homeassistant_battery_level_percent: batteryLevel,
  homeassistant_sensor_battery_percent: battery,
} = homeAssistantSeries;
const { broker_clients_connected: clients, broker_publish_messages_received: published, broker_uptime: uptime } = mosquittoSeries;

/** Of all entities: an integration or a radio is gone, not one device. */
const UNAVAILABLE_SHARE = 0.2;
/** One device has several entities. */
const LEAST_UNAVAILABLE = 3;
/** What guards, heats, locks or switches: somebody counts on it. Lights and players are switched off at the wall. */
const RELIED_ON = matches("alarm_control_panel|camera|climate|cover|lock|siren|switch|valve|water_heater");
/** Button cells hold for days to weeks from here. */
const LOW_BATTERY_PERCENT = 15;
/** Of the most clients of the last hours: a bridge or a network went away, not a phone. */
const CLIENT_SHARE = 0.5;
/** Below it one client is much of all. */
const LEAST_CLIENTS = 4;

/** In six hours: a home where so little is published may well be quiet. */
const LEAST_PUBLISHED = 100;

/** Home automation and its message broker. Cameras, plugs, locks and heating are seen as entities of Home Assistant. */
export function smartHome({ homeAssistant, mqtt }: { readonly homeAssistant: Scraped; readonly mqtt: Scraped }): RuleBundle {
  const [asked, broker] = [{ job: homeAssistant.job }, { job: mqtt.job }];

  // proofs
  const at = { ...asked, instance: "192.168.10.20:8123" };
  const entity = (id: string) => ({ ...at, entity: id, domain: id.slice(0, id.indexOf(".")), friendly_name: "Hall" });
  const sensors = (wrong: number, well: number) =>
    Object.fromEntries(
      Array.from({ length: wrong + well }, (_, index) => [available(entity(`sensor.hall_${index}`)), `${index < wrong ? 0 : 1}x60`]),
    );
  const brokerAt = { ...broker, instance: "192.168.10.20:9234" };
  const connected = (values: string) => ({ [clients(brokerAt)]: values });

  return area("smart-home", { component: "Smart Home", severity: "warning", ...COMES_AND_GOES }, [
    serviceDown("HomeAssistantDown", homeAssistant, {
      component: "Smart Home",
      severity: "critical",
      summary: "Home Assistant does not answer",
      description: "No automation runs if it is down. If it runs, it refuses the token of the scrape: nothing of the home is watched then.",
      inhibits: [{ alerts: ["BoilerHomeAssistantUnreachable"] }],
    }),
    alert("HomeAssistantEntitiesUnavailable", {
      expr: [
        `count by (job, instance) (${available(asked)} == 0) / count by (job, instance) (${available(asked)}) > ${UNAVAILABLE_SHARE}`,
        `and count by (job, instance) (${available(asked)} == 0) >= ${LEAST_UNAVAILABLE}`,
      ].join("\n"),
      for: minutes(10),
      summary: "Many entities of Home Assistant are unavailable",
      description:
        "{{ $value | humanize }} of all (1 is all). Look at what they share: an integration, a radio stick, a bridge, the broker.",
      inhibits: [{ alerts: ["HomeAssistantDeviceUnavailable"], sharing: ["instance"] }],
      // 3 of 14, then 11 of 50
      fires: [sensors(3, 11), sensors(11, 39)],
      silent: [sensors(2, 5), sensors(19, 81), sensors(0, 10)],
    }),
    alert("HomeAssistantDeviceUnavailable", {
      expr: `max by (job, instance, entity, friendly_name) (${available({ ...asked, domain: RELIED_ON })}) == 0`,
      for: minutes(30),
      summary: "{{ $labels.friendly_name }} ({{ $labels.entity }}) is unavailable",
      description: "Home Assistant gets nothing from it. Look at the device's power and network, then at its integration's log.",
      fires: { [available(entity("lock.hall"))]: "0x60" },
      silent: [{ [available(entity("lock.hall"))]: "1x60" }, { [available(entity("media_player.hall"))]: "0x60" }],
    }),
    alert("HomeAssistantAutomationBroken", {
      expr: `max by (job, instance, entity, friendly_name) (${available({ ...asked, domain: "automation" })}) == 0`,
      for: minutes(15),
      summary: "Automation {{ $labels.friendly_name }} does not run",
      description: "Home Assistant could not set {{ $labels.entity }} up: its configuration names what is not there. Its log says what.",
      fires: { [available(entity("automation.hall"))]: "0x60" },
      silent: [{ [available(entity("automation.hall"))]: "1x60" }, { [available(entity("sensor.hall"))]: "0x60" }],
    }),
    alert("HomeAssistantBatteryLow", {
      expr: `min by (job, instance, entity, friendly_name) (${battery(asked)} or ${batteryLevel(asked)}) < ${LOW_BATTERY_PERCENT}`,
      for: minutes(30),
      summary: "The battery of {{ $labels.friendly_name }} ({{ $labels.entity }}) is low",
      description: "{{ $value | humanize }} % is left. Change or charge it: an empty sensor says nothing at all, a leak included.",
      fires: [{ [battery(entity("sensor.door_battery"))]: "14x60" }, { [batteryLevel(entity("sensor.outside"))]: "14x60" }],
      silent: [{ [battery(entity("sensor.door_battery"))]: "15x60" }, { [batteryLevel(entity("sensor.outside"))]: "15x60" }],
    }),
    serviceDown("MqttExporterDown", mqtt, {
      component: "Smart Home",
      severity: "warning",
      summary: "The exporter of the MQTT broker is down",
      description: "The broker may be well, and nobody would see it fail. Look at mosquitto-exporter where the site says that it runs.",
    }),
    alert("MqttBrokerUnreachable", {
      // the exporter keeps the last numbers of a broker that it has lost
      expr: `max by (job, instance) (increase(${uptime(broker)}[5m])) == 0`,
      // the first sample of an exporter that was started anew has nothing before it
      for: minutes(1),
      severity: "critical",
      summary: "The MQTT broker does not answer",
      description: "Its exporter has heard nothing from it for five minutes. Sensors and switches that speak MQTT are out of reach.",
      inhibits: [{ alerts: ["HomeAssistantEntitiesUnavailable", "HomeAssistantDeviceUnavailable", "MqttMessagesStopped"] }],
      fires: after(minutes(16), { [uptime(brokerAt)]: "7000+60x10 7600x20" }),
      silent: [{ [uptime(brokerAt)]: "7000+60x30" }, { [uptime(brokerAt)]: "7000+60x10 0+60x20" }, { [uptime(brokerAt)]: growing(4) }],
    }),
    alert("MqttClientsGone", {
      expr: [
        `max by (job, instance) (${clients(broker)})`,
        `< ${CLIENT_SHARE} * (max by (job, instance) (max_over_time(${clients(broker)}[6h])) >= ${LEAST_CLIENTS})`,
      ].join("\n"),
      for: minutes(10),
      summary: "More than half of the MQTT clients are gone",
      description:
        "{{ $value | humanize }} are connected. Look at what the others share: a bridge, the wireless network, a changed password.",
      fires: [
        after(minutes(20), connected("100x9 48x40")),
        after(minutes(20), connected("4x9 1x40")),
        stillAfter(hours(5), connected("100x9 48x400")),
      ],
      silent: [
        after(minutes(20), connected("100x9 52x40")),
        after(minutes(20), connected("3x9 1x40")),
        after(hours(7), connected("100x9 48x450")),
      ],
    }),
    alert("MqttMessagesStopped", {
      // the broker's own messages under $SYS are not published by a client
      expr: [
        `max by (job, instance) (increase(${published(broker)}[15m])) == 0`,
        `and on (job, instance) max by (job, instance) (increase(${published(broker)}[6h])) > ${LEAST_PUBLISHED}`,
      ].join("\n"),
      for: minutes(15),
      summary: "No client publishes to the MQTT broker any more",
      description: "The broker runs and nothing comes in. Look at the bridges that publish for the sensors, and at the broker's log.",
      fires: [
        after(minutes(35), { [published(brokerAt)]: "0+21x5 105x80" }),
        stillAfter(hours(5), { [published(brokerAt)]: "0+300x10 3000x400" }),
      ],
      silent: [
        after(minutes(40), { [published(brokerAt)]: growing(12, { step: 40 }) }),
        after(minutes(40), { [published(brokerAt)]: "3000x80" }),
        after(minutes(40), { [published(brokerAt)]: "0+19x5 95x80" }),
        after(hours(7), { [published(brokerAt)]: "0+300x10 3000x450" }),
      ],
    }),
  ]);
}
