import { STATISTICS } from "../../components/boiler-bridge/entities";
import type { Publisher } from "../../components/boiler-bridge/service/home/home";
import { entityMessages } from "../../components/boiler-bridge/service/home/mqtt-discovery";
import { resetStatistics } from "../../components/boiler-bridge/service/home/reset-statistics";
import { createRestPublisher } from "../../components/boiler-bridge/service/home/rest-publisher";
import { createLog } from "../../lib/service/log";
import { type FakeHomeAssistant, startFakeHomeAssistant } from "./fake-home-assistant";

const SPEED = 100;
const clock = {
  now: () => Date.now() * SPEED,
  sleep: (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds / SPEED)),
};
const log = createLog("test", "silent");
const LIMIT = 500_000;

let fake: FakeHomeAssistant;
let publisher: Publisher;
let token: string;

beforeEach(async () => {
  fake = await startFakeHomeAssistant();
  token = "good-token";
  publisher = createRestPublisher({ url: fake.url, token: () => token, log, clock });
});
afterEach(async () => {
  await publisher.close();
  await fake.close();
});
const posts = () => fake.posts.map(({ entityId, body }) => `${entityId} ${body.state}`);
const publish = (entityId: string, state: string, attributes = {}) => publisher.publish(entityId, { state, attributes });

describe("over REST", () => {
  test("only what changed is posted, the newest state of each entity", async () => {
    publish("sensor.a", "1", { unit_of_measurement: "°C" });
    publish("sensor.b", "1");
    publish("sensor.b", "2");
    publish("sensor.b", "3");
    await publisher.flush(LIMIT);
    publish("sensor.a", "1", { unit_of_measurement: "°C" });
    publish("sensor.a", "1", { unit_of_measurement: "K" });
    await publisher.flush(LIMIT);
    expect(posts()).toEqual(["sensor.a 1", "sensor.b 3", "sensor.a 1"]);
    expect(fake.attributes("sensor.a")).toEqual({ unit_of_measurement: "K" });
  });

  test("after a restart of Home Assistant everything is posted again", async () => {
    publish("sensor.a", "1");
    publish("sensor.b", "2");
    await publisher.flush(LIMIT);
    fake.restart();
    publisher.republish();
    await publisher.flush(LIMIT);
    expect(fake.entityIds().sort()).toEqual(["sensor.a", "sensor.b"]);
  });

  test("a failure is tried again after a pause, with the newest state, and without a storm", async () => {
    fake.postStatuses = [502, 503, 404];
    const started = clock.now();
    publish("sensor.a", "1");
    while (fake.posts.length < 2) await clock.sleep(10);
    publish("sensor.a", "2");
    await publisher.flush(LIMIT);
    expect(fake.state("sensor.a")).toBe("2");
    expect(posts()).toEqual(["sensor.a 1", "sensor.a 1", "sensor.a 2", "sensor.a 2"]);
    expect(clock.now() - started).toBeGreaterThanOrEqual(7_000);
  });

  test("a state that Home Assistant refuses holds nothing up", async () => {
    publish("sensor.long", "x".repeat(256));
    publish("sensor.a", "1");
    await publisher.flush(LIMIT);
    expect(fake.posts).toHaveLength(2);
    expect(fake.state("sensor.a")).toBe("1");
  });

  test("a refused token stops it until Home Assistant is ready again", async () => {
    token = "revoked";
    for (const id of ["sensor.a", "sensor.b", "sensor.c"]) publish(id, "1");
    await publisher.flush(60_000);
    expect(fake.entityIds()).toEqual([]);
    token = "good-token";
    publisher.republish();
    await publisher.flush(LIMIT);
    expect(fake.entityIds()).toHaveLength(3);
  });
});

describe("over MQTT", () => {
  const messages = (state: string, attributes = {}) =>
    Object.fromEntries(
      entityMessages("sensor.boiler_heating_cost_period", { state, attributes }).map(({ topic, payload }) => [
        topic,
        payload.startsWith("{") ? JSON.parse(payload) : payload,
      ]),
    );

  test("attributes that describe the entity go to its discovery message, the others stay attributes", () => {
    const sent = messages("12.5", {
      friendly_name: "Cost",
      device_class: "monetary",
      state_class: "total",
      unit_of_measurement: "CHF",
      last_reset: "2026-11-01T00:00:00+01:00",
      price: 0.14,
    });
    expect(sent["homeassistant/sensor/boiler_bridge/boiler_heating_cost_period/config"]).toMatchObject({
      name: "Cost",
      default_entity_id: "sensor.boiler_heating_cost_period",
      device_class: "monetary",
      state_class: "total",
      unit_of_measurement: "CHF",
      last_reset_value_template: "{{ value_json.last_reset }}",
    });
    expect(sent["boiler_bridge/boiler_heating_cost_period/attributes"]).toEqual({ price: 0.14 });
    expect(sent["boiler_bridge/boiler_heating_cost_period/state"]).toEqual({ state: "12.5", last_reset: "2026-11-01T00:00:00+01:00" });
    expect(sent["boiler_bridge/boiler_heating_cost_period/availability"]).toBe("online");
  });

  test("unknown is a state, unavailable is none", () => {
    expect(messages("unknown")["boiler_bridge/boiler_heating_cost_period/state"]).toEqual({ state: "None" });
    const away = messages("unavailable");
    expect(away["boiler_bridge/boiler_heating_cost_period/availability"]).toBe("offline");
    expect(Object.keys(away)).not.toContain("boiler_bridge/boiler_heating_cost_period/state");
  });
});

describe("statistics", () => {
  const reset = (used = "good-token") => resetStatistics({ url: fake.url, token: used });

  test("the four are cleared with one message", async () => {
    expect(await reset()).toEqual({ ok: true, text: expect.stringContaining("statistics cleared") });
    expect(fake.messages).toEqual([{ id: 1, type: "recorder/clear_statistics", statistic_ids: [...STATISTICS] }]);
  });

  test("a timeout is no failure, and is said", async () => {
    fake.clearStatistics = "timeout";
    expect(await reset()).toEqual({ ok: true, text: expect.stringMatching(/^timeout: /) });
  });

  test("other answers are failures with their reason", async () => {
    fake.clearStatistics = "unauthorized";
    expect(await reset()).toEqual({ ok: false, text: expect.stringContaining("administrator") });
    expect(await reset("wrong")).toEqual({ ok: false, text: expect.stringContaining("refuses the access token") });
    await fake.stop();
    expect(await reset()).toEqual({ ok: false, text: expect.stringContaining("ECONNREFUSED") });
  });
});
