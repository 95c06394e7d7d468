/** The boiler behind the simulated cloud: what it holds, and what it makes of a write that the cloud accepted. */

export interface Pair {
  comfort: number;
  reduced: number;
}

export interface WirePlan {
  plans: { days: number[]; slices: { from: number; temp: 0 | 1 }[] }[];
  [field: string]: unknown;
}

export interface BoilerState {
  zoneMode: number;
  ch: Pair;
  dhw: Pair;
  dhwMode: number;
  useReducedOnHoliday: boolean;
  /** Month and day only, as the firmware stores them: MM-DD. `osv` means that the slot is not set. */
  slots: { from: string; to: string; osv: boolean }[];
  plan: WirePlan;
  flame: boolean;
  outsideTemp: number;
  storageTemp: number;
  /** undefined without a room sensor. */
  roomTemp: number | undefined;
}

export function newBoiler(): BoilerState {
  return {
    zoneMode: 1,
    ch: { comfort: 21, reduced: 17 },
    dhw: { comfort: 55, reduced: 45 },
    dhwMode: 1,
    useReducedOnHoliday: false,
    slots: Array.from({ length: 8 }, () => ({ from: "01-01", to: "01-01", osv: true })),
    plan: {
      plans: [
        { days: [1, 2, 3, 4, 5], slices: [flag(0, 0), flag(360, 1), flag(1320, 0)] },
        { days: [0, 6], slices: [flag(0, 0), flag(480, 1), flag(1380, 0)] },
      ],
      allowedTemp: [0, 1],
      defaultTemp: 0,
      baseTemp: 0,
      tick: 10,
      maxSwitches: 6,
      ext: null,
      pilot: 0,
    },
    flame: false,
    outsideTemp: 4.5,
    storageTemp: 52,
    roomTemp: 20.5,
  };
}

function flag(from: number, temp: 0 | 1) {
  return { from, temp };
}

/** The parts that a write may change. */
export type Change = (state: BoilerState) => void;

/** Holds only what the firmware accepts: a pair in which reduced is above comfort is put back. */
export function applyChange(state: BoilerState, change: Change): void {
  const before = structuredClone(state);
  change(state);
  if (state.ch.reduced > state.ch.comfort) state.ch = before.ch;
  if (state.dhw.reduced > state.dhw.comfort) state.dhw = before.dhw;
}

export interface View {
  readonly state: BoilerState;
  /** Which setpoints the cloud's cache shows as the inverted sentinel. */
  readonly sentinels: ReadonlySet<keyof Pair>;
  readonly zone: number;
  readonly year: number;
  /** Adds fields that no client knows. */
  readonly hasExtraFields: boolean;
}

export const SENTINEL = { value: 4, min: 10, max: 4, step: 0.5 } as const;

export function shownSetpoint({ state: { ch }, sentinels }: View, which: keyof Pair) {
  if (sentinels.has(which)) return SENTINEL;
  // The inner bound follows the partner.
  return which === "comfort"
    ? { value: ch.comfort, min: ch.reduced, max: 35, step: 0.5 }
    : { value: ch.reduced, min: 10, max: Math.min(ch.comfort, 19.5), step: 0.5 };
}

export function shownPlant(view: View) {
  const { dhw, dhwMode, flame, outsideTemp, storageTemp } = view.state;
  return {
    outsideTemp,
    hasOutsideTempProbe: true,
    outsideTempError: false,
    dhwComfortTemp: { value: dhw.comfort, min: 45, max: 65, step: 1 },
    dhwReducedTemp: { value: dhw.reduced, min: 8, max: 55, step: 1 },
    dhwMode: { value: dhwMode, allowedOptions: [0, 1], allowedOptionTexts: ["Aus", "Ein"] },
    dhwEnabled: true,
    flameSensor: flame,
    heatPumpOn: false,
    dhwStorageTemp: storageTemp,
    dhwStorageTempError: false,
    hasDhwStorageProbe: true,
    isDhwProgReadOnly: false,
    ...(view.hasExtraFields && { newPlantField: { a: [1, null] } }),
  };
}

export function shownZone(view: View) {
  const { zoneMode, ch, roomTemp, slots, useReducedOnHoliday, flame } = view.state;
  const absent = { value: 0, min: 0, max: 0, step: 0 };
  return {
    zone: view.zone,
    mode: { value: zoneMode, allowedOptions: [0, 1, 2, 3], allowedOptionTexts: ["Schutz", "Automatik", "Reduziert", "Komfort"] },
    isHeatingActive: true,
    isCoolingActive: false,
    heatOrCoolRequest: flame,
    chComfortTemp: shownSetpoint(view, "comfort"),
    chReducedTemp: shownSetpoint(view, "reduced"),
    coolComfortTemp: absent,
    coolReducedTemp: absent,
    roomTemp: roomTemp ?? 0,
    roomTempError: false,
    hasRoomSensor: roomTemp !== undefined,
    desiredRoomTemp: zoneMode === 2 ? ch.reduced : ch.comfort,
    chProtectionTemp: 10,
    useReducedOperationModeOnHoliday: useReducedOnHoliday,
    holidays: slots.flatMap(({ from, to, osv }, index) =>
      isEmpty({ from, to })
        ? []
        : [
            {
              index,
              fromAsIso: `${view.year}-${from}T00:00:00`,
              toAsIso: `${view.year}-${to}`,
              added: false,
              changed: false,
              deleted: false,
              osv,
            },
          ],
    ),
    ...(view.hasExtraFields && { newZoneField: "kept" }),
  };
}

export function isEmpty({ from, to }: { from: string; to: string }): boolean {
  return from === "01-01" && to === "01-01";
}

export function shownSlots({ state, year }: View) {
  return state.slots.map(({ from, to, osv }, index) => ({ index, from: `${year}-${from}T00:00:00`, to: `${year}-${to}T00:00:00`, osv }));
}
