/** The inverted sentinel: repaired once with what is right at that moment, whatever commands are on their way. Played by the whole bridge. */
import type { Reading } from "../../components/boiler-bridge/model/reading";
import { afterReading, NOT_REPAIRED } from "../../components/boiler-bridge/service/repair";
import { telling, wideTest } from "../wide";
import { inNewWorld, inWorld, world } from "./played-world";
import type { World } from "./world";

const breakSetpoints = () => world.cloud.sentinels.add("comfort").add("reduced");
const repairs = () => world.cloud.journal.of("WriteDataPoints");
const repaired = () => world.until("the repair", () => repairs().length === 1);
const sent = () => world.until("the write", () => world.cloud.journal.of("SetTemperature").length === 1);
const ask = (comfort: number, reduced?: number) => {
  world.home.changeAsUser("ch_comfort_temp_set", String(comfort));
  if (reduced !== undefined) world.home.changeAsUser("ch_reduced_temp_set", String(reduced));
};
/** Something that makes the bridge read. */
const touch = (mode = "Comfort") => world.home.changeAsUser("zone_mode_set", mode);

test("it is repaired once with the last good pair and never published", () =>
  inWorld({}, async ({ home, cloud, until }) => {
    breakSetpoints();
    touch();
    await repaired();
    await until("the setpoints", () => Number(home.state("sensor.boiler_ch_comfort_temp")) === 21);
    expect(cloud.sentinels.size).toBe(0);
    expect(home.posts.filter(({ entityId, body }) => entityId === "sensor.boiler_ch_comfort_temp" && body.state.startsWith("4"))).toEqual(
      [],
    );
    expect(home.state("input_number.boiler_ch_comfort_temp_set")).not.toMatch(/^4/);
  }));

test("one that comes back is not repaired again, also by a bridge that was restarted: no loop", () =>
  inWorld({}, async ({ home, cloud, until, pass, restartBridge }) => {
    cloud.fail("WriteDataPoints", { kind: "silentDrop" }, 5);
    cloud.sentinels.add("comfort");
    touch();
    await repaired();
    await pass(120);
    await restartBridge();
    await until("the restarted bridge", () => home.state("sensor.boiler_bridge_status") === "sentinel");
    touch("Automatic");
    await pass(60);
    expect(repairs()).toHaveLength(1);
    expect(home.state("sensor.boiler_bridge_status")).toBe("sentinel");
    expect(home.state("sensor.boiler_ch_comfort_temp")).toBe("unknown");
  }));

test.each([
  [1, "alarm"],
  [2, "alarm"],
  [3, "repair"],
])("after a repair and %d good readings a sentinel is a case for: %s", (goodReadings, action) => {
  const setpoint = (value: number, min: number, max: number) => ({ value, min, max, step: 0.5 });
  const good = { ch: { comfort: setpoint(21, 17, 35), reduced: setpoint(17, 10, 19.5) } } as Reading;
  const broken = { ch: { comfort: setpoint(4, 10, 4), reduced: setpoint(4, 10, 4) } } as Reading;
  const pair = { comfort: 21, reduced: 17 };
  let state = { ...NOT_REPAIRED, hasTried: true };
  for (let n = 0; n < goodReadings; n++) state = { ...afterReading(state, good, pair).state };
  expect(afterReading(state, broken, pair).action).toBe(action);
});

wideTest("in a zone whose data points are not known nothing is written, and the alarm says so", () =>
  inWorld({ cloud: { zone: 2 } }, async ({ home, until, pass }) => {
    breakSetpoints();
    touch();
    await until("the alarm", () => JSON.stringify(home.messages).includes("setpoints of zone 2"));
    await pass(60);
    expect(repairs()).toEqual([]);
  }),
);

describe("with no good pair known", () => {
  const inBrokenWorld = (play: (world: World) => Promise<void>) =>
    inNewWorld({}, async (world) => {
      breakSetpoints();
      await world.until("a reading", () => world.home.state("sensor.boiler_bridge_status") === "sentinel");
      await play(world);
    });

  wideTest("nothing is invented", () =>
    inBrokenWorld(async ({ cloud, pass }) => {
      await pass(30);
      expect(cloud.journal.writes()).toEqual([]);
    }),
  );

  test("the pair that a person sets is the good one", () =>
    inBrokenWorld(async ({ cloud, commandIs }) => {
      ask(24, 18);
      await commandIs("confirmed");
      expect(cloud.settle().ch).toEqual({ comfort: 24, reduced: 18 });
      expect(repairs()).toHaveLength(1);
    }));
});

