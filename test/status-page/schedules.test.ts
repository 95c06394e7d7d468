/**
 * Random schedules in virtual time: alerts of a few components come and go, two Alertmanagers send what
 * they see late, twice and out of order, the page fails in every documented way, Alertmanager restarts
 * and forgets, the adapter restarts, people edit the page, its list has gaps. Throughout: one call at a
 * time, never closer than the interval, no lowering within the hold, nothing lowered that the adapter was
 * told of and that still fires, no person's status overwritten after it was seen. In the end the page
 * shows what fires.
 */
import fc from "fast-check";
import type { Component } from "../../lib/site/component";
import { runs } from "../wide";
import { element, fingerprintOf, listed, type TestAlert } from "./alerts";
import type { Ending } from "./virtual-page";
import { HOLD_MS, INTERVAL_MS, idOf, ids, RESYNC_MS, SETTLE_MS, World } from "./world";

const COMPONENTS: readonly Component[] = ["Mail", "DNS", "NTP"];
const SEVERITIES = ["critical", "warning", "info"] as const;
const LEVELS = ["operational", "degraded_performance", "major_outage"];
const LEVEL = { critical: "major_outage", warning: "degraded_performance", info: "operational" } as const;
const RUNS = Number(process.env.SCHEDULES ?? runs(500));

type Step =
  | { readonly kind: "fire" | "resolve"; readonly alert: number; readonly deliveries: readonly number[] }
  /** Resolves and fires again at once, so that the copies overtake each other. */
  | { readonly kind: "flap"; readonly alert: number; readonly deliveries: readonly number[]; readonly again: readonly number[] }
  | { readonly kind: "page"; readonly endings: readonly Ending[] }
  | { readonly kind: "person"; readonly component: number; readonly status: string }
  /** The page's list lacks a component for a while; a person may set its status meanwhile. */
  | { readonly kind: "list lacks"; readonly component: number; readonly forMs: number; readonly status: string | undefined }
  | { readonly kind: "alertmanager restarts"; readonly knowsAgainAfterMs: number }
  | { readonly kind: "alertmanager is down"; readonly forMs: number }
  | { readonly kind: "alertmanager is slow"; readonly latencyMs: number }
  | { readonly kind: "adapter restarts" }
  | { readonly kind: "truncated webhook" };

/** Few, so that a schedule meets the same one again. */
const ALERTS: readonly (TestAlert & { readonly component: Component; readonly severity: (typeof SEVERITIES)[number] })[] =
  COMPONENTS.flatMap((component) =>
    SEVERITIES.flatMap((severity) => (severity === "critical" ? [1, 2] : [1]).map((n) => ({ name: `Alert${n}`, component, severity }))),
  );

const ms = (max: number) => fc.integer({ min: 0, max });
const ending: fc.Arbitrary<Ending> = fc.oneof(
  fc.record({ kind: fc.constant("ok" as const), latencyMs: ms(9000) }),
  fc.record({ kind: fc.constant("failed" as const), isApplied: fc.boolean(), latencyMs: ms(3000) }),
  fc.record({ kind: fc.constant("timeout" as const), appliedAfterMs: fc.option(ms(20_000), { nil: undefined }) }),
  fc.record({ kind: fc.constant("rate_limited" as const), retryAfterMs: fc.option(ms(30_000), { nil: undefined }) }),
  fc.constant({ kind: "unauthorized" as const }),
  fc.constant({ kind: "refused" as const }),
);
const alert = fc.nat({ max: ALERTS.length - 1 });
/** When copies of a webhook arrive; none means that all were lost. */
const deliveries = fc.oneof({ weight: 4, arbitrary: fc.constant([50]) }, { weight: 2, arbitrary: fc.array(ms(40_000), { maxLength: 3 }) });
const component = fc.nat({ max: COMPONENTS.length - 1 });
const status = fc.constantFrom("operational", "under_maintenance", "partial_outage", "degraded_performance", "major_outage");
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constantFrom("fire" as const, "resolve" as const), alert, deliveries }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("flap" as const), alert, deliveries, again: deliveries }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("page" as const), endings: fc.array(ending, { minLength: 1, maxLength: 6 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("person" as const), component, status }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("list lacks" as const),
      component,
      forMs: ms(400_000),
      status: fc.option(status, { nil: undefined }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("alertmanager restarts" as const), knowsAgainAfterMs: ms(SETTLE_MS / 2) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("alertmanager is down" as const), forMs: ms(400_000) }) },
  { weight: 1, arbitrary: fc.constant({ kind: "adapter restarts" as const }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("alertmanager is slow" as const), latencyMs: ms(9900) }) },
  { weight: 2, arbitrary: fc.constant({ kind: "truncated webhook" as const }) },
);
const schedule = fc.array(fc.tuple(step, fc.oneof(ms(3000), ms(60_000), ms(200_000))), { minLength: 1, maxLength: 25 });

