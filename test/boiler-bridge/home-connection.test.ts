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

  describe("the last numbers", () => {
    const DAY = 86_400_000;
    const values = async (id: string) => (await world.home.lastNumbers(id)).map(({ value }) => value);
    /** As the recorder kept it: days ago, and the state. */
    const kept = (id: string, ...states: [daysAgo: number, state: string][]) =>
      world.fake.history.set(
        id,
        states.map(([daysAgo, s]) => ({ s, lu: (clock.now() - daysAgo * DAY) / 1000 })),
      );
    const asked = () => world.fake.messages.filter(({ type }) => /^(history|recorder)/.test(type)).length;

    test("are the state where it is one, and nothing older", async () => {
      kept("sensor.a", [1, "99"]);
      world.fake.setEntity("sensor.a", "12.5");
      const [last, ...others] = await world.home.lastNumbers("sensor.a");
      expect([last?.value, others]).toEqual([12.5, []]);
      expect(Math.abs((last?.at ?? 0) - clock.now())).toBeLessThan(DAY);
      expect(asked()).toBe(0);
    });

    test.each(["unavailable", "unknown", "", "on"])("are what the recorder kept where the state is %j", async (state) => {
      world.fake.setEntity("sensor.b", "6");
      world.fake.setEntity("sensor.b", "8.5");
      world.fake.setEntity("sensor.b", state);
      world.fake.statistics = { "sensor.b": [1, 2, 3].map((n) => ({ start: n, state: n === 3 ? null : 7 + n / 10 })) };
      const numbers = await world.home.lastNumbers("sensor.b");
      expect(numbers).toEqual([
        { value: 8.5, at: (world.fake.history.get("sensor.b")?.at(-2)?.lu ?? 0) * 1000 },
        { value: 7.2, at: 2 },
      ]);
    });

    test.each([0.5, 3, 15, 60])("are found when the bridge was away for %d days", async (days) => {
      kept("sensor.c", [days + 20, "5"], [days + 0.01, "6"], [days, "unavailable"]);
      expect(await values("sensor.c")).toEqual([6]);
    });

    test("are the statistics' where the history is purged or not kept", async () => {
      world.fake.statistics = { "sensor.d": [{ start: 1, state: 7 }] };
      expect(await values("sensor.d")).toEqual([7]);
      world.fake.unknownCommands.add("history/history_during_period");
      expect(await values("sensor.d")).toEqual([7]);
    });

    test("are none where there never was one", async () => {
      expect(await values("sensor.e")).toEqual([]);
      world.fake.unknownCommands.add("history/history_during_period").add("recorder/statistics_during_period");
      expect(await values("sensor.e")).toEqual([]);
    });

    test("can't be told before Home Assistant has loaded what knows them", async () => {
      world.fake.unknownCommands.add("history/history_during_period");
      world.fake.isRunning = false;
      await expect(world.home.lastNumbers("sensor.f")).rejects.toThrow("still starting");
    });

    test("can't be told before the recorder has written the state; one that it does not record is not waited for", async () => {
      world.fake.setEntity("sensor.g", "6");
      world.fake.isRecorderBehind = true;
      world.fake.setEntity("sensor.g", "7");
      world.fake.setEntity("sensor.g", "unavailable");
      await expect(world.home.lastNumbers("sensor.g")).rejects.toThrow("sensor.g: the recorder has not written its state yet");
      await clock.sleep(61_000);
      expect(await values("sensor.g")).toEqual([6]);
      world.fake.catchUp();
      expect(await values("sensor.g")).toEqual([7]);
    });

    test("can't be told while Home Assistant can't be asked", async () => {
      await world.fake.stop();
      await expect(world.home.lastNumbers("sensor.a")).rejects.toThrow();
    });
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
