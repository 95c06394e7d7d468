/** The whole bridge before a cloud that has changed: it goes on with what it understands, invents nothing, and leaves alone what it does not. */

import { telling, wideTest } from "../wide";
import { inNewWorld } from "./played-world";
import type { World } from "./world";

type Part = Record<string, unknown>;

/** Changes what every read shows of plant and zone. */
function show({ cloud }: World, change: (shown: { plant: Part; zone: Part }) => void): void {
  cloud.tamper = (_call, answer) => {
    const changed = structuredClone(answer) as { data: { plantData: Part; zoneData: Part } };
    change({ plant: changed.data.plantData, zone: changed.data.zoneData });
    return changed;
  };
}

test("holidays of another shape end no holiday: it is unknown, its helpers stay, and its commands are refused by the field's name", () =>
  inNewWorld({}, async (played) => {
    const { home, cloud, ready, until, commandIs, command, pass } = played;
    const set = { from: "11-20", to: "12-05", osv: false };
    cloud.boiler.slots[0] = set;
    await ready();
    await until("the helper", () => home.state("input_boolean.boiler_holiday_active") === "on");

    show(played, ({ zone }) => {
      zone.holidays = [{ index: 0, from: "2026-11-20", to: "2026-12-05" }];
    });
    // another command's reads
    home.changeAsUser("zone_mode_set", "Comfort");
    await commandIs("confirmed");
    await until("the entity", () => home.state("binary_sensor.boiler_holiday") === "unknown");
    expect(home.state("sensor.boiler_holiday_until")).toBe("unknown");
    await pass(30);
    expect(home.state("input_boolean.boiler_holiday_active")).toBe("on");
    expect(home.state("input_datetime.boiler_holiday_until")).toBe("2026-12-05");

    for (const [field, value] of [["holiday_until", "2026-12-10"] as const, ["holiday_active", "off"] as const]) {
      home.changeAsUser(field, value);
      await until(`${field} to be refused`, () => command().state === "refused" && String(command().field).includes(field));
      expect(command().reason).toContain("zoneData.holidays");
    }
    expect(cloud.boiler.slots[0]).toEqual(set);
    expect(cloud.journal.of("SetHoliday")).toEqual([]);
  }));

wideTest("heating goes on without the fields that it does not need, and those are unknown", () =>
  inNewWorld({}, async (played) => {
    const { home, cloud, ready, until, commandIs } = played;
    show(played, ({ plant, zone }) => {
      delete plant.flameSensor;
      delete zone.heatOrCoolRequest;
      delete zone.isHeatingActive;
      plant.dhwComfortTemp = { value: null, min: 45, max: 65, step: 1 };
    });
    await ready();
    home.changeAsUser("ch_comfort_temp_set", "22.5");
    await commandIs("confirmed");
    expect(cloud.boiler.ch.comfort).toBe(22.5);
    const unknown = [
      "binary_sensor.boiler_flame_sensor",
      "binary_sensor.boiler_room_heating_is_active",
      "sensor.boiler_heating_power",
      "sensor.boiler_dhw_comfort_temp",
    ] as const;
    await until("the entities", () => unknown.every((id) => home.state(id) === "unknown"));
  }),
);

test("the way of a holiday can't be changed while the cloud's field for it is not understood", () =>
  inNewWorld({}, async (played) => {
    const { home, cloud, ready, until, commandIs, command } = played;
    show(played, ({ zone }) => {
      zone.useReducedOperationModeOnHoliday = "no";
    });
    await ready();
    await until("the entity", () => home.state("binary_sensor.boiler_holiday_use_reduced") === "unknown");
    home.changeAsUser("holiday_use_reduced", "on");
    await commandIs("refused");
    expect(command().reason).toContain("zoneData.useReducedOperationModeOnHoliday");
    expect(cloud.journal.writes()).toEqual([]);
  }));

test.each(telling(["302", "401", "403", "html"] as const))(
  "a cloud that takes every login and turns every call away with %s is asked ever less, also for a command",
  (as) =>
    inNewWorld({}, async ({ home, cloud, ready, until, pass }) => {
      await ready();
      cloud.chance = (call) => (call.startsWith("Login") ? undefined : { kind: "expire", as });
      const before = cloud.journal.entries.length;
      home.changeAsUser("zone_mode_set", "Comfort");
      await until("the status", () => home.state("sensor.boiler_bridge_status") === "auth_failed");
      await pass(900);
      // one for the session that was open, then logins at 0, 30, 90, 210, 450 and 930 s with a call each
      expect(cloud.journal.entries.length - before).toBeLessThanOrEqual(1 + 2 * 6);
      expect(cloud.journal.writes()).toEqual([]);
    }),
);

test("an outage that says when to come back, met by a write, leaves the command unknown and the cloud alone until then", () =>
  inNewWorld({}, async ({ home, cloud, ready, commandIs, pass }) => {
    await ready();
    cloud.fail("SetTemperature", { kind: "answer", status: 503, body: "", headers: { "retry-after": "120" } });
    home.changeAsUser("ch_comfort_temp_set", "23");
    await commandIs("unknown");
    await pass(100);
    expect(cloud.journal.calls().at(-1)).toBe("SetTemperature");
  }));
