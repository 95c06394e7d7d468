import { isDeepStrictEqual } from "node:util";
import type { Clock } from "../../../lib/service/clock";
import type { Logger } from "../../../lib/service/log";
import type { Semaphore } from "../../../lib/service/semaphore";
import type { Reading } from "../model/reading";
import { isSentinel, type Temperatures, valuesOf } from "../model/setpoints";
import type { BridgeMemory } from "./bridge-memory";
import { type Cloud, CloudError } from "./cloud/cloud";
import type { Home } from "./home/home";
import type { BridgeMetrics } from "./metrics";
import { afterReading, isRepairable, NOT_REPAIRED, repairWrites } from "./repair";

export interface SentinelRepairOptions {
  readonly cloud: Pick<Cloud, "read" | "writeDataPoints">;
  /** The heating zone. */
  readonly zone: number;
  readonly clock: Clock;
  readonly log: Logger;
  /** No command writes while a repair reads and writes. */
  readonly semaphore: Semaphore;
  readonly home: Pick<Home, "notify" | "dismiss">;
  readonly metrics: Pick<BridgeMetrics, "boiler_bridge_sentinel" | "boiler_bridge_sentinel_alarm">;
  /** Seconds after the write at which it is looked at. */
  readonly confirmSeconds: readonly number[];
  readonly memory: BridgeMemory;
  readonly onReading: (reading: Reading) => void;
}

const NOTIFICATION = "boiler_bridge_sentinel";

/** Mends the inverted sentinel once, or says that it can't. */
export class SentinelRepair {
  /** A pair that was sent may take so long to show: until then an older one that is read is not the good one. */
  #expectsUntil = 0;
  #isUnderWay = false;
  #isAlarmed = false;
  #isClosed = false;

  constructor(private readonly options: SentinelRepairOptions) {}

  close(): void {
    this.#isClosed = true;
  }

  /** Whether a repair is about to write, or to be seen. */
  get isUnderWay(): boolean {
    return this.#isUnderWay;
  }

  /** A command's heating pair was sent: the boiler may have it although the cloud's setpoints break now, and the repair must not undo it. */
  onSent(pair: Temperatures): void {
    const { clock, confirmSeconds, memory } = this.options;
    this.#expectsUntil = clock.now() + (confirmSeconds.at(-1) ?? 0) * 1000;
    void memory.save({ goodPair: pair });
  }

  onReading(reading: Reading): void {
    const { memory, metrics, home, zone } = this.options;
    const hasSentinel = isSentinel(reading.ch);
    const goodPair = this.#goodPair(reading);
    const { state, action } = afterReading(memory.state.repair ?? NOT_REPAIRED, reading, isRepairable(zone) ? goodPair : undefined);
    void memory.save({ goodPair, repair: state });
    // What a repair has just written shows a few seconds later.
    const isAlarm = action === "alarm" && !this.#isUnderWay;
    metrics.boiler_bridge_sentinel.set(hasSentinel ? 1 : 0);
    metrics.boiler_bridge_sentinel_alarm.set(isAlarm ? 1 : 0);
    if (isAlarm) this.#alarm(goodPair);
    else if (action === "repair" && !this.#isUnderWay) void this.#repair();
    else if (!hasSentinel && this.#isAlarmed) {
      this.#isAlarmed = false;
      home.dismiss(NOTIFICATION).catch(() => this.options.log.debug("a notification could not be dismissed"));
    }
  }

  #goodPair(reading: Reading): Temperatures | undefined {
    const known = this.options.memory.state.goodPair;
    if (isSentinel(reading.ch)) return known;
    const shown = valuesOf(reading.ch);
    if (isDeepStrictEqual(shown, known)) this.#expectsUntil = 0;
    return reading.at < this.#expectsUntil ? known : shown;
  }

  #alarm(goodPair: Temperatures | undefined): void {
    if (this.#isAlarmed) return;
    this.#isAlarmed = true;
    const { zone } = this.options;
    const reason = !isRepairable(zone)
      ? `where the boiler keeps the setpoints of zone ${zone} is not known`
      : goodPair === undefined
        ? "no good pair of heating setpoints is known"
        : "the setpoints were repaired once already, and the sentinel stands again";
    this.options.log.error({ reason }, "the heating setpoints are the inverted sentinel and are not repaired");
    const message = `The cloud shows broken heating setpoints (4.0), and ${reason}. Set comfort and reduced again in the vendor's app.`;
    this.options.home.notify(NOTIFICATION, "Boiler: heating setpoints are broken", message).catch(() => {
      // Told at the next reading.
      this.#isAlarmed = false;
    });
  }

  async #repair(): Promise<void> {
    this.#isUnderWay = true;
    try {
      if (await this.#write()) await this.#look();
    } catch (error) {
      if (error instanceof CloudError) this.options.log.warn({ reason: error.message }, "the repair could not be made");
      else this.options.log.error({ err: error }, "the repair failed for a reason of the bridge's own");
    } finally {
      this.#isUnderWay = false;
    }
  }

  /** The one write, on what a fresh read shows; whether it was sent. */
  async #write(): Promise<boolean> {
    const { cloud, zone, semaphore, log, memory } = this.options;
    const release = await semaphore.acquire();
    try {
      const fresh = await cloud.read("command");
      const { goodPair } = memory.state;
      if (this.#isClosed || goodPair === undefined || !isSentinel(fresh.ch)) return false;
      // Before it is sent: whatever happens to the bridge now must not lead to a second one.
      await memory.save({ repair: { hasTried: true, goodReads: 0 } });
      log.warn({ ...goodPair }, "repairing the heating setpoints with the last good pair");
      try {
        await cloud.writeDataPoints(repairWrites(zone, fresh.ch, goodPair));
      } catch (error) {
        if (!(error instanceof CloudError) || error.failure === "rejected") throw error;
        if (error.failure !== "uncertain") {
          await memory.save({ repair: NOT_REPAIRED });
          throw error;
        }
      }
      return true;
    } finally {
      release();
    }
  }

  async #look(): Promise<void> {
    const { cloud, clock, confirmSeconds, onReading } = this.options;
    const sentAt = clock.now();
    for (const [index, seconds] of confirmSeconds.entries()) {
      await clock.sleep(sentAt + seconds * 1000 - clock.now());
      if (this.#isClosed) return;
      const fresh = await cloud.read("command").catch(() => undefined);
      // The last look may raise the alarm.
      this.#isUnderWay = index < confirmSeconds.length - 1;
      if (fresh) onReading(fresh);
      if (fresh && !isSentinel(fresh.ch)) return;
    }
  }
}
