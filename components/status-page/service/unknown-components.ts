import type { Logger } from "../../../lib/service/log";
import type { StatusPageMetrics } from "./metrics";

/** A label's values make series: what a broken rule invents must not fill the metrics store. */
const MAX_VALUES = 50;
const MAX_LENGTH = 100;
const OTHER = "(other)";

/** Counts alerts of components that the page does not have, and logs each component once. */
export class UnknownComponents {
  readonly #seen = new Set<string>();

  constructor(
    private readonly counter: StatusPageMetrics["status_page_unknown_components_total"],
    private readonly log: Logger,
  ) {}

  count(label: string): void {
    const value = label.slice(0, MAX_LENGTH);
    const isNew = !this.#seen.has(value);
    if (isNew && this.#seen.size >= MAX_VALUES) {
      this.counter.inc({ component: OTHER });
      return;
    }
    this.counter.inc({ component: value });
    if (!isNew) return;
    this.#seen.add(value);
    this.log.warn({ component: value }, "alerts name a component that COMPONENTS_FILE does not; they change nothing on the page");
  }
}
