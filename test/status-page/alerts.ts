import { createHash } from "node:crypto";

export interface TestAlert {
  readonly name?: string;
  readonly component?: string;
  readonly severity?: string;
  readonly team?: string;
  readonly startsAt?: string;
  readonly endsAt?: string;
}

/** Two alerts of one component. */
export const critical: TestAlert = { component: "Mail", severity: "critical" };
export const warning: TestAlert = { name: "MailSlow", component: "Mail", severity: "warning" };

const START = "2026-08-20T12:00:00.000Z";

function labelsOf({ name = "MailDown", component, severity = "critical", team = "ops" }: TestAlert): Record<string, string> {
  return { alertname: name, severity, team, ...(component === undefined ? {} : { component }) };
}

/** As Alertmanager does: the labels and nothing else. */
export function fingerprintOf(alert: TestAlert): string {
  return createHash("sha256")
    .update(JSON.stringify(labelsOf(alert)))
    .digest("hex")
    .slice(0, 16);
}

/** An element of a webhook. */
export function element(status: "firing" | "resolved", alert: TestAlert) {
  return {
    status,
    labels: labelsOf(alert),
    annotations: { summary: "something is wrong" },
    startsAt: alert.startsAt ?? START,
    endsAt: alert.endsAt ?? (status === "firing" ? "0001-01-01T00:00:00Z" : "2026-08-20T12:30:00.000Z"),
    generatorURL: "http://vmalert/",
    fingerprint: fingerprintOf(alert),
  };
}

export const firing = (alert: TestAlert) => element("firing", alert);
export const resolved = (alert: TestAlert) => element("resolved", alert);

/** A webhook, version 4. */
export function webhook(alerts: readonly unknown[], more: Readonly<Record<string, unknown>> = {}) {
  return {
    version: "4",
    groupKey: '{}/{team="ops"}:{component="Mail"}',
    truncatedAlerts: 0,
    status: "firing",
    receiver: "status-page",
    groupLabels: {},
    commonLabels: {},
    commonAnnotations: {},
    externalURL: "http://alertmanager:9093",
    alerts,
    ...more,
  };
}

/** An element of GET /api/v2/alerts. */
export function listed(alert: TestAlert, state = "active") {
  return {
    labels: labelsOf(alert),
    annotations: {},
    startsAt: alert.startsAt ?? START,
    endsAt: "2026-08-20T13:00:00.000Z",
    updatedAt: START,
    fingerprint: fingerprintOf(alert),
    receivers: [{ name: "status-page" }],
    status: { state, silencedBy: [], inhibitedBy: [] },
  };
}
