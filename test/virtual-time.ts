import type { Timers } from "../components/status-page/service/timers";

interface Alarm {
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
}

/** Time that passes only when told to, and then as fast as its alarms run. */
export class VirtualTime implements Timers {
  #now: number;
  #order = 0;
  readonly #alarms = new Set<Alarm>();

  constructor(startsAt = "2026-08-20T12:00:00Z") {
    this.#now = Date.parse(startsAt);
  }

  readonly now = (): number => this.#now;

  readonly after = (milliseconds: number, run: () => void): (() => void) => {
    const alarm = { at: this.#now + Math.max(0, milliseconds), order: this.#order++, run };
    this.#alarms.add(alarm);
    return () => this.#alarms.delete(alarm);
  };

  readonly sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => this.after(milliseconds, resolve));

  async pass(milliseconds: number): Promise<void> {
    const until = this.#now + milliseconds;
    await settled();
    for (let next = this.#next(until); next; next = this.#next(until)) {
      this.#alarms.delete(next);
      this.#now = next.at;
      next.run();
      await settled();
    }
    this.#now = until;
  }

  #next(until: number): Alarm | undefined {
    let first: Alarm | undefined;
    for (const alarm of this.#alarms) {
      if (alarm.at > until) continue;
      if (!first || alarm.at < first.at || (alarm.at === first.at && alarm.order < first.order)) first = alarm;
    }
    return first;
  }
}

/** Every promise that can settle without time has settled: nothing under test waits for real input. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
