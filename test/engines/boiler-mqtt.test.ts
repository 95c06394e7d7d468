import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect, type MqttClient } from "mqtt";
import { z } from "zod";
import { createMqttPublisher } from "../../components/boiler-bridge/service/home/mqtt-publisher";
import { createLog } from "../../lib/service/log";
import { freePort } from "../free-port";
import { describeEngines, type RunningEngine, startProcess, temporaryFolder, waitUntil } from "./engine";
import { type HomeAssistant, startHomeAssistant } from "./home-assistant";

const log = createLog("test", "silent");
const TEMPERATURE = {
  friendly_name: "Outside",
  device_class: "temperature",
  state_class: "measurement",
  unit_of_measurement: "°C",
  age: 3,
};

describeEngines(["mosquitto", "hass"], "the MQTT publisher", () => {
  const folder = temporaryFolder();
  let port: number;
  let broker: RunningEngine;
  let hass: HomeAssistant;
  let watcher: MqttClient;
  /** Topic -> what a new subscriber is given, or was told last. */
  const seen = new Map<string, string>();

  const startBroker = () => startProcess("mosquitto", ["-c", join(folder, "mosquitto.conf")], { ready: /running/ });
  const isSeen = (topic: string, payload: string) =>
    waitUntil(
      () => seen.get(topic) === payload,
      () => `${topic} is ${seen.get(topic)}`,
      15_000,
    );
  const isState = (id: string, state: string | undefined) =>
    waitUntil(
      async () => (await hass.state(id)) === state,
      () => `${id} is not ${state}`,
      15_000,
    );

  beforeAll(async () => {
    port = await freePort();
    const settings = [`listener ${port} 127.0.0.1`, "allow_anonymous true", "persistence true", `persistence_location ${folder}/`];
    writeFileSync(join(folder, "mosquitto.conf"), settings.join("\n"));
    broker = await startBroker();
    hass = await startHomeAssistant(temporaryFolder(), {});
    await connectToBroker(hass, port);
    watcher = connect(`mqtt://127.0.0.1:${port}`, { reconnectPeriod: 200 });
    watcher.on("message", (topic, payload) => seen.set(topic, payload.toString()));
    await watcher.subscribeAsync(["boiler_bridge/#", "homeassistant/#"]);
  });
  afterAll(() => watcher?.end(true));

  const create = () => createMqttPublisher({ url: `mqtt://127.0.0.1:${port}`, log });

  test("entities reach Home Assistant, with unknown and unavailable, and go with the bridge", async () => {
    const publisher = create();
    publisher.publish("sensor.boiler_outside_temp", { state: "4.5", attributes: TEMPERATURE });
    publisher.publish("binary_sensor.boiler_flame_sensor", { state: "on", attributes: { friendly_name: "Flame" } });
    publisher.publish("sensor.boiler_cost", {
      state: "7.5",
      attributes: { device_class: "monetary", state_class: "total", unit_of_measurement: "CHF", last_reset: "2026-11-01T00:00:00+01:00" },
    });
    // This version takes the entity's id from device and name; later ones from default_entity_id.
    await isState("sensor.boiler_outside", "4.5");
    await isState("binary_sensor.boiler_flame", "on");
    await isState("sensor.boiler_boiler_cost", "7.5");
    const { json } = await hass.api("states/sensor.boiler_outside");
    expect(json).toMatchObject({ attributes: { age: 3, unit_of_measurement: "°C", state_class: "measurement" } });
    expect((await hass.api("states/sensor.boiler_boiler_cost")).json).toMatchObject({
      attributes: { last_reset: "2026-11-01T00:00:00+01:00" },
    });

    publisher.publish("sensor.boiler_outside_temp", { state: "unknown", attributes: TEMPERATURE });
    await isState("sensor.boiler_outside", "unknown");
    publisher.publish("sensor.boiler_outside_temp", { state: "unavailable", attributes: TEMPERATURE });
    await isState("sensor.boiler_outside", "unavailable");
    publisher.publish("sensor.boiler_outside_temp", { state: "5.0", attributes: TEMPERATURE });
    await isState("sensor.boiler_outside", "5.0");
    await publisher.close();
    await isState("sensor.boiler_outside", "unavailable");
  });

  test("the broker may be away, and forget nothing that matters", async () => {
    await broker.stop();
    const publisher = create();
    publisher.publish("sensor.boiler_outside_temp", { state: "6.0", attributes: TEMPERATURE });
    broker = await startBroker();
    await isSeen("boiler_bridge/boiler_outside_temp/state", '{"state":"6.0"}');
    await isSeen("boiler_bridge/status", "online");
    seen.delete("boiler_bridge/boiler_outside_temp/state");
    await watcher.publishAsync("homeassistant/status", "online");
    await isSeen("boiler_bridge/boiler_outside_temp/state", '{"state":"6.0"}');
    await publisher.close();
    await isSeen("boiler_bridge/status", "offline");
  });
});

/** Sets Home Assistant's MQTT integration up, as its user interface does. */
async function connectToBroker({ api }: HomeAssistant, port: number): Promise<void> {
  const flow = await api("config/config_entries/flow", { handler: "mqtt" });
  const { flow_id } = z.object({ flow_id: z.string() }).parse(flow.json);
  const { json } = await api(`config/config_entries/flow/${flow_id}`, { broker: "127.0.0.1", port });
  if (z.object({ type: z.string() }).parse(json).type !== "create_entry") throw new Error(`no MQTT: ${JSON.stringify(json)}`);
}
