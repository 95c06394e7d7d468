import pino from "pino";
import { Registry } from "prom-client";
import type { EntityState } from "../../components/boiler-bridge/entities";
import { newEnergy } from "../../components/boiler-bridge/model/energy";
import type { Reading } from "../../components/boiler-bridge/model/reading";
import { createBridge } from "../../components/boiler-bridge/service/bridge";
import type { BridgeState } from "../../components/boiler-bridge/service/bridge-state";
import { type Cloud, CloudError } from "../../components/boiler-bridge/service/cloud/cloud";
import type { Home, HomeEvents, Publisher } from "../../components/boiler-bridge/service/home/home";
import { createMetrics } from "../../components/boiler-bridge/service/metrics";
import { VirtualTime } from "../virtual-time";

const MINUTE = 60_000;
const STATUS = "sensor.boiler_bridge_status";
const ENERGY = "sensor.boiler_heating_energy_total";
const unreachable = () => new CloudError("unreachable", "GetData: no answer");

/** The bridge alone: every answer is the test's, and time passes when the test says so. */
function createRig(remembered?: BridgeState, pollSeconds = 300) {
  const time = new VirtualTime("2026-11-21T12:00:00Z");
  const began = time.now();
  const minutes = () => Math.round((time.now() - began) / 100) / 600;
  let events: HomeEvents | undefined;
  const rig = {
    time,
    minutes,
    /** Minutes since the start at which the boiler was read, well or not. */
    reads: [] as number[],
    flame: false,
    /** How the next reads fail. */
    failure: undefined as (() => CloudError) | undefined,
    /** What Home Assistant and its recorder know of the totals; rejects while it can't be asked. */
    lastNumber: async (): Promise<number | undefined> => undefined,
    /** What happened, in order. */
    told: [] as string[],
    shown: new Map<string, EntityState>(),
    /** What the disk does with a write. */
    write: async (_state: BridgeState) => {},
    state: (id: string) => rig.shown.get(id)?.state,
    connect: () => events?.onReady(new Map()),
    command: () => events?.onCommand("zone_mode_set", "Comfort"),
    pass: (milliseconds: number) => time.pass(milliseconds),
  };
  const reading = (): Reading => ({
    at: time.now(),
    zoneMode: 1,
    ch: { comfort: { value: 21, min: 17, max: 35, step: 0.5 }, reduced: { value: 17, min: 10, max: 19.5, step: 0.5 } },
    dhw: undefined,
    dhwMode: undefined,
    useReducedOnHoliday: false,
    holidays: [],
    plan: undefined,
    isHeatingActive: true,
    flame: rig.flame,
    desiredRoomTemp: 21,
    roomTemp: undefined,
    outsideTemp: 4,
    dhwStorageTemp: 50,
    rawZone: {},
  });
  const cloud: Cloud = {
    read: async () => {
      rig.reads.push(minutes());
      if (rig.failure) throw rig.failure();
      return reading();
    },
    setData: async () => {},
    setTemperature: async () => {},
    setTimeProg: async () => {},
    readHolidaySlots: async () => [],
    writeHolidaySlot: async () => {},
    writeDataPoints: async () => {},
    blockedUntil: () => undefined,
    close: () => {},
  };
  const home: Home = {
    start: (given) => {
      events = given;
    },
    accept: () => {},
    setHelper: async () => {},
    notify: async () => {},
    dismiss: async () => {},
    lastNumber: () => rig.lastNumber(),
    isRefused: () => false,
    isConnected: () => true,
    close: async () => {},
  };
  const publisher: Publisher = {
    publish: (id, state) => {
      if (rig.shown.get(id)?.state !== state.state) rig.told.push(`publish ${id} ${state.state}`);
      rig.shown.set(id, state);
    },
    republish: () => {},
    flush: async () => {},
    close: async () => {},
  };
  const bridge = createBridge({
    cloud,
    zone: 1,
    home,
    publisher,
    file: {
      read: async () => remembered,
      write: async (state) => {
        await rig.write(state);
        rig.told.push(`save ${state.energy?.energyTotal.toFixed(2)}`);
      },
    },
    metrics: createMetrics(new Registry()),
    log: pino({ level: "silent" }),
    clock: time,
    pollSeconds,
    confirmSeconds: [5, 15],
    timeZone: "Europe/Zurich",
    pricePerKwh: 0.1,
  });
  return Object.assign(rig, { bridge });
}

async function started(remembered?: BridgeState, pollSeconds?: number) {
  const rig = createRig(remembered, pollSeconds);
  await rig.bridge.start();
  return rig;
}

