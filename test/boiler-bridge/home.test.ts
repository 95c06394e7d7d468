import type { Home, HomeEvents } from "../../components/boiler-bridge/service/home/home";
import { createHome } from "../../components/boiler-bridge/service/home/home-assistant";
import { HELPERS } from "../../components/boiler-bridge/watched-helpers";
import { createLog } from "../../lib/service/log";
import { type FakeHomeAssistant, startFakeHomeAssistant } from "./fake-home-assistant";

/** A hundred times as fast, so that heartbeats and pauses take no time. */
const SPEED = 100;
const clock = {
  now: () => Date.now() * SPEED,
  sleep: (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds / SPEED)),
};
const log = createLog("test", "silent");

let fake: FakeHomeAssistant;
let home: Home;
let token: string;
/** What the bridge was told, a line each. */
let told: string[];

const events: HomeEvents = {
  onReady: (helpers) => told.push(`ready ${helpers.get("ch_comfort_temp_set")?.value}`),
  onLost: () => told.push("lost"),
  onCommand: (field, value) => told.push(`command ${field} ${value}`),
  onHelper: (field, value) => told.push(`helper ${field} ${value}`),
  onSchedule: (data) => told.push(`schedule ${JSON.stringify(data)}`),
};

async function until(condition: () => boolean, what: string): Promise<void> {
  for (const end = Date.now() + 4_000; !condition(); ) {
    if (Date.now() > end) throw new Error(`not in time: ${what}; told: ${told.join(", ")}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
const isTold = (line: string, count = 1) => until(() => told.filter((each) => each === line).length >= count, line);
/** All that was sent before is told when this is. */
async function settle(): Promise<void> {
  const count = told.filter((line) => line.startsWith("schedule")).length;
  fake.fire("boiler_set_schedule", "settled");
  await isTold('schedule "settled"', count + 1);
}
const toldOfHelpers = () => told.filter((line) => /^(command|helper)/.test(line));

async function start(): Promise<void> {
  home = createHome({ url: fake.url, token: () => token, clock, log });
  home.start(events);
  await isTold("ready 20");
  home.accept();
}

beforeEach(async () => {
  fake = await startFakeHomeAssistant();
  told = [];
  token = "good-token";
});
afterEach(async () => {
  await home.close();
  await fake.close();
});

describe("commands", () => {
  beforeEach(start);

  test("a person, an automation and a timer command, in the order they came", async () => {
    fake.changeAsUser("ch_comfort_temp_set", "21.0");
    fake.changeAsAutomation("zone_mode_set", "Comfort");
    fake.changeAsTimer("holiday_active", "on");
    fake.changeAsTimer("holiday_until", "2026-12-24");
    await settle();
    expect(toldOfHelpers()).toEqual([
      "command ch_comfort_temp_set 21",
      "command zone_mode_set Comfort",
      "command holiday_active true",
      "command holiday_until 2026-12-24",
    ]);
  });

  test("messages in array frames are read", async () => {
    fake.coalesce = true;
    fake.changeAsUser("ch_comfort_temp_set", "21.0");
    await isTold("command ch_comfort_temp_set 21");
  });

  test.each([true, false])("what the bridge sets is no command, its echo before the result: %s", async (echoFirst) => {
    fake.echoFirst = echoFirst;
    await home.setHelper("ch_comfort_temp_set", 22);
    await home.setHelper("zone_mode_set", "Reduced");
    await home.setHelper("holiday_active", true);
    await home.setHelper("holiday_until", "2026-12-31");
    await settle();
    expect(toldOfHelpers()).toEqual([]);
    expect(fake.state("input_number.boiler_ch_comfort_temp_set")).toBe("22.0");
    expect(fake.state("input_datetime.boiler_holiday_until")).toBe("2026-12-31");
  });

  test("a person's change to the very value that the bridge is setting counts, and waits for the call's result", async () => {
    fake.holdResults = true;
    const setting = home.setHelper("ch_comfort_temp_set", 22);
    await until(() => fake.state("input_number.boiler_ch_comfort_temp_set") === "22.0", "the call");
    fake.changeAsUser("ch_comfort_temp_set", "23.0");
    fake.changeAsUser("ch_comfort_temp_set", "22.0");
    fake.changeAsUser("dhw_comfort_temp_set", "50.0");
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(toldOfHelpers()).toEqual([]);
    fake.releaseResults();
    await setting;
    await settle();
    expect(toldOfHelpers()).toEqual([
      "command ch_comfort_temp_set 23",
      "command ch_comfort_temp_set 22",
      "command dhw_comfort_temp_set 50",
    ]);
  });

  test("a refused value is said, and nothing is held up", async () => {
    await expect(home.setHelper("ch_comfort_temp_set", 99)).rejects.toThrow(
      "input_number.boiler_ch_comfort_temp_set: setting it to 99 failed: value out of range (invalid_format)",
    );
    fake.changeAsUser("ch_comfort_temp_set", "21.0");
    await isTold("command ch_comfort_temp_set 21");
  });

  test("the effect of a call whose result was lost is no command", async () => {
    fake.breakNextCall = true;
    await expect(home.setHelper("ch_comfort_temp_set", 22)).rejects.toThrow("the connection broke before the result came");
    await isTold("ready 22");
    await settle();
    expect(toldOfHelpers()).toEqual([]);
    fake.changeAsUser("ch_comfort_temp_set", "21.0");
    fake.changeAsUser("ch_comfort_temp_set", "22.0");
    await isTold("command ch_comfort_temp_set 22");
  });

  test("values that a reload clamps are no commands, a person's change at that moment is", async () => {
    fake.reload("ch_comfort_temp_set", "19.0");
    fake.changeAsUser("dhw_comfort_temp_set", "50.0");
    await settle();
    expect(toldOfHelpers()).toEqual(["helper ch_comfort_temp_set 19", "command dhw_comfort_temp_set 50"]);
    await clock.sleep(3_000);
    fake.changeAsTimer("ch_comfort_temp_set", "20.0");
    await isTold("command ch_comfort_temp_set 20");
  });

  test("a helper that goes and comes back is no command", async () => {
    fake.remove("ch_comfort_temp_set");
    fake.changeAsTimer("ch_comfort_temp_set", "unavailable");
    fake.changeAsTimer("ch_comfort_temp_set", "25.0");
    await settle();
    expect(toldOfHelpers()).toEqual(["helper ch_comfort_temp_set undefined", "helper ch_comfort_temp_set 25"]);
  });

  test("the schedule event is handed on", async () => {
    fake.fire("boiler_set_schedule", { plans: [] });
    await isTold('schedule {"plans":[]}');
  });
});

test("before the boiler was read, changes are no commands", async () => {
  home = createHome({ url: fake.url, token: () => token, clock, log });
  home.start(events);
  await isTold("ready 20");
  fake.changeAsUser("ch_comfort_temp_set", "21.0");
  await isTold("helper ch_comfort_temp_set 21");
});

describe("connection", () => {
  test("Home Assistant may be away at the start", async () => {
    await fake.stop();
    home = createHome({ url: fake.url, token: () => token, clock, log });
    home.start(events);
    expect(home.isConnected()).toBe(false);
    await expect(home.setHelper("ch_comfort_temp_set", 22)).rejects.toThrow("Home Assistant is away");
    await clock.sleep(8_000);
    await fake.startAgain();
    await isTold("ready 20");
    expect(home.isConnected()).toBe(true);
  });

  test("a restart of Home Assistant gives no command, whatever it restores", async () => {
    await start();
    fake.restart({ ch_comfort_temp_set: "25.0" });
    await isTold("ready 25");
    fake.fire("homeassistant_started", {});
    await isTold("ready 25", 2);
    expect(told).toEqual(["ready 20", "lost", "helper ch_comfort_temp_set 25", "ready 25", "ready 25"]);
  });

  test("what a person changed meanwhile is a command, told before the helpers are primed; what nobody changed is none", async () => {
    await start();
    fake.dropConnections();
    fake.changeAsUser("ch_comfort_temp_set", "21.0");
    fake.changeAsTimer("dhw_comfort_temp_set", "50.0");
    await isTold("ready 21");
    expect(told).toEqual(["ready 20", "lost", "command ch_comfort_temp_set 21", "helper dhw_comfort_temp_set 50", "ready 21"]);
  });

  test("a half-open connection is noticed and replaced", async () => {
    await start();
    fake.freeze();
    fake.changeAsUser("ch_comfort_temp_set", "21.0");
    await isTold("ready 21");
    expect(fake.logins).toBe(2);
  });

  test("a refused token is tried again, read afresh, every 20 s", async () => {
    await start();
    const started = clock.now();
    fake.revokeToken("new-token");
    await until(() => home.isRefused(), "refused");
    await until(() => fake.badLogins === 3, "three attempts");
    expect(clock.now() - started).toBeGreaterThanOrEqual(40_000);
    token = "new-token";
    await isTold("ready 20", 2);
    expect(home.isRefused()).toBe(false);
  });

  test("refused subscriptions end nothing", async () => {
    fake.refusedSubscriptions.add("call_service").add("subscribe_entities");
    home = createHome({ url: fake.url, token: () => token, clock, log });
    home.start(events);
    await until(() => fake.logins >= 2, "another connection");
    fake.refusedSubscriptions.delete("subscribe_entities");
    await isTold("ready 20");
  });
});

describe("questions", () => {
  beforeEach(start);

  test("the last number is the state, else what the recorder kept, else none", async () => {
    fake.setEntity("sensor.a", "12.5");
    fake.setEntity("sensor.b", "unavailable");
    fake.statistics = { "sensor.b": [{ state: 7 }, { state: 8 }, { state: null }] };
    expect(await home.lastNumber("sensor.a")).toBe(12.5);
    expect(await home.lastNumber("sensor.b")).toBe(8);
    expect(await home.lastNumber("sensor.c")).toBeUndefined();
  });

  test("it rejects when Home Assistant can't be asked", async () => {
    await fake.stop();
    await expect(home.lastNumber("sensor.a")).rejects.toThrow();
  });

  test("notifications", async () => {
    await home.notify("boiler", "Boiler", "no");
    await home.dismiss("boiler");
    expect(fake.messages.filter(({ type }) => type === "call_service").map(({ service, service_data }) => [service, service_data])).toEqual(
      [
        ["create", { notification_id: "boiler", title: "Boiler", message: "no" }],
        ["dismiss", { notification_id: "boiler" }],
      ],
    );
  });

  test("every helper is watched, and nothing else", () => {
    const watched = fake.messages.find(({ type }) => type === "subscribe_entities")?.entity_ids;
    expect(watched).toHaveLength(Object.keys(HELPERS).length);
  });
});
