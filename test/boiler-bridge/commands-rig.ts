/** Commands alone, between a cloud whose every answer is the test's and a time that the test moves. */
import pino from "pino";
import type { LastCommand } from "../../components/boiler-bridge/entities";
import type { Reading } from "../../components/boiler-bridge/model/reading";
import { type Cloud, CloudError, type CloudFailure } from "../../components/boiler-bridge/service/cloud/cloud";
import { Commands } from "../../components/boiler-bridge/service/commands/commands";
import { Semaphore } from "../../lib/service/semaphore";
import { VirtualTime } from "../virtual-time";

const READING: Omit<Reading, "at"> = {
  zoneMode: 1,
  ch: { comfort: { value: 21, min: 17, max: 35, step: 0.5 }, reduced: { value: 17, min: 10, max: 19.5, step: 0.5 } },
  dhw: { comfort: { value: 55, min: 45, max: 65, step: 1 }, reduced: { value: 40, min: 8, max: 55, step: 1 } },
  dhwMode: 1,
  useReducedOnHoliday: false,
  holidays: [],
  plan: undefined,
  isHeatingActive: true,
  flame: false,
  desiredRoomTemp: 21,
  roomTemp: undefined,
  outsideTemp: 4,
  dhwStorageTemp: 50,
  rawZone: {},
};

interface Write {
  readonly call: string;
  readonly wanted: unknown;
  /** Seconds since the rig began. */
  readonly at: number;
}

export function createRig() {
  const clock = new VirtualTime("2026-11-21T12:00:00Z");
  const began = clock.now();
  const seconds = () => Math.round((clock.now() - began) / 100) / 10;
  const reports: (Omit<LastCommand, "at"> & { readonly at: number })[] = [];
  const writes: Write[] = [];
  const rig = {
    clock,
    reports,
    writes,
    /** What a read shows. */
    shown: READING,
    /** What a read waits for. */
    beforeRead: async () => {},
    /** How reads fail at the moment. */
    readFails: undefined as CloudFailure | undefined,
    /** How the next write fails, after it was sent. */
    writeFails: undefined as CloudError | undefined,
    seconds,
    reading: (): Reading => ({ ...rig.shown, at: clock.now() }),
    showHeating: (comfort: number, reduced: number) => {
      const { ch } = rig.shown;
      rig.shown = { ...rig.shown, ch: { comfort: { ...ch.comfort, value: comfort }, reduced: { ...ch.reduced, value: reduced } } };
    },
    /** Seconds. */
    pass: (duration: number) => clock.pass(duration * 1000),
    /** An ordinary read. */
    poll: () => commands.onReading(rig.reading()),
    last: () => reports.at(-1),
    states: () => reports.map(({ field, state }) => `${field} ${state}`),
  };
  const write = (call: string) => async (wanted: unknown) => {
    writes.push({ call, wanted, at: seconds() });
    const failure = rig.writeFails;
    rig.writeFails = undefined;
    if (failure) throw failure;
  };
  const cloud: Cloud = {
    read: async () => {
      await rig.beforeRead();
      if (rig.readFails) throw new CloudError(rig.readFails, "GetData: no answer");
      return rig.reading();
    },
    setData: write("SetData"),
    setTemperature: write("SetTemperature"),
    setTimeProg: write("SetTimeProg"),
    readHolidaySlots: async () => [{ index: 0, from: "2026-01-01", to: "2026-01-01", osv: true }],
    writeHolidaySlot: write("SetHoliday"),
    writeDataPoints: write("WriteDataPoints"),
    blockedUntil: () => undefined,
    clockSet: () => {},
    close: () => {},
  };
  const commands = new Commands({
    cloud,
    clock,
    log: pino({ level: "silent" }),
    semaphore: new Semaphore(1),
    confirmSeconds: [5, 15, 30, 60],
    pollMs: 60_000,
    today: () => "2026-11-21",
    holidayUntil: () => "2026-12-01",
    onReading: (reading) => commands.onReading(reading),
    onReport: (report) => reports.push({ ...report, at: seconds() }),
    onHeatingSent: () => {},
    isRepairing: () => false,
  });
  return Object.assign(rig, { commands });
}
