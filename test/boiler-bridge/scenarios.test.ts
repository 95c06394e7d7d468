/** The specification's transitions and errors, played by the whole bridge. */
import type { Field } from "../../components/boiler-bridge/watched-helpers";
import { helperId, parseHelper } from "../../components/boiler-bridge/watched-helpers";
import { isWide, telling, wideTest } from "../wide";
import { inWorld, world } from "./played-world";
import type { World } from "./world";

describe("a helper that a person changes", () => {
  const cases: { field: Field; to: string; call: string; has: (world: World) => unknown; want: unknown }[] = [
    { field: "ch_comfort_temp_set", to: "22.5", call: "SetTemperature", has: (w) => w.cloud.boiler.ch.comfort, want: 22.5 },
    { field: "ch_reduced_temp_set", to: "16.5", call: "SetTemperature", has: (w) => w.cloud.boiler.ch.reduced, want: 16.5 },
    { field: "dhw_comfort_temp_set", to: "58", call: "SetData", has: (w) => w.cloud.boiler.dhw.comfort, want: 58 },
    { field: "dhw_reduced_temp_set", to: "40", call: "SetData", has: (w) => w.cloud.boiler.dhw.reduced, want: 40 },
    { field: "zone_mode_set", to: "Protection", call: "SetData", has: (w) => w.cloud.boiler.zoneMode, want: 0 },
    { field: "dhw_mode_set", to: "Off", call: "SetData", has: (w) => w.cloud.boiler.dhwMode, want: 0 },
    { field: "holiday_use_reduced", to: "on", call: "SetData", has: (w) => w.cloud.boiler.useReducedOnHoliday, want: true },
  ];
  test.each(isWide ? cases : cases.filter((_, index) => index % 3 === 0))(
    "$field reaches the boiler through $call and is confirmed",
    ({ field, to, call, has, want }) =>
      inWorld({ cloud: { visibleAfterMs: 4000 } }, async ({ home, cloud, until, commandIs, command }) => {
        await until("the helper shows the boiler", () => home.state("input_select.boiler_zone_mode_set") === "Automatic");
        home.changeAsUser(field, to);
        await commandIs("confirmed");
        // as it was told, not as it was seen: a busy machine may look too late
        expect(home.posts).toContainEqual({ entityId: "sensor.boiler_last_command", body: expect.objectContaining({ state: "pending" }) });
        expect(has(world)).toBe(want);
        expect(cloud.journal.writes().map((entry) => entry.call)).toEqual([call]);
        expect(command()).toMatchObject({ field });
        expect(parseHelper(field, home.state(helperId(field)) ?? "")).toBe(parseHelper(field, to));
      }),
  );
});

test("the holiday switch writes slot 0 from today to the date, and the empty marker when it goes off", () =>
  inWorld({}, async ({ home, cloud, commandIs, until }) => {
    home.changeAsUser("holiday_until", "2026-12-05");
    home.changeAsUser("holiday_active", "on");
    await commandIs("confirmed");
    expect(cloud.boiler.slots[0]).toMatchObject({ from: "11-21", to: "12-05" });
    await until("the entities", () => home.state("binary_sensor.boiler_holiday") === "on");
    await until("its end", () => home.state("sensor.boiler_holiday_until") === "2026-12-05");
    home.changeAsUser("holiday_until", "2026-12-10");
    await until("the new end", () => cloud.boiler.slots[0]?.to === "12-10");
    await commandIs("confirmed");
    home.changeAsUser("holiday_active", "off");
    await until("the empty marker", () => cloud.boiler.slots[0]?.to === "01-01");
    await commandIs("confirmed");
    expect(cloud.journal.writes().map((entry) => entry.call)).toEqual(["SetHoliday", "SetHoliday", "SetHoliday"]);
  }));

wideTest("a return date of next year is refused with the reason, and the switch goes back", () =>
  inWorld({}, async ({ home, cloud, commandIs, command, until }) => {
    home.changeAsUser("holiday_until", "2027-01-05");
    home.changeAsUser("holiday_active", "on");
    await commandIs("refused");
    expect(String(command().reason)).toContain("2027");
    await until("the helper", () => home.state("input_boolean.boiler_holiday_active") === "off");
    expect(cloud.journal.writes()).toEqual([]);
  }),
);

wideTest("both setpoints changed together travel as one write", () =>
  inWorld({}, async ({ home, cloud, commandIs }) => {
    home.changeAsUser("ch_comfort_temp_set", "16");
    home.changeAsUser("ch_reduced_temp_set", "15");
    await commandIs("confirmed");
    expect(cloud.boiler.ch).toEqual({ comfort: 16, reduced: 15 });
    expect(cloud.journal.writes()).toHaveLength(1);
  }),
);

test("reduced above comfort is refused before anything is written", () =>
  inWorld({}, async ({ home, cloud, commandIs, until }) => {
    home.changeAsUser("ch_comfort_temp_set", "16");
    await commandIs("refused");
    await until(
      "the helper goes back",
      () =>
        home.state("input_number.boiler_ch_comfort_temp_set") === "21.0" || home.state("input_number.boiler_ch_comfort_temp_set") === "21",
    );
    expect(cloud.journal.writes()).toEqual([]);
  }));

test("a change that the cloud drops ends unconfirmed, and the helper follows the boiler", () =>
  inWorld({}, async ({ home, cloud, commandIs, until }) => {
    cloud.fail("SetData", { kind: "silentDrop" });
    home.changeAsUser("zone_mode_set", "Comfort");
    await commandIs("unconfirmed");
    await until("the helper", () => home.state("input_select.boiler_zone_mode_set") === "Automatic");
    expect(cloud.journal.writes()).toHaveLength(1);
  }));

