import type { Webhook } from "../../../lib/service/webhook";
import type { Component } from "../../../lib/site/component";
import { AlertBook } from "./alert-book";
import { type Reading, readSent, type SentReading } from "./alert-element";
import type { AlertSource } from "./alertmanager";
import type { ComponentIds } from "./components-file";
import type { Call, CallResult, Page } from "./page";
import { PageWorker } from "./page-worker";
import { Reconciler } from "./reconciler";
import { type ResyncEnd, Resyncs } from "./resyncs";
import type { Timers } from "./timers";

export interface CoreOptions {
  readonly components: ComponentIds;
  readonly page: Page;
  readonly source: AlertSource;
  readonly timers: Timers;
  /** Milliseconds since the epoch, by the clock that Alertmanager's start time is compared with. */
  readonly wallClock: () => number;
  readonly holdMs: number;
  readonly resyncMs: number;
  readonly settleMs: number;
  readonly minIntervalMs: number;
  readonly incidents: boolean;
  /** Told of each element of Alertmanager's list, and of a webhook unless it is malformed. */
  readonly onReading: (reading: Reading) => void;
  readonly onCall: (call: Call, result: CallResult) => void;
  readonly onResync: (end: ResyncEnd) => void;
}

export interface Core {
  readonly book: AlertBook;
  readonly reconciler: Reconciler;
  /** Settles when Alertmanager was asked for the first time. */
  readonly start: () => Promise<void>;
  /** What an element of a webhook says; undefined when it is malformed. */
  readonly read: (element: unknown) => SentReading | undefined;
  /** What the elements of a webhook were; they count from now on, whatever the page and Alertmanager do. */
  readonly take: (webhook: Webhook<SentReading>) => Record<Reading["kind"], number>;
  /** Asks Alertmanager soon what fires. */
  readonly resync: () => void;
  /** Starts no more calls; settles when the one in flight has ended. */
  readonly stop: () => Promise<void>;
}

/** The adapter without its HTTP: what fires in, calls to the page out. */
export function createCore(options: CoreOptions): Core {
  const { components: ids, page, source, timers, onReading, onCall, onResync } = options;
  const components: ReadonlySet<Component> = new Set(ids.keys());
  const now = timers.now();
  const book = new AlertBook(components, { now });
  const { holdMs, minIntervalMs, resyncMs, settleMs, incidents, wallClock } = options;
  const reconciler = new Reconciler({ components: ids, book, holdMs, minIntervalMs, rereadMs: resyncMs, incidents, now });
  const worker = new PageWorker({ page, reconciler, timers, onCall });
  const resyncs = new Resyncs({
    source,
    book,
    components,
    everyMs: resyncMs,
    settleMs,
    timers,
    wallClock,
    onElement: onReading,
    onEnd: (end) => {
      onResync(end);
      worker.poke();
    },
  });
  return {
    book,
    reconciler,
    start: () => {
      worker.poke();
      return resyncs.start();
    },
    read: (element) => readSent(element, components),
    take: ({ alerts, received, isTruncated }) => {
      const kinds = { alert: 0, elsewhere: 0, homeless: 0, malformed: received - alerts.length };
      for (const reading of alerts) {
        kinds[reading.kind]++;
        onReading(reading);
        if (reading.kind !== "alert") continue;
        if (reading.isFiring) book.fire(reading.alert, timers.now());
        else book.resolve(reading.alert, timers.now());
      }
      if (isTruncated) resyncs.request();
      worker.poke();
      return kinds;
    },
    resync: () => resyncs.request(),
    stop: () => {
      resyncs.stop();
      return worker.stop();
    },
  };
}
