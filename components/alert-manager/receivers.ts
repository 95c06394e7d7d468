import type { Receiver, ReceiverPromises } from "../../lib/alerts/routing";
import { runbookUrl } from "../../lib/alerts/runbooks";
import { type Credential, vmSecretFile } from "../../lib/kubernetes/credential";
import type { Site } from "../../lib/site/schema";

/** Receiver names, spelled once: routes, checks and tests use these. */
export const RECEIVERS = {
  recorded: "recorded",
  deadMan: "dead-man",
  statusPage: "status-page",
  pushCritical: "push-critical",
  pushWarning: "push-warning",
} as const;

/** Where Alertmanager's Pushover receiver posts (Alertmanager, notify/pushover). */
export const PUSH_SERVICE_URL = "https://api.pushover.net";

/** The push service's keys, as files of the alert manager. */
export function pushCredential(site: Site): Credential {
  return {
    name: "alert-manager-push",
    namespace: site.namespaces.monitoring,
    keys: {
      "user-key": { key: "push-service", property: "user-key", holds: "Pushover's user key, or a group's (its dashboard)" },
      token: { key: "push-service", property: "token", holds: "the API token of an application that you register at Pushover" },
    },
  };
}

/*
 * The texts of a push message. Alertmanager's own template functions, not the evaluator's; the
 * title is cut at 250 characters, the message at 1024 (Alertmanager, notify/pushover).
 */

/** Lines a phone shows without scrolling; the rest is on the runbook's and the page's side. */
const FIRING_LINES = 8;
const RESOLVED_LINES = 4;

/** Where it is, when it is one place. */
const PLACE = '{{ or .CommonLabels.component "several components" }}';

const title = (tier: string): string => `{{ if eq .Status "firing" }}{{ len .Alerts.Firing }} ${tier}{{ else }}over{{ end }}: ${PLACE}`;

const lines = (alerts: string, mark: string, limit: number): string =>
  `{{ range $i, $alert := ${alerts} }}{{ if lt $i ${limit} }}${mark}[{{ $alert.Labels.component }}] {{ $alert.Annotations.summary }}\n{{ end }}{{ end }}` +
  `{{ if gt (len ${alerts}) ${limit} }}... {{ len ${alerts} }} in all\n{{ end }}`;

const MESSAGE = lines(".Alerts.Firing", "", FIRING_LINES) + lines(".Alerts.Resolved", "over: ", RESOLVED_LINES);

/** By firing or not: a message that all is over never wakes anybody. */
const byStatus = (firing: string, resolved: string): string => `{{ if eq .Status "firing" }}${firing}{{ else }}${resolved}{{ end }}`;

/** Who is told of an alert, by what its labels promise. */
export const PROMISES: ReceiverPromises = {
  watchdog: [RECEIVERS.deadMan],
  critical: [RECEIVERS.statusPage, RECEIVERS.pushCritical],
  warning: [RECEIVERS.statusPage, RECEIVERS.pushWarning],
  info: [RECEIVERS.recorded],
  imported: [RECEIVERS.recorded],
};

export function receivers(site: Site): Receiver[] {
  const credential = pushCredential(site);
  const push = {
    userKey: vmSecretFile(credential, "user-key"),
    token: vmSecretFile(credential, "token"),
    sendResolved: true,
    message: MESSAGE,
    // by name, not by annotation: alerts from log lines carry no runbook_url
    url: runbookUrl(site.urls.runbooks_url, "{{ (index .Alerts 0).Labels.alertname }}"),
    urlTitle: "Runbook",
  };
  return [
    { name: RECEIVERS.recorded },
    // a resolved heartbeat is a dying evaluator: it must not count as a ping
    { name: RECEIVERS.deadMan, webhook: { url: `${site.urls.dead_man_url}/webhook`, sendResolved: false } },
    { name: RECEIVERS.statusPage, webhook: { url: `${site.urls.status_page_url}/webhook`, sendResolved: true } },
    {
      name: RECEIVERS.pushCritical,
      // passes the phone's quiet hours; Alertmanager's default would be 2, repeated until acknowledged, on every tier
      pushover: { ...push, title: title("critical"), priority: byStatus("1", "0"), sound: byStatus("siren", "none") },
    },
    {
      name: RECEIVERS.pushWarning,
      pushover: { ...push, title: title("warning"), priority: byStatus("0", "-1"), sound: byStatus("pushover", "none") },
    },
  ];
}