/** What really is, beside what the adapter believes. */
class Reality {
  readonly world = new World({ components: new Map([...ids].filter(([component]) => COMPONENTS.includes(component))) });
  readonly violations: string[] = [];
  /** Alert -> since when it fires. */
  readonly #firing = new Map<number, number>();
  /** What Alertmanager has forgotten, until it is told again. */
  #forgotten = new Set<number>();
  #startedAt = this.world.time.now() - 2 * SETTLE_MS;
  /** When this process was last told that an alert fires, by webhook; and since when the occurrence lasts that it was told of. */
  #told = new Map<number, { readonly at: number; readonly since: number }>();
  /** Component id -> a person's edit that nobody has changed since. */
  readonly #edits = new Map<string, number>();
  /** Component id -> since when this process has seen that a person holds it. */
  readonly #seenHeld = new Map<string, number>();
  readonly #endings: Ending[] = [];

  constructor() {
    const { world } = this;
    world.page.ending = () => this.#endings.shift() ?? { kind: "ok" };
    world.page.onSet = (id, status, begun) => this.#check(id, status, begun);
    world.page.onListed = ({ id, status }) => {
      if (status === "operational") this.#seenHeld.delete(id);
      else if (!LEVELS.includes(status) && !this.#seenHeld.has(id)) this.#seenHeld.set(id, world.time.now());
    };
    this.#publish();
  }

  /** When the last list before a call was asked for: what a person did before that, the adapter knew. */
  #listedBefore(begun: number): number {
    return this.world.page.made.findLast(({ call, at }) => call.kind === "components" && at <= begun)?.at ?? 0;
  }

  async run(steps: readonly (readonly [Step, number])[]): Promise<void> {
    const { time } = this.world;
    await this.world.start();
    for (const [step, pause] of steps) {
      await this.#do(step);
      await time.pass(pause);
    }
    // Peace: no more faults, and time for Alertmanager to settle, to be asked, and for the hold.
    this.#endings.length = 0;
    await time.pass(SETTLE_MS + 2 * RESYNC_MS + HOLD_MS + 60_000);
    this.#final();
    const { made, mostOpen } = this.world.page;
    if (mostOpen > 1) this.violations.push(`${mostOpen} calls at once`);
    for (const [n, { at }] of made.entries()) {
      const before = made[n - 1]?.at;
      if (before !== undefined && at - before < INTERVAL_MS) this.violations.push(`calls ${at - before} ms apart`);
    }
  }

