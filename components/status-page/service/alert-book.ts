import type { Component } from "../../../lib/site/component";
import type { Alert } from "./alert-element";
import { isWorse, LEVELS, type Level, rank, worst } from "./status";

/** Resolved alerts that are remembered for one answer of Alertmanager; one more would at worst be raised until the next answer. */
const MAX_MEANWHILE = 20_000;

/**
 * What fires, per fingerprint, and so what each component should show: the worst of it. Knows what it
 * was told and when, and nothing of Alertmanager's or the page's address: time comes in, nothing goes out.
 */
export class AlertBook {
  readonly #firing = new Map<string, Entry>();
  readonly #components: ReadonlyMap<Component, Tally>;
  readonly #maxPerTally: number;
  #sequence = 0;
  #isSettled = false;
  /** While Alertmanager is asked: what it says of these is older than what a webhook said meanwhile. */
  #resolvedMeanwhile: Set<string> | undefined;

  constructor(components: Iterable<Component>, options: { readonly now: number; readonly maxPerTally?: number }) {
    // Far more alerts of one component and severity than the platform has rules; this bounds what a hostile body leaves behind.
    this.#maxPerTally = options.maxPerTally ?? 2000;
    // A component may have fired until the adapter started: nobody knows, so the hold counts from here.
    this.#components = new Map([...components].map((name) => [name, new Tally(options.now)]));
  }

  /** Whether a settled Alertmanager was heard since the start, so that an empty book means that nothing fires. */
  get isSettled(): boolean {
    return this.#isSettled;
  }

  get size(): number {
    return this.#firing.size;
  }

  /** The worst of what fires. */
  desired(component: Component): Level {
    return this.#tally(component).worst;
  }

  /** How many alerts of the component fire (at least). */
  count(component: Component): number {
    return this.#tally(component).size;
  }

  /** When something of this level or worse last fired; `now` while it does. */
  lastFiring(component: Component, level: Level, now: number): number {
    const tally = this.#tally(component);
    return isWorse(level, tally.worst) ? (tally.lastFiring.get(level) ?? now) : now;
  }

  /** A firing element of a webhook. */
  fire(alert: Alert, now: number): void {
    this.#resolvedMeanwhile?.delete(alert.fingerprint);
    this.#add(alert, now);
  }

