import { isLevel, isWorse, type Level, mildest, rank, worst } from "./status";

/** A call whose answer was lost may be carried out later still; so long its status counts as ours. */
const LOST_CALL_MS = 300_000;

/** What is known of one component on the page, and whose its status is. */
export class PageComponentState {
  /** As the page listed it last; our own later calls count once they are confirmed. */
  #shown: string | undefined;
  #isMissing = false;
  #isHeld = false;
  /** The levels it may have by our own doing: one, or more after a lost answer; none while a person holds it or nothing is known. */
  #possible: readonly Level[] = [];
  readonly #lost = new Map<Level, number>();

  /** As the page shows it; undefined before it was listed, and while it is missing. */
  get shown(): string | undefined {
    return this.#isMissing ? undefined : this.#shown;
  }

  /** The map names it and the page lacks it. */
  get isMissing(): boolean {
    return this.#isMissing;
  }

  /** A person set its status: it is left alone until the page shows operational again. */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Whether it may be set at all. */
  get isOurs(): boolean {
    return !this.#isMissing && this.#possible.length > 0;
  }

  get isCertain(): boolean {
    return this.isOurs && this.#possible.length === 1;
  }

  /** The worst and the mildest level that it may have now. */
  get worst(): Level {
    return worst(this.#possible);
  }

  get mildest(): Level {
    return mildest(this.#possible);
  }

  /** What it must be set to so that it certainly shows `wish`; undefined when it does. */
  differsFrom(wish: Level): boolean {
    return this.#possible.some((level) => level !== wish);
  }

  /** The page lists it with this status. Returns the level that was there before us, when it is the first time. */
  listed(status: string, now: number): Level | undefined {
    // The page's empty status is that of a component whose status nobody ever set.
    const shown = status === "" ? "operational" : status;
    const isFirst = this.#shown === undefined;
    this.#shown = shown;
    this.#isMissing = false;
    if (shown === "operational") this.#isHeld = false;
    else if (!this.#isHeld) this.#isHeld = !isLevel(shown) || !(isFirst || this.#isOurDoing(shown, now));
    this.#possible = !this.#isHeld && isLevel(shown) ? [shown] : [];
    return isFirst ? this.#possible[0] : undefined;
  }

  /** The page's list lacks it. What is known stays known: one list with a gap must not make a person's status ours. */
  absent(): void {
    this.#isMissing = true;
  }

  /** The page confirmed our call. */
  confirmed(level: Level): void {
    this.#shown = level;
    this.#possible = [level];
  }

  /** Our call's answer was lost: the page may have carried it out, or do so later. */
  lost(level: Level, now: number): void {
    this.#possible = [...new Set([...this.#possible, level])];
    this.#lost.set(level, now + LOST_CALL_MS);
  }

  #isOurDoing(shown: Level, now: number): boolean {
    return this.#possible.includes(shown) || (this.#lost.get(shown) ?? 0) > now;
  }
}

/**
 * What to set a component to now, which is what it should show, but for the hold: a level is left only
 * when nothing of it has fired for that long. `lastFiring` may be asked for levels worse than `desired`.
 */
export function target(
  state: PageComponentState,
  desired: Level,
  hold: { readonly ms: number; readonly now: number; readonly lastFiring: (level: Level) => number },
): { readonly level: Level; readonly changesAt: number | undefined } {
  const held: Level[] = ["major_outage", "degraded_performance"];
  for (const level of held) {
    if (isWorse(level, state.worst) || rank(level) <= rank(desired)) continue;
    const until = hold.lastFiring(level) + hold.ms;
    if (hold.now < until) return { level, changesAt: until };
  }
  return { level: desired, changesAt: undefined };
}
