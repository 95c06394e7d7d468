/** The holiday slot, played by the whole bridge: what somebody else does to it, and answers that say less than they should. */

import { telling, wideTest } from "../wide";
import type { Fault } from "./cloud-faults";
import { inWorld as inAnyWorld, world } from "./played-world";
import type { World, WorldOptions } from "./world";

const inWorld = (play: (world: World) => Promise<void>, options: WorldOptions = {}) =>
  inAnyWorld({ home: { helpers: { holiday_until: "2026-12-05" } }, ...options }, play);
const writes = () => world.cloud.journal.of("SetHoliday");
/** Plays once, right before the cloud takes the next holiday write. */
const beforeTheWrite = (play: () => void, times = 1) => {
  let left = times;
  world.cloud.chance = (call) => {
    if (call === "SetHoliday" && left-- > 0) play();
    return undefined;
  };
};

wideTest("another return date of a holiday to come leaves its first day", () =>
  inWorld(async ({ home, cloud, until, commandIs }) => {
    cloud.boiler.slots[0] = { from: "12-01", to: "12-10", osv: false };
    home.changeAsUser("zone_mode_set", "Comfort");
    await until("the holiday", () => home.state("sensor.boiler_holiday_until") === "2026-12-10");
    await until("its helper", () => home.state("input_datetime.boiler_holiday_until") === "2026-12-10");
    await commandIs("confirmed");
    home.changeAsUser("holiday_until", "2026-12-12");
    await until("the new end", () => cloud.boiler.slots[0]?.to === "12-12");
    expect(cloud.boiler.slots[0]).toMatchObject({ from: "12-01", to: "12-12" });
    await until("the helper", () => home.state("binary_sensor.boiler_holiday") === "off");
  }),
);

const NO_SUCCESS: [string, Fault][] = [
  ["answers that it is ok, not that it succeeded", { kind: "answer", status: 200, body: '{"ok":true}', hasEffect: true }],
  ["answers with nothing", { kind: "answer", status: 200, body: "", hasEffect: true }],
  ["answers that it was refused", { kind: "answer", status: 200, body: '{"success":false}', hasEffect: true }],
  ["loses the answer", { kind: "drop", hasEffect: true }],
];
test.each(telling(NO_SUCCESS))("a write that took effect while the cloud %s is confirmed and not sent again", (_, fault) =>
  inWorld(async ({ home, cloud, commandIs }) => {
    cloud.fail("SetHoliday", fault, 5);
    home.changeAsUser("holiday_active", "on");
    await commandIs("confirmed");
    expect(cloud.boiler.slots[0]).toMatchObject({ from: "11-21", to: "12-05" });
    expect(writes()).toHaveLength(1);
  }),
);

test("a write that is refused while nobody changed the slot is not sent again", () =>
  inWorld(async ({ home, cloud, commandIs, command, until }) => {
    cloud.fail("SetHoliday", { kind: "reject", message: "No rights" });
    home.changeAsUser("holiday_active", "on");
    await commandIs("refused");
    expect(String(command().reason)).toContain("No rights");
    await until("the switch", () => home.state("input_boolean.boiler_holiday_active") === "off");
    expect(writes()).toHaveLength(1);
  }));

test("a slot that somebody changes between read and write is read again and written once more, with `old` as it is then", () =>
  inWorld(async ({ home, cloud, commandIs }) => {
    beforeTheWrite(() => {
      cloud.boiler.slots[0] = { from: "11-25", to: "11-28", osv: false };
    });
    home.changeAsUser("holiday_active", "on");
    await commandIs("confirmed");
    expect(cloud.boiler.slots[0]).toMatchObject({ from: "11-21", to: "12-05" });
    expect(writes().map(({ body }) => body)).toMatchObject([
      { old: { from: "2026-01-01T00:00", osv: true } },
      { old: { from: "2026-11-25T00:00", to: "2026-11-28T00:00", osv: false } },
    ]);
  }));

test("a slot that changes a second time meanwhile is somebody else's: refused, never forced", () =>
  inWorld(async ({ home, cloud, commandIs }) => {
    let day = 25;
    beforeTheWrite(() => {
      cloud.boiler.slots[0] = { from: "11-24", to: `11-${day++}`, osv: false };
    }, 9);
    home.changeAsUser("holiday_active", "on");
    await commandIs("refused");
    expect(writes().map(({ hadEffect }) => hadEffect)).toEqual([false, false]);
  }));

test.each(
  telling([
    ["on", "off"],
    ["off", "on"],
  ]),
)("while the cloud's list is not understood, %s is refused with the field's name, and nothing is written", (to, from) =>
  inWorld(async ({ home, cloud, commandIs, command, until, pass }) => {
    if (from === "on") {
      cloud.boiler.slots[0] = { from: "11-20", to: "11-28", osv: false };
      home.changeAsUser("zone_mode_set", "Comfort");
      await until("the switch", () => home.state("input_boolean.boiler_holiday_active") === "on");
      await commandIs("confirmed");
      await pass(70);
    }
    cloud.tamper = (_call, answer) => JSON.parse(JSON.stringify(answer).replaceAll("fromAsIso", "begins"));
    cloud.boiler.slots[0] = { from: "11-20", to: "11-28", osv: false };
    home.changeAsUser("holiday_active", to);
    await commandIs("refused");
    expect(command()).toMatchObject({ field: "holiday_active", reason: expect.stringContaining("zoneData.holidays") });
    expect(writes()).toEqual([]);
  }),
);
