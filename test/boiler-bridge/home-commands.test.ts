import { clock, createHomeWorld, type HomeWorld } from "./home-world";

let world: HomeWorld;
beforeEach(async () => {
  world = await createHomeWorld();
});
afterEach(() => world.close());

describe("once the boiler was read", () => {
  beforeEach(() => world.start());

  test("a person, an automation and a timer command, in the order they came", async () => {
    world.fake.changeAsUser("ch_comfort_temp_set", "21.0");
    world.fake.changeAsAutomation("zone_mode_set", "Comfort");
    world.fake.changeAsTimer("holiday_active", "on");
    world.fake.changeAsTimer("holiday_until", "2026-12-24");
    await world.settle();
    expect(world.toldOfHelpers()).toEqual([
      "command ch_comfort_temp_set 21",
      "command zone_mode_set Comfort",
      "command holiday_active true",
      "command holiday_until 2026-12-24",
    ]);
  });

  test("messages in array frames are read", async () => {
    world.fake.coalesce = true;
    world.fake.changeAsUser("ch_comfort_temp_set", "21.0");
    await world.isTold("command ch_comfort_temp_set 21");
  });

  test.each([true, false])("what the bridge sets is no command, its echo before the result: %s", async (echoFirst) => {
    world.fake.echoFirst = echoFirst;
    await world.home.setHelper("ch_comfort_temp_set", 22);
    await world.home.setHelper("zone_mode_set", "Reduced");
    await world.home.setHelper("holiday_active", true);
    await world.home.setHelper("holiday_until", "2026-12-31");
    await world.settle();
    expect(world.toldOfHelpers()).toEqual([
      "helper ch_comfort_temp_set 22",
      "helper zone_mode_set Reduced",
      "helper holiday_active true",
      "helper holiday_until 2026-12-31",
    ]);
    expect(world.fake.state("input_number.boiler_ch_comfort_temp_set")).toBe("22.0");
    expect(world.fake.state("input_datetime.boiler_holiday_until")).toBe("2026-12-31");
  });

  test("a person's change to the very value that the bridge is setting counts, and waits for the call's result", async () => {
    world.fake.holdResults = true;
    const setting = world.home.setHelper("ch_comfort_temp_set", 22);
    await world.until(() => world.fake.state("input_number.boiler_ch_comfort_temp_set") === "22.0", "the call");
    world.fake.changeAsUser("ch_comfort_temp_set", "23.0");
    world.fake.changeAsUser("ch_comfort_temp_set", "22.0");
    world.fake.changeAsUser("dhw_comfort_temp_set", "50.0");
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(world.toldOfHelpers()).toEqual([]);
    world.fake.releaseResults();
    await setting;
    await world.settle();
    expect(world.toldOfHelpers()).toEqual([
      "helper ch_comfort_temp_set 22",
      "command ch_comfort_temp_set 23",
      "command ch_comfort_temp_set 22",
      "command dhw_comfort_temp_set 50",
    ]);
  });

  test("a refused value is said, and nothing is held up", async () => {
    await expect(world.home.setHelper("ch_comfort_temp_set", 99)).rejects.toThrow(
      "input_number.boiler_ch_comfort_temp_set: setting it to 99 failed: value out of range (invalid_format)",
    );
    world.fake.changeAsUser("ch_comfort_temp_set", "21.0");
    await world.isTold("command ch_comfort_temp_set 21");
  });

  test("the effect of a call whose result was lost is no command", async () => {
    world.fake.breakNextCall = true;
    await expect(world.home.setHelper("ch_comfort_temp_set", 22)).rejects.toThrow("the connection broke before the result came");
    await world.isTold("ready 22");
    await world.settle();
    expect(world.toldOfHelpers()).toEqual(["helper ch_comfort_temp_set 22"]);
    world.fake.changeAsUser("ch_comfort_temp_set", "21.0");
    world.fake.changeAsUser("ch_comfort_temp_set", "22.0");
    await world.isTold("command ch_comfort_temp_set 22");
  });

  describe("a call that Home Assistant carries out late", () => {
    beforeEach(async () => {
      world.fake.holdCalls = true;
      await expect(world.home.setHelper("ch_comfort_temp_set", 22)).rejects.toThrow("no answer within 10 s");
      await world.isTold("ready 20", 2);
    });

    test("is no command", async () => {
      world.fake.releaseResults();
      await world.isTold("helper ch_comfort_temp_set 22");
      await world.settle();
      expect(world.toldOfHelpers()).toEqual(["helper ch_comfort_temp_set 22"]);
    });

    test("is no command when it was made again meanwhile", async () => {
      const again = world.home.setHelper("ch_comfort_temp_set", 22);
      await world.until(() => world.fake.messages.filter(({ type }) => type === "call_service").length === 2, "the second call");
      world.fake.releaseResults();
      await again;
      await world.settle();
      expect(world.toldOfHelpers()).toEqual(["helper ch_comfort_temp_set 22"]);
    });

    test("leaves other values and other helpers to be commands", async () => {
      world.fake.changeAsUser("ch_comfort_temp_set", "21.0");
      world.fake.changeAsUser("dhw_comfort_temp_set", "22.0");
      await world.settle();
      expect(world.toldOfHelpers()).toEqual(["command ch_comfort_temp_set 21", "command dhw_comfort_temp_set 22"]);
    });

    test("is not waited for longer than a minute", async () => {
      await clock.sleep(61_000);
      world.fake.changeAsUser("ch_comfort_temp_set", "22.0");
      await world.isTold("command ch_comfort_temp_set 22");
    });
  });

  describe("a call that was lost and never took effect", () => {
    beforeEach(async () => {
      world.fake.holdCalls = true;
      const lost = world.home.setHelper("ch_comfort_temp_set", 22);
      await world.until(() => world.fake.messages.some(({ type }) => type === "call_service"), "the call");
      world.fake.restart();
      await expect(lost).rejects.toThrow("the connection broke before the result came");
      world.fake.holdCalls = false;
      await world.isTold("ready 20", 2);
    });

    test("is not waited for after a later one took effect", async () => {
      await world.home.setHelper("ch_comfort_temp_set", 21);
      world.fake.changeAsUser("ch_comfort_temp_set", "22.0");
      await world.settle();
      expect(world.toldOfHelpers()).toEqual(["helper ch_comfort_temp_set 21", "command ch_comfort_temp_set 22"]);
    });

    test("is not waited for after somebody chose another value", async () => {
      world.fake.changeAsUser("ch_comfort_temp_set", "23.0");
      world.fake.changeAsUser("ch_comfort_temp_set", "22.0");
      await world.settle();
      expect(world.toldOfHelpers()).toEqual(["command ch_comfort_temp_set 23", "command ch_comfort_temp_set 22"]);
    });

    test("is waited for while only other helpers change", async () => {
      await world.home.setHelper("dhw_comfort_temp_set", 50);
      world.fake.changeAsUser("zone_mode_set", "Comfort");
      world.fake.changeAsUser("ch_comfort_temp_set", "22.0");
      await world.settle();
      expect(world.toldOfHelpers().at(-1)).toBe("helper ch_comfort_temp_set 22");
    });
  });

  test("a late call is no command either when the value before was the bridge's own", async () => {
    await world.home.setHelper("ch_comfort_temp_set", 21);
    world.fake.holdCalls = true;
    await expect(world.home.setHelper("ch_comfort_temp_set", 22)).rejects.toThrow("no answer within 10 s");
    await world.isTold("ready 21");
    world.fake.releaseResults();
    await world.settle();
    expect(world.toldOfHelpers()).toEqual(["helper ch_comfort_temp_set 21", "helper ch_comfort_temp_set 22"]);
  });

  test("a person's change is a command, and the lost call that came after it is none", async () => {
    world.fake.holdCalls = true;
    const lost = world.home.setHelper("ch_comfort_temp_set", 22);
    await world.until(() => world.fake.messages.some(({ type }) => type === "call_service"), "the call");
    world.fake.changeAsUser("ch_comfort_temp_set", "21.0");
    await new Promise((resolve) => setTimeout(resolve, 20));
    world.fake.dropConnections();
    world.fake.releaseResults();
    await expect(lost).rejects.toThrow("the connection broke before the result came");
    await world.isTold("ready 22");
    expect(world.toldOfHelpers()).toEqual(["command ch_comfort_temp_set 21", "helper ch_comfort_temp_set 22"]);
  });

  describe("new limits of a helper", () => {
    test("that clamp its value are no command, also in the context of the person before", async () => {
      world.fake.limit("ch_comfort_temp_set", { max: 19 }, "19.0");
      world.fake.changeAsUser("dhw_comfort_temp_set", "50.0");
      world.fake.limit("dhw_comfort_temp_set", { max: 45 }, "45.0");
      world.fake.changeAsUser("zone_mode_set", "Comfort");
      world.fake.limit("zone_mode_set", { options: ["Protection", "Automatic"] }, "Protection");
      await world.settle();
      expect(world.toldOfHelpers()).toEqual([
        "helper ch_comfort_temp_set 19",
        "command dhw_comfort_temp_set 50",
        "helper dhw_comfort_temp_set 45",
        "command zone_mode_set Comfort",
        "helper zone_mode_set Protection",
      ]);
    });

    test("that leave its value alone are not told, and the next change is a command at once", async () => {
      world.fake.limit("ch_comfort_temp_set", { max: 30 });
      world.fake.changeAsTimer("ch_comfort_temp_set", "21.0");
      await world.settle();
      expect(world.toldOfHelpers()).toEqual(["command ch_comfort_temp_set 21"]);
    });

    test("that came while the bridge was away are no command", async () => {
      world.fake.changeAsUser("ch_comfort_temp_set", "21.0");
      await world.isTold("command ch_comfort_temp_set 21");
      world.fake.dropConnections();
      world.fake.limit("ch_comfort_temp_set", { max: 19 }, "19.0");
      await world.isTold("ready 19");
      expect(world.toldOfHelpers()).toEqual(["command ch_comfort_temp_set 21", "helper ch_comfort_temp_set 19"]);
    });
  });

  test("a helper that goes and comes back is no command", async () => {
    world.fake.remove("ch_comfort_temp_set");
    world.fake.changeAsTimer("ch_comfort_temp_set", "unavailable");
    world.fake.changeAsTimer("ch_comfort_temp_set", "25.0");
    await world.settle();
    expect(world.toldOfHelpers()).toEqual(["helper ch_comfort_temp_set undefined", "helper ch_comfort_temp_set 25"]);
  });

  test("the schedule event is handed on", async () => {
    world.fake.fire("boiler_set_schedule", { plans: [] });
    await world.isTold('schedule {"plans":[]}');
  });
});

test("before the boiler was read, changes are no commands", async () => {
  world.connect();
  await world.isTold("ready 20");
  world.fake.changeAsUser("ch_comfort_temp_set", "21.0");
  await world.isTold("helper ch_comfort_temp_set 21");
});
