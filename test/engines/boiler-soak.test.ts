/** An hour of faults: whatever happened, boiler, helpers and entities end equal. Here because of its length; it needs no engine. */
import { type Field, HELPERS, helperId, parseHelper } from "../../components/boiler-bridge/watched-helpers";
import type { CallName, Fault } from "../boiler-bridge/cloud-simulator";
import { createWorld } from "../boiler-bridge/world";

const HOUR_MS = 3_600_000;

/** The same faults for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const FAULTS: readonly ((random: () => number) => Fault)[] = [
  () => ({ kind: "expire", as: "302" }),
  () => ({ kind: "expire", as: "401" }),
  () => ({ kind: "expire", as: "403" }),
  () => ({ kind: "expire", as: "html" }),
  () => ({ kind: "rateLimit", retryAfter: "40" }),
  (random) => ({ kind: "drop", hasEffect: random() < 0.5 }),
  (random) => ({ kind: "communicationError", hasEffect: random() < 0.5 }),
  () => ({ kind: "answer", status: 502, body: "bad gateway" }),
  () => ({ kind: "answer", status: 500, body: '":-( M2M platform error from gateway (Http status: 0 - Timeout)"' }),
  () => ({ kind: "silentDrop" }),
  () => ({ kind: "revert", afterMs: 30_000 }),
  () => ({ kind: "stale" }),
  () => ({ kind: "slow", ms: 1200 }),
];

const WISHES: readonly [Field, (random: () => number) => string][] = [
  ["ch_comfort_temp_set", (random) => (18 + Math.floor(random() * 12) / 2).toFixed(1)],
  ["ch_reduced_temp_set", (random) => (12 + Math.floor(random() * 12) / 2).toFixed(1)],
  ["dhw_comfort_temp_set", (random) => (50 + Math.floor(random() * 12)).toFixed(1)],
  ["zone_mode_set", (random) => HELPERS.zone_mode_set.options[Math.floor(random() * 4)] ?? "Automatic"],
  ["dhw_mode_set", (random) => (random() < 0.5 ? "On" : "Off")],
  ["holiday_active", (random) => (random() < 0.5 ? "on" : "off")],
  ["holiday_use_reduced", (random) => (random() < 0.5 ? "on" : "off")],
];

test("an hour of faults ends with boiler, helpers and entities equal", async () => {
  const random = randomOf(20_261_121);
  const chance = (call: CallName) =>
    call !== "Login" && random() < 0.12 ? FAULTS[Math.floor(random() * FAULTS.length)]?.(random) : undefined;
  const world = await createWorld({ cloud: { visibleAfterMs: 4000 }, home: { helpers: { holiday_until: "2026-12-20" } } });
  const { cloud, home, clock, until, pass } = world;
  let [wishes, restarts] = [0, 0];
  try {
    await world.ready();
    cloud.chance = chance;
    const end = clock.now() + HOUR_MS;
    while (clock.now() < end) {
      const [field, value] = WISHES[Math.floor(random() * WISHES.length)] ?? WISHES[0] ?? fail();
      home.changeAsUser(field, value(random));
      wishes++;
      if (random() < 0.05) {
        restarts++;
        home.restart();
      } else if (random() < 0.03) await world.restartBridge();
      await pass(10 + random() * 60);
    }
    cloud.heal();
    const equal = () => {
      const { boiler } = cloud;
      const shows = (field: Field) => parseHelper(field, home.state(helperId(field)) ?? "");
      const set = boiler.slots[0];
      const pairs: [unknown, unknown][] = [
        [shows("ch_comfort_temp_set"), boiler.ch.comfort],
        [shows("ch_reduced_temp_set"), boiler.ch.reduced],
        [shows("dhw_comfort_temp_set"), boiler.dhw.comfort],
        [shows("zone_mode_set"), HELPERS.zone_mode_set.options[boiler.zoneMode]],
        [shows("dhw_mode_set"), HELPERS.dhw_mode_set.options[boiler.dhwMode]],
        [shows("holiday_use_reduced"), boiler.useReducedOnHoliday],
        [shows("holiday_active"), set !== undefined && set.to !== "01-01"],
        [Number(home.state("sensor.boiler_ch_comfort_temp")), boiler.ch.comfort],
        [home.state("sensor.boiler_zone_mode"), HELPERS.zone_mode_set.options[boiler.zoneMode]],
        [home.state("sensor.boiler_bridge_status"), "ok"],
      ];
      return pairs.every(([a, b]) => a === b);
    };
    await until("everything equal", equal, 1800);
    expect(cloud.journal.violations()).toEqual([]);
    expect(cloud.journal.doubleWrites()).toEqual([]);
    process.stdout.write(
      `soak: ${wishes} wishes, ${restarts} restarts of Home Assistant, ${cloud.journal.entries.length} requests, ${cloud.journal.writes().length} writes\n`,
    );
  } finally {
    await world.close();
  }
}, 60_000);

function fail(): never {
  throw new Error("there are no wishes");
}
