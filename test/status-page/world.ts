/** The adapter's core in virtual time, with a page and an Alertmanager: what the tests of its behaviour begin with. */
import type { AlertSource, Listed } from "../../components/status-page/service/alertmanager";
import { type Core, createCore } from "../../components/status-page/service/core";
import type { Notice } from "../../components/status-page/service/reconciler";
import { COMPONENTS, type Component } from "../../lib/site/component";
import { VirtualTime } from "../virtual-time";
import { VirtualPage } from "./virtual-page";

export const INTERVAL_MS = 1100;
export const HOLD_MS = 90_000;
export const RESYNC_MS = 300_000;
export const SETTLE_MS = 600_000;
/** The first list, and the next call's turn. */
export const STARTED_MS = 2 * INTERVAL_MS + 100;
/** A list and a call. */
export const BURST_MS = 2 * INTERVAL_MS + 50;

export const idOf = (component: Component) => `c${COMPONENTS.indexOf(component)}`;
export const ids: ReadonlyMap<Component, string> = new Map(COMPONENTS.map((component) => [component, idOf(component)]));

/** What Alertmanager lists. */
export class VirtualAlertmanager implements AlertSource {
  listed: readonly unknown[] = [];
  isDown = false;
  asked = 0;
  latencyMs = 5;

  constructor(
    private readonly time: VirtualTime,
    public startedAt: number | undefined,
  ) {}

  readonly list = async (visit: (element: unknown) => void): Promise<Listed> => {
    this.asked++;
    const snapshot = this.listed;
    const wasDown = this.isDown;
    await this.time.sleep(this.latencyMs);
    if (wasDown) return { isAnswered: false, reason: "ECONNREFUSED" };
    for (const element of snapshot) visit(element);
    return { isAnswered: true, startedAt: this.startedAt };
  };
}

export interface WorldOptions {
  readonly components?: ReadonlyMap<Component, string>;
  readonly incidents?: boolean;
}

export class World {
  readonly time = new VirtualTime();
  readonly page: VirtualPage;
  readonly alertmanager: VirtualAlertmanager;
  readonly notices: Notice[] = [];
  /** How far the node's clock has been set away from the time that passes. */
  clockOffMs = 0;
  core: Core;

  constructor(private readonly options: WorldOptions = {}) {
    this.page = new VirtualPage(this.time, ids.values());
    this.alertmanager = new VirtualAlertmanager(this.time, this.time.now() - 2 * SETTLE_MS);
    this.core = this.create();
  }

  create(): Core {
    const core = createCore({
      components: this.options.components ?? ids,
      page: this.page,
      source: this.alertmanager,
      timers: this.time,
      wallClock: () => this.time.now() + this.clockOffMs,
      holdMs: HOLD_MS,
      resyncMs: RESYNC_MS,
      settleMs: SETTLE_MS,
      minIntervalMs: INTERVAL_MS,
      incidents: this.options.incidents ?? false,
      onReading: () => {},
      onCall: () => void this.notices.push(...core.reconciler.takeNotices()),
      onResync: () => {},
    });
    return core;
  }

  static async started(options: WorldOptions = {}): Promise<World> {
    const world = new World(options);
    await world.start();
    return world;
  }

  /** Starts it and lets it read the page. */
  async start(): Promise<void> {
    void this.core.start();
    await this.time.pass(STARTED_MS);
  }

  /** Ends the process without a word to the page, and starts another. */
  async restart(): Promise<void> {
    void this.core.stop();
    this.core = this.create();
    await this.start();
  }

  hear(alerts: readonly unknown[], isTruncated = false): void {
    const readings = alerts.map(this.core.read).filter((reading) => reading !== undefined);
    this.core.take({ alerts: readings, received: alerts.length, isTruncated });
  }

  status(component: Component): string | undefined {
    return this.page.statuses.get(idOf(component));
  }
}
