/** The bridge alone: every answer is the test's, and time passes when the test says so. */
import pino from "pino";
import { Registry } from "prom-client";
import type { EntityState } from "../../components/boiler-bridge/entities";
import type { Reading } from "../../components/boiler-bridge/model/reading";
import { createBridge } from "../../components/boiler-bridge/service/bridge";
import type { BridgeState } from "../../components/boiler-bridge/service/bridge-state";
import type { Cloud, CloudError } from "../../components/boiler-bridge/service/cloud/cloud";
import type { Home, HomeEvents, Publisher } from "../../components/boiler-bridge/service/home/home";
import { createMetrics } from "../../components/boiler-bridge/service/metrics";
import type { Field, HelperValue } from "../../components/boiler-bridge/watched-helpers";
import { VirtualTime } from "../virtual-time";

export function createRig(remembered?: BridgeState, pollSeconds = 300) {
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
    holidays: [] as Reading["holidays"],
    /** How the next reads fail. */
    failure: undefined as (() => CloudError) | undefined,
    /** What Home Assistant and its recorder know of the totals; rejects while it can't be asked. */
    lastNumber: async (_id: string): Promise<number | undefined> => undefined,
    /** What happened, in order. */
    told: [] as string[],
    shown: new Map<string, EntityState>(),
    /** What the disk does with a write. */
    write: async (_state: BridgeState) => {},
    state: (id: string) => rig.shown.get(id)?.state,
    /** What somebody does when the bridge has set a helper. */
    onSet: (_field: Field, _value: HelperValue) => {},
    connect: (helpers?: ReadonlyMap<Field, HelperValue>) => events?.onReady(helpers ?? new Map()),
    /** Somebody changes a helper. */
    change: (field: Field, value: HelperValue) => events?.onCommand(field, value),
    pass: (milliseconds: number) => time.pass(milliseconds),
  };
  const reading = (): Reading => ({
    at: time.now(),
    zoneMode: 1,
    ch: { comfort: { value: 21, min: 17, max: 35, step: 0.5 }, reduced: { value: 17, min: 10, max: 19.5, step: 0.5 } },
    dhw: undefined,
    dhwMode: undefined,
    useReducedOnHoliday: false,
    holidays: rig.holidays,
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
    clockSet: () => {},
    close: () => {},
  };
  const home: Home = {
    start: (given) => {
      events = given;
    },
    accept: () => {},
    setHelper: async (field, value) => {
      rig.told.push(`set ${field} ${value}`);
      events?.onHelper(field, value);
      rig.onSet(field, value);
    },
    notify: async (id) => void rig.told.push(`notify ${id}`),
    dismiss: async (id) => void rig.told.push(`dismiss ${id}`),
    lastNumbers: async (id) => {
      const value = await rig.lastNumber(id);
      return value === undefined ? [] : [{ value, at: time.now() }];
    },
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

export async function started(remembered?: BridgeState, pollSeconds?: number) {
  const rig = createRig(remembered, pollSeconds);
  await rig.bridge.start();
  return rig;
}