  /** An explicit resolved element: the one thing that removes an alert whatever Alertmanager's state. */
  resolve(alert: Alert, now: number): void {
    const known = this.#firing.get(alert.fingerprint);
    // A late copy (of a second Alertmanager, of a retry) about an earlier occurrence, which ended before this one began.
    if (known && alert.startsAt <= alert.endsAt && alert.endsAt < known.startsAt) return;
    if (this.#resolvedMeanwhile && this.#resolvedMeanwhile.size < MAX_MEANWHILE) this.#resolvedMeanwhile.add(alert.fingerprint);
    this.#remove(alert.fingerprint, now);
    // What was inherited from the page is nameless: a resolved alert that explains it ends it.
    const inherited = this.#firing.get(inheritedKey(alert.component));
    if (inherited && !isWorse(inherited.level, alert.level)) this.#remove(inheritedKey(alert.component), now);
  }

  /**
   * The page shows this level since before the start, and no settled Alertmanager has said yet what
   * fires: until one does, or the alert is resolved by name, the level stands.
   */
  inherit(component: Component, level: Level, now: number): void {
    if (this.#isSettled || level === "operational") return;
    // Heard before everything: the page was like this before Alertmanager was first asked.
    this.#put(inheritedKey(component), { component, level, startsAt: Number.NaN, heard: 0 }, now);
  }

  /** Call it when Alertmanager is asked, and {@link Resync.finish} with the answer; webhooks may come between. */
  beginResync(): Resync {
    const begun = this.#sequence;
    const resolved = new Set<string>();
    this.#resolvedMeanwhile = resolved;
    const isCurrent = () => this.#resolvedMeanwhile === resolved;
    return {
      finish: (firing, seen, isComplete, now) => {
        if (isCurrent()) this.#resolvedMeanwhile = undefined;
        for (const alert of firing) if (!resolved.has(alert.fingerprint)) this.#add(alert, now);
        if (!isComplete) return;
        this.#isSettled = true;
        for (const [key, { heard }] of this.#firing) {
          // What a webhook brought after the question may be younger than the answer.
          if (heard <= begun && !seen.has(key)) this.#remove(key, now);
        }
      },
      abandon: () => {
        if (isCurrent()) this.#resolvedMeanwhile = undefined;
      },
    };
  }

  #add({ fingerprint, component, level, startsAt }: Alert, now: number): void {
    const isNew = !this.#firing.has(fingerprint);
    if (isNew && this.#tally(component).count(level) >= this.#maxPerTally) {
      // One entry stands for the rest; only a settled Alertmanager, which lists them all, can say that they ended.
      this.#put(overflowKey(component, level), { component, level, startsAt: Number.NaN, heard: ++this.#sequence }, now);
    } else
      this.#put(
        fingerprint,
        { component, level, startsAt: latest(startsAt, this.#firing.get(fingerprint)?.startsAt), heard: ++this.#sequence },
        now,
      );
  }

  #put(key: string, entry: Entry, now: number): void {
    this.#remove(key, now);
    this.#firing.set(key, entry);
    this.#tally(entry.component).add(entry.level);
  }

  #remove(key: string, now: number): void {
    const entry = this.#firing.get(key);
    if (!entry) return;
    this.#firing.delete(key);
    this.#tally(entry.component).remove(entry.level, now);
  }

  #tally(component: Component): Tally {
    const tally = this.#components.get(component);
    if (!tally) throw new Error(`component "${component}" is not on the page; the element's reader lets only those through`);
    return tally;
  }
}

export interface Resync {
  /**
   * `firing` is what Alertmanager lists, `seen` every fingerprint in its list. `isComplete` says that
   * the list can be trusted to be whole: then what is not in it ends.
   */
  readonly finish: (firing: readonly Alert[], seen: ReadonlySet<string>, isComplete: boolean, now: number) => void;
  readonly abandon: () => void;
}

interface Entry {
  readonly component: Component;
  readonly level: Level;
  readonly startsAt: number;
  /** Position in the order of everything that was heard. */
  readonly heard: number;
}

/** Spaces can't begin a fingerprint of Alertmanager. */
const inheritedKey = (component: Component) => ` inherited ${component}`;
const overflowKey = (component: Component, level: Level) => ` more ${level} ${component}`;

/** A late copy about an earlier occurrence must not make the present one look older. */
function latest(a: number, b: number | undefined): number {
  return b !== undefined && (Number.isNaN(a) || b > a) ? b : a;
}

/** How many alerts of each level fire for one component, and when each level last did. */
class Tally {
  readonly lastFiring: Map<Level, number>;
  readonly #counts = new Map<Level, number>();

  constructor(now: number) {
    this.lastFiring = new Map(LEVELS.map((level) => [level, now]));
  }

  get worst(): Level {
    return worst(this.#counts.keys());
  }

  get size(): number {
    let sum = 0;
    for (const count of this.#counts.values()) sum += count;
    return sum;
  }

  count(level: Level): number {
    return this.#counts.get(level) ?? 0;
  }

  add(level: Level): void {
    this.#counts.set(level, this.count(level) + 1);
  }

  remove(level: Level, now: number): void {
    const before = rank(this.worst);
    if (this.count(level) > 1) this.#counts.set(level, this.count(level) - 1);
    else this.#counts.delete(level);
    for (let ended = rank(this.worst) + 1; ended <= before; ended++) {
      const level = LEVELS[ended];
      if (level) this.lastFiring.set(level, now);
    }
  }
}
