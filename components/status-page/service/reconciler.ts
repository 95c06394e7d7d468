import type { Component } from "../../../lib/site/component";
import type { AlertBook } from "./alert-book";
import type { ComponentIds } from "./components-file";
import { Incidents } from "./incidents";
import { Pacing } from "./pacing";
import type { Call, CallResult } from "./page";
import { PageComponentState, target } from "./page-component";
import { isWorse, type Level, rank } from "./status";

export interface ReconcilerOptions {
  readonly components: ComponentIds;
  readonly book: AlertBook;
  readonly holdMs: number;
  readonly minIntervalMs: number;
  /** The page is read at least this often, so that a person's changes show. */
  readonly rereadMs: number;
  readonly incidents: boolean;
  readonly now: number;
}

/** What to do now: a call, or wait until a time or a change. */
export type Step = { readonly call: Call } | { readonly until: number };

/** What an operator is told, each once. */
export type Notice =
  | { readonly kind: "missing" | "found" | "held by a person" | "ours again"; readonly component: Component }
  | { readonly kind: "refused"; readonly component: Component | undefined; readonly reason: string };

/** A longer burst reads the page again, because a person may have stepped in: more time and more calls than all components take. */
const LONGEST_BURST = { ms: 20_000, calls: 20 };
/** While a person's status differs from ours, how often to look whether it was taken back. */
const HELD_REREAD_MS = 30_000;
/** After a lost answer, when to look what became of the call. */
const VERIFY_MS = 30_000;
/** What the page refuses for one component is tried again so much later; another wish is tried at once. */
const REFUSED_MS = 60_000;
/** From so many failures in a row on, the other components go first. */
const FAILING = 3;
/** A page that repeats itself must not keep the adapter reading for ever; this is a hundred times the components there are. */
const MAX_PAGES = 20;

/** One component: what the page shows and how calls about it went. */
class Entry {
  readonly state = new PageComponentState();
  failures = 0;
  refused: { readonly level: Level; readonly until: number } | undefined;

  constructor(
    readonly component: Component,
    readonly id: string,
  ) {}
}

/** A component that should be set. */
interface Wish {
  readonly entry: Entry;
  readonly level: Level;
}

/**
 * Brings the page to what the book says, one call after the other. Pure: time and results come in,
 * calls go out; whoever drives it makes at most one call at a time.
 */
export class Reconciler {
  readonly #entries: readonly Entry[];
  readonly #pacing: Pacing;
  readonly #incidents: Incidents | undefined;
  /** Rows of the list that is being read, and its next page. */
  #reading: { readonly rows: Map<string, string>; readonly page: number; readonly begun: number } | undefined;
  /** When the list that still counts for this burst was asked for. */
  #listedAt: number | undefined;
  #lastListedAt: number | undefined;
  #verifyAt: number | undefined;
  #begunAt = 0;
  readonly #notices: Notice[] = [];

  constructor(private readonly options: ReconcilerOptions) {
    this.#entries = Array.from(options.components, ([component, id]) => new Entry(component, id));
    this.#pacing = new Pacing(options.minIntervalMs, options.now);
    this.#incidents = options.incidents ? new Incidents() : undefined;
  }

  state(component: Component): PageComponentState {
    const entry = this.#entries.find((entry) => entry.component === component);
    if (!entry) throw new Error(`component "${component}" is not on the page; use one of the components file`);
    return entry.state;
  }

