import type { Call, CallResult, OwnIncident, Page, PageComponent } from "../../components/status-page/service/page";
import type { VirtualTime } from "../virtual-time";

/** How a call ends. The page does what it is asked after `latencyMs`; `isApplied` says whether it does at all when the answer is no 200. */
export type Ending =
  | { readonly kind: "ok"; readonly latencyMs?: number }
  | { readonly kind: "failed"; readonly isApplied: boolean; readonly latencyMs?: number }
  /** Nothing for ten seconds; if applied, then this much after the call began. */
  | { readonly kind: "timeout"; readonly appliedAfterMs: number | undefined }
  | { readonly kind: "rate_limited"; readonly retryAfterMs: number | undefined }
  | { readonly kind: "unauthorized" }
  | { readonly kind: "refused" };

export interface Made {
  readonly call: Call;
  readonly at: number;
}

const TIMEOUT_MS = 10_000;

/** A page in virtual time. */
export class VirtualPage implements Page {
  readonly statuses = new Map<string, string>();
  /** What its list lacks, though it is there. */
  readonly unlisted = new Set<string>();
  readonly incidents: (OwnIncident & { isResolved: boolean; isOurs: boolean })[] = [];
  readonly made: Made[] = [];
  /** Asked for each call. */
  ending: (call: Call) => Ending = () => ({ kind: "ok" });
  /** Told of each change, before it is made, and when the call for it began. */
  onSet: (id: string, status: string, begun: number) => void = () => {};
  /** Told of each component that a list showed. */
  onListed: (component: PageComponent) => void = () => {};
  pageSize = 100;
  open = 0;
  mostOpen = 0;

  constructor(
    private readonly time: VirtualTime,
    ids: Iterable<string>,
  ) {
    for (const id of ids) this.statuses.set(id, "operational");
  }

  get sets(): string[] {
    return this.made.flatMap(({ call }) => (call.kind === "set" ? [`${call.id} ${call.level}`] : []));
  }

  get kinds(): string[] {
    return this.made.map(({ call }) => call.kind);
  }

  readonly call = async (call: Call): Promise<CallResult> => {
    this.made.push({ call, at: this.time.now() });
    this.mostOpen = Math.max(this.mostOpen, ++this.open);
    try {
      return await this.#end(call, this.ending(call));
    } finally {
      this.open--;
    }
  };

  async #end(call: Call, ending: Ending): Promise<CallResult> {
    const begun = this.time.now();
    if (ending.kind === "timeout") {
      if (ending.appliedAfterMs !== undefined) this.time.after(ending.appliedAfterMs, () => this.#apply(call, begun));
      await this.time.sleep(TIMEOUT_MS);
      return { outcome: "timeout", reason: "ETIMEDOUT" };
    }
    await this.time.sleep("latencyMs" in ending ? (ending.latencyMs ?? 20) : 20);
    if (ending.kind === "ok") {
      const result = this.#apply(call, begun);
      if ("components" in result) result.components?.forEach(this.onListed);
      return result;
    }
    if (ending.kind === "failed") {
      if (ending.isApplied) this.#apply(call, begun);
      return { outcome: "failed", reason: "status 500" };
    }
    if (ending.kind === "rate_limited") return { outcome: "rate_limited", retryAfterMs: ending.retryAfterMs };
    return { outcome: ending.kind, reason: "as told" };
  }

  #apply(call: Call, begun: number): CallResult {
    switch (call.kind) {
      case "components": {
        const rows = Array.from(this.statuses, ([id, status]) => ({ id, status })).filter(({ id }) => !this.unlisted.has(id));
        const page = rows.slice((call.page - 1) * this.pageSize, call.page * this.pageSize);
        return { outcome: "ok", components: page, hasMore: page.length >= this.pageSize };
      }
      case "set":
        if (!this.statuses.has(call.id)) return { outcome: "refused", reason: "status 404" };
        this.onSet(call.id, call.level, begun);
        this.statuses.set(call.id, call.level);
        return { outcome: "ok" };
      case "incidents":
        return { outcome: "ok", incidents: this.incidents.filter(({ isResolved, isOurs }) => isOurs && !isResolved), hasMore: false };
      case "open incident": {
        const id = `i${this.incidents.length}`;
        this.incidents.push({ id, component: call.component, level: call.level, isResolved: false, isOurs: true });
        return { outcome: "ok", incident: id };
      }
      default: {
        const index = this.incidents.findIndex(({ id }) => id === call.incident);
        const known = this.incidents[index];
        if (!known) return { outcome: "refused", reason: "status 404" };
        this.incidents[index] = call.kind === "update incident" ? { ...known, level: call.level } : { ...known, isResolved: true };
        return { outcome: "ok" };
      }
    }
  }
}