describe("a temperature that was sent when the setpoints break", () => {
  test("is what the repair writes: the boiler has it, and the cloud can't show it", () =>
    inWorld({ cloud: { visibleAfterMs: 3000 } }, async ({ cloud, commandIs, pass }) => {
      ask(24);
      await sent();
      breakSetpoints();
      await commandIs("confirmed");
      await pass(10);
      expect(cloud.settle().ch).toEqual({ comfort: 24, reduced: 17 });
      expect(repairs()).toHaveLength(1);
    }));

  wideTest("is what the repair writes also when a read showed the old one after it was sent", () =>
    inWorld({ cloud: { visibleAfterMs: 12_000 } }, async ({ cloud, commandIs, pass, until }) => {
      ask(24);
      await sent();
      const reads = cloud.journal.of("GetData").length;
      await until("a read", () => cloud.journal.of("GetData").length > reads);
      await pass(1);
      breakSetpoints();
      await commandIs("confirmed");
      await pass(15);
      expect(cloud.settle().ch).toEqual({ comfort: 24, reduced: 17 });
      expect(repairs()).toHaveLength(1);
    }),
  );

  wideTest("is not what the repair writes when reads have shown that the boiler did not take it", () =>
    inWorld({}, async ({ cloud, commandIs, pass }) => {
      cloud.fail("SetTemperature", { kind: "silentDrop" });
      ask(24);
      await commandIs("unconfirmed");
      breakSetpoints();
      touch();
      await repaired();
      await pass(10);
      expect(cloud.settle().ch).toEqual({ comfort: 21, reduced: 17 });
    }),
  );

  wideTest("gives way to what the boiler itself went back to", () =>
    inWorld({}, async ({ home, cloud, commandIs, pass, until }) => {
      cloud.fail("SetTemperature", { kind: "revert", afterMs: 8000 });
      ask(24);
      await commandIs("confirmed");
      await pass(10);
      touch();
      await until("the old one", () => Number(home.state("sensor.boiler_ch_comfort_temp")) === 21);
      breakSetpoints();
      touch("Reduced");
      await repaired();
      await pass(10);
      expect(cloud.settle().ch).toEqual({ comfort: 21, reduced: 17 });
    }),
  );
});

describe("a temperature that is asked for while the setpoints are broken", () => {
  test.each(
    telling([
      ["a pair", 24, 18, { comfort: 24, reduced: 18 }],
      ["one of them", 24, undefined, { comfort: 24, reduced: 17 }],
    ]),
  )("waits for the repair and is written then: %s", (_, comfort, reduced, expected) =>
    inWorld({ cloud: { visibleAfterMs: 3000 } }, async ({ cloud, commandIs, pass }) => {
      breakSetpoints();
      ask(comfort, reduced);
      await commandIs("confirmed");
      await pass(10);
      expect(cloud.settle().ch).toEqual(expected);
      expect(cloud.journal.writes().map(({ call }) => call)).toEqual(["WriteDataPoints", "SetTemperature"]);
    }),
  );

  wideTest("waits also for a repair that was written and does not show yet", () =>
    inWorld({}, async ({ cloud, pass, until }) => {
      cloud.fail("WriteDataPoints", { kind: "silentDrop" });
      breakSetpoints();
      touch();
      await repaired();
      ask(24, 18);
      await pass(10);
      expect(cloud.journal.of("SetTemperature")).toEqual([]);
      cloud.sentinels.clear();
      await sent();
      await until("the pair", () => cloud.boiler.ch.comfort === 24 && cloud.boiler.ch.reduced === 18);
    }),
  );

  wideTest("is refused, for one of them, once the repair has not helped", () =>
    inWorld({}, async ({ cloud, commandIs, command }) => {
      cloud.fail("WriteDataPoints", { kind: "silentDrop" });
      breakSetpoints();
      ask(24);
      await commandIs("refused");
      expect(String(command().reason)).toContain("try again when they are repaired");
      expect(repairs()).toHaveLength(1);
      expect(cloud.journal.of("SetTemperature")).toEqual([]);
    }),
  );
});
