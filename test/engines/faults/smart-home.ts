import { boilerBridgeSeries } from "../../../components/boiler-bridge/series";
import { homeAssistantSeries } from "../../../components/home-automation/series/home-assistant";
import { mosquittoSeries } from "../../../components/home-automation/series/mosquitto";
import { minutes } from "../../../lib/duration";
import { matches } from "../../../lib/series";
import { becomes, type Change, freezes, later, moves, passing, targetFails, targetGoes, targets, together } from "../../../lib/world/fault";
import { expectedFor, type Faults } from "./fault";

const { homeassistant_entity_available: available } = homeAssistantSeries;
const of = expectedFor("Smart Home");

/** Everything that speaks to the broker: sensors and switches behind bridges. */
const mqttDevices = becomes(available({ domain: matches("binary_sensor|climate|lock|sensor|switch") }), 0);

/** The exporter goes on with the last numbers. */
const brokerSilent = together(...Object.values(mosquittoSeries).map((one) => freezes(one())));

const homeAssistantSilent: Change = together(
  targetFails(targets({ job: "home-assistant" })),
  becomes(boilerBridgeSeries.boiler_bridge_home_assistant_connected(), 0),
);

export const smartHomeFaults: Faults = () => [
  { title: "Home Assistant does not start after an update", change: homeAssistantSilent, expect: of("HomeAssistantDown", "critical", 6) },
  {
    title: "somebody deleted the token with which Home Assistant is asked",
    change: targetFails(targets({ job: "home-assistant" })),
    expect: of("HomeAssistantDown", "critical", 6),
  },
  {
    title: "Home Assistant starts again, and its devices come back one after the other",
    change: together(passing(minutes(4), homeAssistantSilent), later(minutes(4), passing(minutes(6), mqttDevices))),
    expect: { nothingFor: minutes(50) },
  },
  {
    title: "a radio stick was pulled out",
    change: becomes(available({ domain: matches("binary_sensor|climate|lock|sensor") }), 0),
    expect: of("HomeAssistantEntitiesUnavailable", "warning", 12),
  },
  {
    title: "the recorder does not reach a camera",
    change: becomes(available({ entity: "camera.front_door" }), 0),
    expect: of("HomeAssistantDeviceUnavailable", "warning", 32),
  },
  {
    title: "a smart plug lost the wireless network",
    change: becomes(available({ entity: "switch.water_pump" }), 0),
    expect: of("HomeAssistantDeviceUnavailable", "warning", 32),
  },
  {
    title: "an automation names an entity that was removed",
    change: becomes(available({ entity: "automation.evening" }), 0),
    expect: of("HomeAssistantAutomationBroken", "warning", 17),
  },
  {
    title: "the battery of a door's sensor runs empty",
    change: moves(homeAssistantSeries.homeassistant_sensor_battery_percent(), 4, minutes(60)),
    expect: of("HomeAssistantBatteryLow", "warning", 90),
  },
  {
    title: "the exporter of the broker was stopped",
    change: targetFails(targets({ job: "mqtt" })),
    expect: of("MqttExporterDown", "warning", 6),
  },
  {
    title: "the scrape of the broker was removed",
    change: targetGoes(targets({ job: "mqtt" })),
    expect: of("MqttExporterDown", "warning", 6),
  },
  {
    title: "the MQTT broker is down",
    change: together(brokerSilent, mqttDevices),
    expect: of("MqttBrokerUnreachable", "critical", 6),
  },
  {
    title: "the wireless network of the sensors is gone",
    change: becomes(mosquittoSeries.broker_clients_connected(), 6),
    expect: of("MqttClientsGone", "warning", 12),
  },
  {
    title: "the bridge that publishes for all sensors hangs",
    change: together(freezes(mosquittoSeries.broker_publish_messages_received()), freezes(mosquittoSeries.broker_publish_messages_sent())),
    expect: of("MqttMessagesStopped", "warning", 32),
  },
];
