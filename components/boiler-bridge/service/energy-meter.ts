import type { Clock } from "../../../lib/service/clock";
import type { Logger } from "../../../lib/service/log";
import { type EntityId, energyStates } from "../entities";
import { advance, clockSet, type EnergyState, newEnergy, raise } from "../model/energy";
import type { Reading } from "../model/reading";
import type { EntityState, Home } from "./home/home";

export interface EnergyMeterOptions {
  readonly home: Pick<Home, "isConnected" | "lastNumbers">;
  readonly clock: Clock;
  readonly log: Logger;
  readonly pollMs: number;
  readonly pricePerKwh: number;
  readonly timeZone: string;
}

/** Counts energy and cost, and shows no total before it knows what Home Assistant has seen: none may be lower. */
export class EnergyMeter {
  #energy: EnergyState | undefined;
  #isKnown = false;

  constructor(private readonly options: EnergyMeterOptions) {}

  /** Goes on from what a bridge before this one counted. */
  resume(energy: EnergyState | undefined): void {
    this.#energy = energy;
  }

  onReading(reading: Reading): EnergyState {
    this.#energy = advance(
      this.#energy ?? newEnergy(reading.at, this.options.timeZone),
      { at: reading.at, flame: reading.flame ?? false },
      this.options,
    );
    return this.#energy;
  }

  /** undefined when there is nothing new to save. */
  clockSet(byMs: number): EnergyState | undefined {
    this.#energy &&= clockSet(this.#energy, byMs, this.options.clock.now());
    return this.#energy;
  }

  /** Asks Home Assistant for the totals, once; undefined when there is nothing new to save. */
  async learn(): Promise<EnergyState | undefined> {
    const { home, clock, log, timeZone } = this.options;
    if (this.#isKnown || !home.isConnected()) return undefined;
    try {
      const [energyTotal, costTotal, energyPeriod, costPeriod] = await Promise.all([
        home.lastNumbers("sensor.boiler_heating_energy_total"),
        home.lastNumbers("sensor.boiler_heating_cost_total"),
        home.lastNumbers("sensor.boiler_heating_energy_period"),
        home.lastNumbers("sensor.boiler_heating_cost_period"),
      ]);
      const seen = { energyTotal, costTotal, energyPeriod, costPeriod };
      this.#energy = raise(this.#energy ?? newEnergy(clock.now(), timeZone), seen, timeZone);
      this.#isKnown = true;
      return this.#energy;
    } catch (error) {
      log.debug({ err: error }, "home assistant could not tell the totals yet");
      return undefined;
    }
  }

  /** kWh; undefined while it is not known. */
  get total(): number | undefined {
    return this.#isKnown ? this.#energy?.energyTotal : undefined;
  }

  states(): ReadonlyMap<EntityId, EntityState> {
    return this.#isKnown ? energyStates(this.#energy, this.options.timeZone) : new Map();
  }
}
