import type { Registry } from "prom-client";
import { type Metrics, makeMetrics } from "../../../lib/service/metrics";
import type { Component } from "../../../lib/site/component";
import { statusPageSeries } from "../series";
import type { AlertBook } from "./alert-book";
import { CALL_OUTCOMES } from "./page";
import type { Reconciler } from "./reconciler";
import { RESYNC_OUTCOMES } from "./resyncs";
import { LEVELS, PAGE_STATUSES } from "./status";

export const ELEMENT_KINDS = ["alert", "elsewhere", "homeless", "malformed"] as const;

export interface Sources {
  readonly components: readonly Component[];
  readonly book: AlertBook;
  readonly reconciler: Reconciler;
  readonly now: () => number;
}

export type StatusPageMetrics = Metrics<typeof statusPageSeries>;

/** The adapter's own metrics. Known label values start at zero, so that a first increase is seen. */
export function createMetrics(registry: Registry, { components, book, reconciler, now }: Sources): StatusPageMetrics {
  const metrics = makeMetrics(statusPageSeries, registry, {
    status_page_component_desired: (gauge) => {
      for (const component of components)
        for (const status of LEVELS) gauge.set({ component, status }, book.desired(component) === status ? 1 : 0);
    },
    status_page_component_actual: (gauge) => {
      for (const component of components)
        for (const status of PAGE_STATUSES) gauge.set({ component, status }, reconciler.state(component).shown === status ? 1 : 0);
    },
    status_page_component_missing: (gauge) => {
      for (const component of components) gauge.set({ component }, reconciler.state(component).isMissing ? 1 : 0);
    },
    status_page_component_held_by_person: (gauge) => {
      for (const component of components) gauge.set({ component }, reconciler.state(component).isHeld ? 1 : 0);
    },
    status_page_queue_length: (gauge) => gauge.set(reconciler.queueLength(now())),
  });
  for (const outcome of CALL_OUTCOMES) metrics.status_page_calls_total.inc({ outcome }, 0);
  for (const kind of ELEMENT_KINDS) metrics.status_page_webhook_alerts_total.inc({ kind }, 0);
  for (const outcome of RESYNC_OUTCOMES) metrics.status_page_resyncs_total.inc({ outcome }, 0);
  for (const code of [200, 400, 413]) metrics.status_page_webhooks_total.inc({ code }, 0);
  return metrics;
}