describe("polls", () => {
  test("come every five minutes", async () => {
    const { reads, pass } = await started();
    await pass(21 * MINUTE);
    expect(reads).toEqual([0, 5, 10, 15, 20]);
  });

  test("back off by 1, 5 and 15 minutes when reads fail, and then keep their interval", async () => {
    const rig = await started();
    rig.failure = unreachable;
    await rig.pass(34 * MINUTE);
    expect(rig.reads).toEqual([0, 5, 6, 11, 26, 31]);
    rig.failure = undefined;
    await rig.pass(10 * MINUTE);
    rig.failure = unreachable;
    await rig.pass(5 * MINUTE);
    expect(rig.reads.slice(6)).toEqual([36, 41, 46, 47]);
  });

  test("do not come sooner because the cloud allows them sooner", async () => {
    const rig = await started();
    rig.failure = () => new CloudError("rate_limited", "GetData: wait", rig.time.now() + 1000);
    await rig.pass(13 * MINUTE);
    expect(rig.reads).toEqual([0, 5, 6, 11]);
  });

  test("wait as long as the cloud asks for", async () => {
    const rig = await started();
    rig.failure = () => new CloudError("rate_limited", "GetData: wait", rig.time.now() + 40 * MINUTE);
    await rig.pass(90 * MINUTE);
    expect(rig.reads).toEqual([0, 5, 45, 85]);
  });

  test("follow a refused login's own pace, and never a tight loop", async () => {
    const rig = await started();
    rig.failure = () => new CloudError("auth", "Login: refused", rig.time.now() + 30_000);
    await rig.pass(7 * MINUTE);
    expect(rig.reads).toEqual([0, 5, 5.5, 6, 6.5, 7]);
    rig.failure = () => new CloudError("auth", "GetData: turned away");
    await rig.pass(30 * MINUTE);
    expect(rig.reads.length).toBeLessThan(14);
  });

  test("leave one out that a command has made a moment ago", async () => {
    const rig = await started();
    await rig.pass(4.5 * MINUTE);
    rig.command();
    await rig.pass(5 * MINUTE);
    // before the write, twice after it, and then five minutes after the last of them
    expect(rig.reads.filter((at) => at > 4.9)).toEqual([]);
    await rig.pass(2 * MINUTE);
    expect(rig.reads.at(-1)).toBeGreaterThan(9.5);
  });
});

describe("the values on show", () => {
  test.each([
    { pollSeconds: 300, limit: 15 },
    { pollSeconds: 60, limit: 10 },
  ])(
    "stay through one failed read, and go $limit minutes after the last good one, with a poll of $pollSeconds s",
    async ({ pollSeconds, limit }) => {
      const rig = await started(undefined, pollSeconds);
      await rig.pass(1000);
      rig.failure = unreachable;
      const poll = pollSeconds * 1000;
      await rig.pass(poll);
      expect([rig.state(STATUS), rig.state("sensor.boiler_ch_comfort_temp")]).toEqual(["ok", "21"]);
      await rig.pass((limit - 0.1) * MINUTE - poll);
      expect([rig.state(STATUS), rig.state("sensor.boiler_ch_comfort_temp")]).toEqual(["offline", "21"]);
      await rig.pass(0.2 * MINUTE);
      expect([rig.state(STATUS), rig.state("sensor.boiler_ch_comfort_temp")]).toEqual(["offline", "unavailable"]);
    },
  );

  test("are unavailable before the boiler was read", async () => {
    const rig = createRig();
    rig.failure = unreachable;
    await rig.bridge.start();
    await rig.pass(5_000);
    expect(rig.state("sensor.boiler_ch_comfort_temp")).toBe("unavailable");
  });
});

describe("energy", () => {
  const KNOWN: BridgeState = { energy: { ...newEnergy(Date.parse("2026-11-21T11:59:00Z"), "Europe/Zurich"), energyTotal: 100 } };

  test("is not shown before Home Assistant said what it has seen, and never below that", async () => {
    const rig = createRig(KNOWN);
    rig.lastNumber = () => Promise.reject(new Error("starting"));
    await rig.bridge.start();
    await rig.pass(MINUTE);
    expect(rig.state("sensor.boiler_ch_comfort_temp")).toBe("21");
    expect(rig.state(ENERGY)).toBeUndefined();
    rig.lastNumber = async () => 250;
    await rig.pass(MINUTE);
    expect(rig.state(ENERGY)).toBe("250.000");
    expect(rig.told.filter((line) => line.startsWith(`publish ${ENERGY}`))).toEqual([`publish ${ENERGY} 250.000`]);
  });

  test("goes on from the file where Home Assistant knows less", async () => {
    const rig = createRig(KNOWN);
    rig.lastNumber = async () => 99;
    await rig.bridge.start();
    await rig.pass(MINUTE);
    expect(rig.state(ENERGY)).toBe("100.000");
  });

  test("is saved before it is shown", async () => {
    const rig = await started(KNOWN);
    rig.flame = true;
    await rig.pass(11 * MINUTE);
    // 14 kW for five minutes: the flame was seen at the fifth
    const [saved, shown] = [rig.told.indexOf("save 101.17"), rig.told.indexOf(`publish ${ENERGY} 101.166`)];
    expect(saved).toBeGreaterThan(-1);
    expect(shown).toBeGreaterThan(saved);
  });

  test("is written once for each reading, and again when the disk was full", async () => {
    const rig = await started(KNOWN);
    await rig.pass(MINUTE);
    let writes = 0;
    rig.write = async () => {
      writes++;
    };
    await rig.pass(10 * MINUTE);
    expect(writes).toBe(2);
    rig.write = async () => {
      writes++;
      throw new Error("no space");
    };
    await rig.pass(5 * MINUTE);
    rig.write = async () => {};
    rig.told.length = 0;
    await rig.pass(5_000);
    expect(rig.told).toEqual(["save 100.00"]);
  });
});