  async #do(step: Step): Promise<void> {
    const { world } = this;
    const now = world.time.now();
    switch (step.kind) {
      case "fire":
      case "resolve":
        return this.#change(step.kind, step.alert, step.deliveries);
      case "flap":
        this.#change("resolve", step.alert, step.deliveries);
        await world.time.pass(1000);
        return this.#change("fire", step.alert, step.again);
      case "page":
        this.#endings.push(...step.endings);
        return;
      case "person":
        return this.#edit(step.component, step.status);
      case "list lacks": {
        const id = idOf(COMPONENTS[step.component] ?? "Mail");
        world.page.unlisted.add(id);
        world.time.after(step.forMs, () => {
          world.page.unlisted.delete(id);
          if (step.status !== undefined) this.#edit(step.component, step.status);
        });
        return;
      }
      case "alertmanager restarts":
        this.#startedAt = now;
        this.#forgotten = new Set(this.#firing.keys());
        world.time.after(step.knowsAgainAfterMs, () => {
          this.#forgotten.clear();
          this.#publish();
        });
        return this.#publish();
      case "alertmanager is down":
        world.alertmanager.isDown = true;
        world.time.after(step.forMs, () => {
          world.alertmanager.isDown = false;
        });
        return;
      case "alertmanager is slow":
        world.alertmanager.latencyMs = step.latencyMs;
        return;
      case "adapter restarts":
        // The call in flight ends before the next process starts, as at a graceful shutdown.
        await Promise.all([world.core.stop(), world.time.pass(10_000)]);
        world.core = world.create();
        // What the process before was told, this one knows from Alertmanager and the page only.
        this.#told = new Map();
        this.#seenHeld.clear();
        return world.start();
      case "truncated webhook":
        world.hear([], true);
    }
  }

  #edit(component: number, status: string): void {
    const { page, time } = this.world;
    const id = idOf(COMPONENTS[component] ?? "Mail");
    page.statuses.set(id, status);
    this.#edits.set(id, time.now());
  }

  #change(kind: "fire" | "resolve", index: number, delays: readonly number[]): void {
    const { time } = this.world;
    const since = this.#firing.get(index);
    if ((kind === "fire") === (since !== undefined)) return;
    if (kind === "fire") this.#firing.set(index, time.now());
    else this.#firing.delete(index);
    this.#forgotten.delete(index);
    this.#publish();
    const alert = ALERTS[index] ?? {};
    const [startsAt, endsAt] = [new Date(since ?? time.now()).toISOString(), new Date(time.now()).toISOString()];
    const sent = element(kind === "fire" ? "firing" : "resolved", { ...alert, startsAt, ...(kind === "fire" ? {} : { endsAt }) });
    for (const delay of delays) time.after(delay, () => this.#deliver(kind, index, since ?? Date.parse(startsAt), sent));
  }

  #deliver(kind: "fire" | "resolve", index: number, since: number, sent: unknown): void {
    this.world.hear([sent]);
    if (kind === "fire") this.#told.set(index, { at: this.world.time.now(), since });
  }

  #publish(): void {
    this.world.alertmanager.startedAt = this.#startedAt;
    this.world.alertmanager.listed = Array.from(this.#firing)
      .filter(([index]) => !this.#forgotten.has(index))
      .map(([index, since]) => listed({ ...ALERTS[index], startsAt: new Date(since).toISOString() }));
  }

  #desired(id: string): string {
    const levels = Array.from(this.#firing.keys(), (index) => ALERTS[index]).flatMap((alert) =>
      alert && idOf(alert.component) === id ? [LEVEL[alert.severity]] : [],
    );
    return LEVELS.findLast((level) => (levels as string[]).includes(level)) ?? "operational";
  }

  /** The page is about to change a status at the adapter's word. */
  #check(id: string, status: string, begun: number): void {
    const now = this.world.time.now();
    const shown = this.world.page.statuses.get(id) ?? "";
    const edit = this.#edits.get(id);
    if (edit !== undefined && edit < this.#listedBefore(begun) && ["under_maintenance", "partial_outage"].includes(shown))
      this.violations.push(`a person's ${shown} of ${id} was overwritten with ${status}`);
    if (begun >= (this.#seenHeld.get(id) ?? Number.POSITIVE_INFINITY))
      this.violations.push(`${id}, which a person holds, was set to ${status}`);
    this.#edits.delete(id);
    if (LEVELS.indexOf(status) >= LEVELS.indexOf(shown)) return;
    for (const [index, { at, since }] of this.#told) {
      const alert = ALERTS[index];
      if (!alert || idOf(alert.component) !== id || LEVELS.indexOf(LEVEL[alert.severity]) <= LEVELS.indexOf(status)) continue;
      // The page may do late what it was asked before the adapter was told.
      if (at < begun && at > now - HOLD_MS)
        this.violations.push(`${id} lowered to ${status} ${now - at} ms after ${fingerprintOf(alert)} fired`);
      if (this.#firing.get(index) === since && at < begun)
        this.violations.push(`${id} lowered to ${status} while ${fingerprintOf(alert)} fires`);
    }
  }

  #final(): void {
    for (const component of COMPONENTS) {
      const id = idOf(component);
      const shown = this.world.page.statuses.get(id);
      if (this.#edits.has(id) && shown !== "operational") continue;
      if (shown !== this.#desired(id)) this.violations.push(`${component} shows ${shown} in the end, and not ${this.#desired(id)}`);
    }
  }
}

test(`${RUNS} random schedules end with the page that the firing alerts ask for`, async () => {
  await fc.assert(
    fc.asyncProperty(schedule, async (steps) => {
      const reality = new Reality();
      await reality.run(steps);
      expect(reality.violations).toEqual([]);
    }),
    { numRuns: RUNS },
  );
}, 120_000);