test("a boiler that goes back turns confirmed into reverted", () =>
  inWorld({}, async ({ home, cloud, commandIs }) => {
    cloud.fail("SetData", { kind: "revert", afterMs: 20_000 });
    home.changeAsUser("zone_mode_set", "Comfort");
    await commandIs("confirmed");
    await commandIs("reverted");
  }));

test.each(telling([["302" as const], ["401" as const], ["403" as const], ["html" as const]]))(
  "a session that expires as %s costs one login and one replay, also of a write",
  (as) =>
    inWorld({}, async ({ home, cloud, commandIs }) => {
      cloud.fail("SetData", { kind: "expire", as });
      home.changeAsUser("zone_mode_set", "Reduced");
      await commandIs("confirmed");
      expect(cloud.boiler.zoneMode).toBe(2);
      expect(cloud.journal.of("Login")).toHaveLength(2);
    }),
);

test.each([
  [true, "confirmed"],
  [false, "unconfirmed"],
])("a write whose connection drops (effect: %s) is never sent again and ends %s", (hasEffect, state) =>
  inWorld({}, async ({ home, cloud, commandIs }) => {
    cloud.fail("SetTemperature", { kind: "drop", hasEffect });
    home.changeAsUser("ch_comfort_temp_set", "23");
    await commandIs(state);
    expect(cloud.journal.of("SetTemperature")).toHaveLength(1);
  }),
);

test("a command that the rate limit holds back expires visibly, and nothing is written later", () =>
  inWorld({}, async ({ home, cloud, commandIs, command, until }) => {
    cloud.fail("any", { kind: "rateLimit", retryAfter: "900" });
    home.changeAsUser("zone_mode_set", "Comfort");
    await until("the status", () => home.state("sensor.boiler_bridge_status") === "rate_limited");
    await commandIs("refused");
    expect(String(command().reason)).toContain("expired");
    expect(cloud.journal.writes()).toEqual([]);
  }));

test("a restored helper is no command after Home Assistant restarts, and every entity is back", () =>
  inWorld({}, async ({ home, cloud, until, pass }) => {
    await until("all entities", () => home.state("sensor.boiler_heating_energy_total") !== undefined);
    const before = home.entityIds().sort();
    home.restart({ ch_comfort_temp_set: "30.0" });
    await until("the entities", () => before.every((id) => home.entityIds().includes(id)));
    await until("the helper", () => Number(home.state("input_number.boiler_ch_comfort_temp_set")) === 21);
    await pass(10);
    expect(cloud.journal.writes()).toEqual([]);
  }));

wideTest("the weekly schedule comes as an event and replaces the plans alone", () =>
  inWorld({}, async ({ home, cloud, commandIs, until }) => {
    home.fire(
      "boiler_set_schedule",
      {
        plans: [
          {
            days: [0, 1, 2, 3, 4, 5, 6],
            slices: [
              { from: 0, temp: 0 },
              { from: 300, temp: 1 },
            ],
          },
        ],
      },
      { id: "x", user_id: "u", parent_id: null },
    );
    await commandIs("confirmed");
    expect(cloud.boiler.plan).toMatchObject({ tick: 10, plans: [{ days: [0, 1, 2, 3, 4, 5, 6] }] });
    await until("the entity", () => JSON.stringify(home.attributes("sensor.boiler_schedule_monday")?.slices).includes("05:00"));
  }),
);

test("energy is counted from the flame and no total falls over a restart", () =>
  inWorld({}, async ({ home, cloud, until, restartBridge }) => {
    cloud.boiler.flame = true;
    const total = () => Number(home.state("sensor.boiler_heating_energy_total"));
    await until("a first step", () => total() > 1, 20_000);
    const before = total();
    await restartBridge();
    await until("the total again", () => total() >= before);
  }));

test("a command that was under way at a shutdown is forgotten, and the helper follows the boiler", () =>
  inWorld({ cloud: { visibleAfterMs: 1e9 } }, async ({ home, cloud, commandIs, restartBridge, until }) => {
    home.changeAsUser("zone_mode_set", "Comfort");
    await until("the write", () => cloud.journal.writes().length === 1);
    await restartBridge();
    await commandIs("unknown");
    await until("the helper", () => home.state("input_select.boiler_zone_mode_set") === "Automatic");
    expect(cloud.journal.writes()).toHaveLength(1);
  }));

wideTest("when the cloud is away for three polls the entities say so, and come back alone", () =>
  inWorld({}, async ({ home, cloud, until }) => {
    cloud.connection = "offline";
    await until("unavailable", () => home.state("sensor.boiler_outside_temp") === "unavailable", 15_000);
    expect(home.state("sensor.boiler_bridge_status")).toBe("offline");
    cloud.heal();
    await until("back", () => home.state("sensor.boiler_outside_temp") === "4.5", 15_000);
    await until("the status", () => home.state("sensor.boiler_bridge_status") === "ok");
  }),
);

test("set and set back before the first shows: the boiler ends with what was asked last", () =>
  inWorld({ cloud: { visibleAfterMs: 8000 } }, async ({ home, cloud, until, commandIs, pass }) => {
    home.changeAsUser("zone_mode_set", "Comfort");
    await until("the first write", () => cloud.journal.writes().length === 1);
    home.changeAsUser("zone_mode_set", "Automatic");
    await until("the second write", () => cloud.journal.writes().length === 2);
    await commandIs("confirmed");
    await pass(30);
    expect(cloud.settle().zoneMode).toBe(1);
  }));