  /** Components that wait for a call, those that the page refuses included; not those within their hold. */
  queueLength(now: number): number {
    const unseen = this.#entries.filter(
      ({ state, component }) => state.shown === undefined && !state.isMissing && this.options.book.desired(component) !== "operational",
    );
    return unseen.length + this.#wishes(now).length + (this.#incidents?.wanted(now).length ?? 0);
  }

  /** What happened since it was last asked. */
  takeNotices(): Notice[] {
    return this.#notices.splice(0);
  }

  next(now: number): Step {
    const wishes = this.#wishes(now);
    const ready = wishes.filter(({ entry, level }) => !isRefused(entry, level, now));
    const incidentCall = this.#incidents?.next(now);
    const isBusy = ready.length > 0 || incidentCall !== undefined;
    // The burst is over: the next one reads the page first.
    if (!isBusy && this.#reading === undefined) this.#listedAt = undefined;

    if (this.#reading !== undefined || this.#mustList(isBusy, now))
      return this.#when(now, { kind: "components", page: this.#reading?.page ?? 1 });
    const [first] = ready.sort(byUrgency);
    if (first) {
      // It may show either of two levels, and should be lowered: which one it shows decides whether it may.
      if (!first.entry.state.isCertain && isWorse(first.entry.state.worst, this.options.book.desired(first.entry.component)))
        return this.#when(now, { kind: "components", page: 1 });
      return this.#when(now, { kind: "set", id: first.entry.id, level: first.level });
    }
    if (incidentCall) return this.#when(now, incidentCall);
    return { until: this.#nextChange(now, wishes) };
  }

  started(call: Call, now: number): void {
    this.#begunAt = now;
    this.#pacing.started(now);
    if (call.kind === "components" && call.page === 1) this.#reading = { rows: new Map(), page: 1, begun: now };
  }

  ended(call: Call, result: CallResult, now: number): void {
    this.#pacing.ended(result, now);
    if (call.kind === "components") this.#listEnded(call.page, result, now);
    else if (call.kind === "set") this.#setEnded(call.id, call.level, result, now);
    else {
      this.#incidents?.ended(call, result, now);
      if (result.outcome === "refused")
        this.#notices.push({ kind: "refused", component: undefined, reason: `${call.kind}: ${result.reason}` });
    }
  }

  #when(now: number, call: Call): Step {
    return now < this.#pacing.notBefore ? { until: this.#pacing.notBefore } : { call };
  }

  #mustList(isBusy: boolean, now: number): boolean {
    if (this.#lastListedAt === undefined || now >= this.#nextReread()) return true;
    const longest = Math.max(LONGEST_BURST.ms, LONGEST_BURST.calls * this.options.minIntervalMs);
    return isBusy && (this.#listedAt === undefined || now - this.#listedAt >= longest);
  }

  /** When the page is read although nothing is to be sent. */
  #nextReread(): number {
    const { rereadMs, book } = this.options;
    const last = this.#lastListedAt ?? 0;
    const isHeldApart = this.#entries.some(
      ({ state, component }) => state.isHeld && !state.isMissing && state.shown !== book.desired(component),
    );
    return Math.min(last + (isHeldApart ? Math.min(HELD_REREAD_MS, rereadMs) : rereadMs), this.#verifyAt ?? Number.POSITIVE_INFINITY);
  }

  /** Every component whose page status should change now. */
  #wishes(now: number): Wish[] {
    return this.#entries.flatMap((entry) => {
      if (!entry.state.isOurs) return [];
      const { level } = this.#target(entry, now);
      return entry.state.differsFrom(level) ? [{ entry, level }] : [];
    });
  }

  #target({ component, state }: Entry, now: number): ReturnType<typeof target> {
    const { book, holdMs } = this.options;
    return target(state, book.desired(component), { ms: holdMs, now, lastFiring: (level) => book.lastFiring(component, level, now) });
  }

  /** When something becomes due without anything being heard: the end of a hold or of a refusal, or the page's next reading. */
  #nextChange(now: number, wishes: readonly Wish[]): number {
    const times = [this.#nextReread()];
    for (const entry of this.#entries) {
      const { changesAt } = entry.state.isOurs ? this.#target(entry, now) : { changesAt: undefined };
      if (changesAt !== undefined) times.push(changesAt);
    }
    for (const { entry } of wishes) if (entry.refused) times.push(entry.refused.until);
    const incidents = this.#incidents?.nextChange(now);
    if (incidents !== undefined) times.push(incidents);
    return Math.min(...times);
  }

  #listEnded(page: number, result: CallResult, now: number): void {
    const reading = this.#reading;
    this.#reading = undefined;
    if (result.outcome === "refused") this.#notices.push({ kind: "refused", component: undefined, reason: `components: ${result.reason}` });
    if (result.outcome !== "ok" || reading === undefined) {
      // No way to know when a refused list is fixed: look again in a minute, as with a refused component.
      if (result.outcome === "refused") this.#pacing.pause(now, REFUSED_MS);
      return;
    }
    for (const { id, status } of result.components ?? []) reading.rows.set(id, status);
    const isComplete = !result.hasMore || page >= MAX_PAGES || this.#entries.every(({ id }) => reading.rows.has(id));
    if (!isComplete) {
      this.#reading = { ...reading, page: page + 1 };
      return;
    }
    this.#listedAt = reading.begun;
    this.#lastListedAt = reading.begun;
    if (this.#verifyAt !== undefined && reading.begun >= this.#verifyAt) this.#verifyAt = undefined;
    for (const entry of this.#entries) this.#apply(entry, reading.rows.get(entry.id), now);
  }

  #apply({ component, state }: Entry, status: string | undefined, now: number): void {
    const { isMissing, isHeld } = state;
    if (status === undefined) state.absent();
    else {
      const inherited = state.listed(status, now);
      if (inherited !== undefined) this.options.book.inherit(component, inherited, now);
    }
    if (state.isMissing !== isMissing) this.#notices.push({ kind: state.isMissing ? "missing" : "found", component });
    if (state.isHeld !== isHeld) this.#notices.push({ kind: state.isHeld ? "held by a person" : "ours again", component });
    this.#showIncident(component, state);
  }

  #setEnded(id: string, level: Level, result: CallResult, now: number): void {
    const entry = this.#entries.find((entry) => entry.id === id);
    if (!entry) return;
    const { component, state } = entry;
    if (result.outcome === "ok") {
      entry.failures = 0;
      entry.refused = undefined;
      state.confirmed(level);
      this.#showIncident(component, state);
    } else if (result.outcome === "failed" || result.outcome === "timeout") {
      entry.failures++;
      state.lost(level, this.#begunAt);
      this.#verifyAt ??= now + VERIFY_MS;
    } else if (result.outcome === "refused") {
      entry.refused = { level, until: now + REFUSED_MS };
      this.#notices.push({ kind: "refused", component, reason: result.reason });
    }
  }

  /** An incident follows what the page shows by our doing, and so the hold; a person's status leaves it as it is. */
  #showIncident(component: Component, state: PageComponentState): void {
    const id = this.options.components.get(component);
    if (id !== undefined && state.isCertain) this.#incidents?.shows(component, id, state.worst);
  }
}

function isRefused({ refused }: Entry, level: Level, now: number): boolean {
  return refused !== undefined && refused.level === level && now < refused.until;
}

/** Raises first, the worst of them first; one that fails and fails again waits behind the others. */
function byUrgency(a: Wish, b: Wish): number {
  return urgency(b) - urgency(a);
}

function urgency({ entry, level }: Wish): number {
  const isRaise = isWorse(level, entry.state.mildest);
  return (entry.failures >= FAILING ? 0 : 100) + (isRaise ? 10 : 0) + rank(level);
}
