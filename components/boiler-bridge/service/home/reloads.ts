/** When helpers are being reloaded: a reload may clamp values to new limits, and its changes name neither user nor parent. */
import * as z from "zod/mini";
import type { Clock } from "../../../../lib/service/clock";
import { FIELDS, HELPERS } from "../../watched-helpers";

/** A reload of one domain reads the configuration and is done in a second or two. */
const DOMAIN_MS = 3_000;
/** All domains, one after another. */
const ALL_MS = 15_000;

const HELPER_DOMAINS: ReadonlySet<string> = new Set(FIELDS.map((field) => HELPERS[field].kind));

const callService = z.object({ data: z.object({ domain: z.string(), service: z.string() }) });

export class Reloads {
  #until = Number.NEGATIVE_INFINITY;

  constructor(private readonly clock: Clock) {}

  /** Takes an event of the type `call_service`. */
  note(event: unknown): void {
    const call = z.safeParse(callService, event).data?.data;
    const duration =
      call?.domain === "homeassistant" && call.service === "reload_all"
        ? ALL_MS
        : call?.service === "reload" && HELPER_DOMAINS.has(call.domain)
          ? DOMAIN_MS
          : 0;
    this.#until = Math.max(this.#until, this.clock.now() + duration);
  }

  isReloading(): boolean {
    return this.clock.now() < this.#until;
  }
}
