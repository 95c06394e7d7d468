/** The texts of a push message: templates of Alertmanager's own functions, not the evaluator's. */

import { runbookUrl } from "../../../lib/alerts/runbooks";
import type { Site } from "../../../lib/site/schema";
import type { Tier } from "./product";

/** Lines a phone shows without scrolling; the rest is on the runbook's and the page's side. */
export const FIRING_LINES = 8;
export const RESOLVED_LINES = 4;

/** By firing or not: a message that all is over never wakes anybody. */
export const byStatus = (firing: string, resolved: string): string => `{{ if eq .Status "firing" }}${firing}{{ else }}${resolved}{{ end }}`;

/** How many of what, and where it is when it is one place. */
export const title = (tier: Tier, over = "over"): string =>
  `${byStatus(`{{ len .Alerts.Firing }} ${tier}`, over)}: {{ or .CommonLabels.component "several components" }}`;

const lines = (alerts: string, mark: string, limit: number): string =>
  `{{ range $i, $alert := ${alerts} }}{{ if lt $i ${limit} }}${mark}{{ with $alert.Labels.component }}[{{ . }}] {{ end }}{{ $alert.Annotations.summary }}\n{{ end }}{{ end }}` +
  `{{ if gt (len ${alerts}) ${limit} }}... {{ len ${alerts} }} in all\n{{ end }}`;

export const MESSAGE = lines(".Alerts.Firing", "", FIRING_LINES) + lines(".Alerts.Resolved", "over: ", RESOLVED_LINES);

/** The runbook of the first alert, by name and not by annotation: alerts from log lines carry no runbook_url. */
export const runbookOf = ({ urls }: Site): string => runbookUrl(urls.runbooks_url, "{{ (index .Alerts 0).Labels.alertname }}");
