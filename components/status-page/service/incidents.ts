import type { Component } from "../../../lib/site/component";
import type { Call, CallResult, OwnIncident } from "./page";
import type { Level } from "./status";

/** What the page refuses about an incident is tried again so much later. */
const REFUSED_MS = 60_000;
const MAX_PAGES = 20;

interface Entry {
  readonly id: string;
  level: Level;
  /** Ours and unresolved on the page; more than one only after a lost answer. */
  incidents: OwnIncident[];
  /** A person resolved ours while the component was down: no new one until it has been up. */
  isClosedByPerson: boolean;
  refusedUntil: number;
}

/**
 * One incident per component while the page shows it down (degraded or major), by our own doing.
 * Ours are told by the mark in their metadata; no other is ever touched. The page's unresolved
 * incidents are read before the first call of a burst, because a person may have resolved ours, and
 * after a lost answer, because the incident may have been opened.
 */
export class Incidents {
  readonly #entries = new Map<Component, Entry>();
  #isKnown = false;
  #reading: { readonly page: number; readonly found: readonly OwnIncident[] } | undefined;
  #hasRead = false;
  #listRefusedUntil = 0;

  /** The page shows a component like this, certainly and by our doing. */
  shows(component: Component, id: string, level: Level): void {
    const entry = this.#entries.get(component) ?? { id, level, incidents: [], isClosedByPerson: false, refusedUntil: 0 };
    entry.level = level;
    if (level === "operational") entry.isClosedByPerson = false;
    this.#entries.set(component, entry);
  }

  /** The calls that would bring the incidents in order, were they all allowed now. */
  wanted(now: number): Call[] {
    if (!this.#hasRead) return [];
    return Array.from(this.#entries, ([component, entry]) => (entry.refusedUntil > now ? undefined : callFor(component, entry))).filter(
      (call) => call !== undefined,
    );
  }

  next(now: number): Call | undefined {
    if (now < this.#listRefusedUntil) return undefined;
    if (this.#reading) return { kind: "incidents", page: this.#reading.page };
    if (!this.#hasRead) return this.#entries.size > 0 ? { kind: "incidents", page: 1 } : undefined;
    const [first] = this.wanted(now);
    if (first === undefined) {
      this.#isKnown = false;
      return undefined;
    }
    return this.#isKnown ? first : { kind: "incidents", page: 1 };
  }

  /** The end of a refusal. */
  nextChange(now: number): number | undefined {
    const times = [this.#listRefusedUntil, ...Array.from(this.#entries.values(), ({ refusedUntil }) => refusedUntil)].filter(
      (until) => until > now,
    );
    return times.length > 0 ? Math.min(...times) : undefined;
  }

  ended(call: Call, result: CallResult, now: number): void {
    if (call.kind === "incidents") this.#listEnded(call.page, result, now);
    if (call.kind !== "open incident" && call.kind !== "update incident" && call.kind !== "resolve incident") return;
    const entry = Array.from(this.#entries).find(([component]) => component === call.component)?.[1];
    if (!entry) return;
    if (result.outcome === "failed" || result.outcome === "timeout") this.#isKnown = false;
    if (result.outcome === "refused") {
      entry.refusedUntil = now + REFUSED_MS;
      this.#isKnown = false;
    }
    if (result.outcome !== "ok") return;
    if (call.kind === "open incident") {
      if (result.incident === undefined) this.#isKnown = false;
      else entry.incidents.push({ id: result.incident, component: call.component, level: call.level });
    } else {
      entry.incidents = entry.incidents.filter(({ id }) => id !== call.incident);
      if (call.kind === "update incident") entry.incidents.unshift({ id: call.incident, component: call.component, level: call.level });
    }
  }

  #listEnded(page: number, result: CallResult, now: number): void {
    const found = [...(page > 1 ? (this.#reading?.found ?? []) : []), ...((result.outcome === "ok" && result.incidents) || [])];
    this.#reading = undefined;
    if (result.outcome === "refused") this.#listRefusedUntil = now + REFUSED_MS;
    if (result.outcome !== "ok") return;
    if (result.hasMore && page < MAX_PAGES) {
      this.#reading = { page: page + 1, found };
      return;
    }
    for (const [component, entry] of this.#entries) {
      const known = entry.incidents;
      entry.incidents = found.filter((incident) => incident.component === component);
      if (known.length > 0 && entry.incidents.length === 0 && entry.level !== "operational") entry.isClosedByPerson = true;
    }
    this.#hasRead = true;
    this.#isKnown = true;
  }
}

function callFor(component: Component, { id, level, incidents, isClosedByPerson }: Entry): Call | undefined {
  const [first, surplus] = incidents;
  if (level === "operational") return first && { kind: "resolve incident", incident: first.id, component };
  if (surplus) return { kind: "resolve incident", incident: surplus.id, component };
  if (first) return first.level === level ? undefined : { kind: "update incident", incident: first.id, component, level };
  return isClosedByPerson ? undefined : { kind: "open incident", id, component, level };
}
