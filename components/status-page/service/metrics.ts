import { Counter, Gauge, type Registry } from "prom-client";
import type { Component } from "../../../lib/site/component";
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

export type StatusPageMetrics = ReturnType<typeof createMetrics>;

/** Every series that the adapter exports beyond its process metrics. Known label values start at zero, so that a first increase is seen. */
export function createMetrics(registry: Registry, { components, book, reconciler, now }: Sources) {
  const registers = [registry];
  const gauge = (
    name: string,
    help: string,
    labelNames: string[],
    read: (set: (labels: Record<string, string>, value: boolean) => void) => void,
  ) => {
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      collect() {
        read((labels, value) => this.set(labels, value ? 1 : 0));
      },
    });
  };
  const byStatus =
    (statuses: readonly string[], of: (component: Component) => string | undefined) =>
    (set: Parameters<Parameters<typeof gauge>[3]>[0]) => {
      for (const component of components) for (const status of statuses) set({ component, status }, of(component) === status);
    };
  gauge(
    "status_page_component_desired",
    "1 for the status that the firing alerts ask for.",
    ["component", "status"],
    byStatus(LEVELS, (component) => book.desired(component)),
  );
  gauge(
    "status_page_component_actual",
    "1 for the status that the page shows, as far as is known.",
    ["component", "status"],
    byStatus(PAGE_STATUSES, (component) => reconciler.state(component).shown),
  );
  gauge("status_page_component_missing", "1 for a component of the map that the page lacks.", ["component"], (set) => {
    for (const component of components) set({ component }, reconciler.state(component).isMissing);
  });
  gauge(
    "status_page_component_held_by_person",
    "1 for a component whose status a person set; it is left alone until the page shows operational.",
    ["component"],
    (set) => {
      for (const component of components) set({ component }, reconciler.state(component).isHeld);
    },
  );
  new Gauge({
    name: "status_page_queue_length",
    help: "Calls to the page that wait to be made.",
    registers,
    collect() {
      this.set(reconciler.queueLength(now()));
    },
  });
  const metrics = {
    unknown: new Counter({
      name: "status_page_unknown_components_total",
      help: "Alerts whose component is not on the page, by component label.",
      labelNames: ["component"],
      registers,
    }),
    calls: new Counter({
      name: "status_page_calls_total",
      help: "Calls to the page by how they ended.",
      labelNames: ["outcome"],
      registers,
    }),
    lastSuccess: new Gauge({
      name: "status_page_last_success_timestamp_seconds",
      help: "When the page last did what it was asked, since the epoch; 0 for never.",
      registers,
    }),
    elements: new Counter({
      name: "status_page_webhook_alerts_total",
      help: "Elements of webhooks: alert (counts), elsewhere (no concern of the page), homeless (unknown component), malformed (skipped).",
      labelNames: ["kind"],
      registers,
    }),
    webhooks: new Counter({ name: "status_page_webhooks_total", help: "Webhooks by status code.", labelNames: ["code"], registers }),
    resyncs: new Counter({
      name: "status_page_resyncs_total",
      help: "Questions to Alertmanager what fires: settled (its list is whole), unsettled (it may lack alerts: nothing is removed), failed.",
      labelNames: ["outcome"],
      registers,
    }),
  };
  for (const outcome of CALL_OUTCOMES) metrics.calls.inc({ outcome }, 0);
  for (const kind of ELEMENT_KINDS) metrics.elements.inc({ kind }, 0);
  for (const outcome of RESYNC_OUTCOMES) metrics.resyncs.inc({ outcome }, 0);
  for (const code of [200, 400, 413]) metrics.webhooks.inc({ code }, 0);
  return metrics;
}
