import { HELPERS } from "../../components/boiler-bridge/watched-helpers";
import { clock, createHomeWorld, type HomeWorld } from "./home-world";

let world: HomeWorld;
beforeEach(async () => {
  world = await createHomeWorld();
});
afterEach(() => world.close());

describe("connection", () => {
  test("Home Assistant may be away at the start", async () => {
    await world.fake.stop();
    world.connect();
    expect(world.home.isConnected()).toBe(false);
    await expect(world.home.setHelper("ch_comfort_temp_set", 22)).rejects.toThrow("Home Assistant is away");
    await clock.sleep(8_000);
    await world.fake.startAgain();
    await world.isTold("ready 20");
    expect(world.home.isConnected()).toBe(true);
  });

  test("a restart of Home Assistant gives no command, whatever it restores", async () => {
    await world.start();
    world.fake.restart({ ch_comfort_temp_set: "25.0" });
    await world.isTold("ready 25");
    world.fake.fire("homeassistant_started", {});
    await world.isTold("ready 25", 2);
    expect(world.told).toEqual(["ready 20", "lost", "helper ch_comfort_temp_set 25", "ready 25", "ready 25"]);
  });

  test("the end of Home Assistant's start shows no change that is yet to be told as a command", async () => {
    await world.start();
    world.fake.holdResults = true;
    const setting = world.home.setHelper("dhw_comfort_temp_set", 50);
    await world.until(() => world.fake.state("input_number.boiler_dhw_comfort_temp_set") === "50.0", "the call");
    world.fake.fire("homeassistant_started", {});
    world.fake.changeAsUser("ch_comfort_temp_set", "21.0");
    await new Promise((resolve) => setTimeout(resolve, 20));
    world.fake.releaseResults();
    await setting;
    await world.isTold("command ch_comfort_temp_set 21");
    expect(world.told).toEqual(["ready 20", "helper dhw_comfort_temp_set 50", "ready 20", "command ch_comfort_temp_set 21"]);
  });

  test("what a person changed meanwhile is a command, told before the helpers are primed; what nobody changed is none", async () => {
    await world.start();
    world.fake.dropConnections();
    world.fake.changeAsUser("ch_comfort_temp_set", "21.0");
    world.fake.changeAsTimer("dhw_comfort_temp_set", "50.0");
    await world.isTold("ready 21");
    expect(world.told).toEqual(["ready 20", "lost", "command ch_comfort_temp_set 21", "helper dhw_comfort_temp_set 50", "ready 21"]);
  });

  test("a half-open connection is noticed and replaced", async () => {
    await world.start();
    world.fake.freeze();
    world.fake.changeAsUser("ch_comfort_temp_set", "21.0");
    await world.isTold("ready 21");
    expect(world.fake.logins).toBe(2);
  });

  test("a refused token is tried again, read afresh, every 20 s", async () => {
    await world.start();
    const started = clock.now();
    world.fake.revokeToken("new-token");
    await world.until(() => world.home.isRefused(), "refused");
    await world.until(() => world.fake.badLogins === 3, "three attempts");
    expect(clock.now() - started).toBeGreaterThanOrEqual(40_000);
    world.login.token = "new-token";
    await world.isTold("ready 20", 2);
    expect(world.home.isRefused()).toBe(false);
  });

  test("refused subscriptions end nothing", async () => {
    world.fake.refusedSubscriptions.add("homeassistant_started").add("subscribe_entities");
    world.connect();
    await world.until(() => world.fake.logins >= 2, "another connection");
    world.fake.refusedSubscriptions.delete("subscribe_entities");
    await world.isTold("ready 20");
  });
});

describe("questions", () => {
  beforeEach(() => world.start());

  test("the last number is the state, else what the recorder kept, else none", async () => {
    world.fake.setEntity("sensor.a", "12.5");
    world.fake.setEntity("sensor.b", "unavailable");
    world.fake.statistics = { "sensor.b": [{ state: 7 }, { state: 8 }, { state: null }] };
    expect(await world.home.lastNumber("sensor.a")).toBe(12.5);
    expect(await world.home.lastNumber("sensor.b")).toBe(8);
    expect(await world.home.lastNumber("sensor.c")).toBeUndefined();
  });

  test("it rejects when Home Assistant can't be asked", async () => {
    await world.fake.stop();
    await expect(world.home.lastNumber("sensor.a")).rejects.toThrow();
  });

  test("notifications", async () => {
    await world.home.notify("boiler", "Boiler", "no");
    await world.home.dismiss("boiler");
    expect(
      world.fake.messages.filter(({ type }) => type === "call_service").map(({ service, service_data }) => [service, service_data]),
    ).toEqual([
      ["create", { notification_id: "boiler", title: "Boiler", message: "no" }],
      ["dismiss", { notification_id: "boiler" }],
    ]);
  });

  test("every helper is watched, and nothing else", () => {
    const watched = world.fake.messages.find(({ type }) => type === "subscribe_entities")?.entity_ids;
    expect(watched).toHaveLength(Object.keys(HELPERS).length);
  });
});
