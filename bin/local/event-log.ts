/** Who is told of an alert in the end. */
export const RECEIVER_WORDS = ["push", "page", "dead-man"] as const;
export type ReceiverWord = (typeof RECEIVER_WORDS)[number];

/** What arrived at a receiver. */
export interface TrialEvent {
  readonly receiver: ReceiverWord;
  /** ISO 8601. */
  readonly at: string;
  readonly method: string;
  /** That of the page names its component. */
  readonly path: string;
  /** As a value where it was JSON, a form, or a query in place of one; "" for none. */
  readonly body: unknown;
}

/** Everything that arrived, in its order. */
export class EventLog {
  readonly #events: TrialEvent[] = [];
  readonly #listeners = new Set<(event: TrialEvent) => void>();

  get all(): readonly TrialEvent[] {
    return this.#events;
  }

  add(event: TrialEvent): void {
    this.#events.push(event);
    for (const tell of this.#listeners) tell(event);
  }

  /** Tells of whatever arrives from now on, until the function that it gives is called. */
  listen(tell: (event: TrialEvent) => void): () => void {
    this.#listeners.add(tell);
    return () => this.#listeners.delete(tell);
  }
}
