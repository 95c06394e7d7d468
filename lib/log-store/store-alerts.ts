import { TEAM } from "../alerts/labels";
import { runbookUrl } from "../alerts/runbooks";
import { minutes } from "../duration";
import type { Site } from "../site/schema";
import type { AlertDestination, AlertTemplate, StoreAlert } from "./declaration";
import { alertSql, type LogAlert, ROW } from "./log-alert";

/** How often the store asks. */
export const ASKED_EVERY = minutes(5);

/**
 * The store tells of an alert each time that it holds, and never of its end, nor can its template say when that would be. The alert manager takes
 * what it no longer hears of for over after this time: two questions in a row may be late or fail before an alert goes and comes back.
 */
export const OVER_AFTER = minutes(15);

const TEMPLATE = "belfry-alert";
const DESTINATION = "belfry-alert-manager";

/** Characters of what was found: a row for each of a hundred hosts is no message. */
const FOUND_LENGTH = 300;

/** What each alert says of itself, as its template names it. A column of a row by one of these names would be taken for it. */
export const SAYS = ["severity", "component", "stream", "summary", "description", "runbook_url"] as const;

/** The body of a POST to the alert manager. */
export const alertTemplate: AlertTemplate = {
  name: TEMPLATE,
  body: JSON.stringify([
    {
      labels: { alertname: "{alert_name}", severity: "{severity}", component: "{component}", team: TEAM, stream: "{stream}" },
      annotations: {
        summary: "{summary}",
        description: `{description} Found: {${ROW.found}:${FOUND_LENGTH}}`,
        runbook_url: "{runbook_url}",
      },
    },
  ]),
};

export const alertDestination = ({ urls }: Pick<Site, "urls">): AlertDestination => ({
  name: DESTINATION,
  template: TEMPLATE,
  url: `${urls.alertmanager_url}/api/v2/alerts`,
});

/** An alert as the store is told of it. */
export function storeAlert({ urls }: Pick<Site, "urls">, alert: LogAlert): StoreAlert {
  const { name, component, severity, stream, summary, description, within } = alert;
  const says: Readonly<Record<(typeof SAYS)[number], string>> = {
    severity,
    component,
    stream,
    summary,
    description,
    runbook_url: runbookUrl(urls.runbooks_url, name),
  };
  return {
    name,
    description: summary,
    stream,
    stream_type: "logs",
    sql: alertSql(alert),
    // one row is one finding
    threshold: 1,
    period_minutes: within.seconds / 60,
    frequency_minutes: ASKED_EVERY.seconds / 60,
    // a silence would be taken for the end
    silence_minutes: 0,
    destination: DESTINATION,
    context_attributes: says,
  };
}
