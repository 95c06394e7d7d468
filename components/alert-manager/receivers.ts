import type { Receiver } from "../../lib/alerts/routing";
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

/** The push service's keys, as files of the alert manager. */
export function pushCredential(site: Site): Credential {
  return {
    name: "alert-manager-push",
    namespace: site.namespaces.monitoring,
    keys: {
      "user-key": { key: "push-service", property: "user-key" },
      token: { key: "push-service", property: "token" },
    },
  };
}

/*
 * The texts of a push message. Alertmanager's own template functions, not the evaluator's; the
 * title is cut at 250 characters, the message at 1024 (Alertmanager, notify/pushover).
 */
const TITLE = '{{ if eq .Status "firing" }}{{ .Alerts.Firing | len }} firing{{ else }}resolved{{ end }}: {{ .GroupLabels.component }}';
const MESSAGE = [
  "{{ range .Alerts.Firing }}{{ .Annotations.summary }}\n{{ end }}",
  "{{ range .Alerts.Resolved }}resolved: {{ .Annotations.summary }}\n{{ end }}",
].join("");

export function receivers(site: Site): Receiver[] {
  const credential = pushCredential(site);
  const push = {
    userKey: vmSecretFile(credential, "user-key"),
    token: vmSecretFile(credential, "token"),
    sendResolved: true,
    title: TITLE,
    message: MESSAGE,
    // by name, not by annotation: alerts from log lines carry no runbook_url
    url: `${site.urls.runbooks_url}/{{ (index .Alerts 0).Labels.alertname }}.md`,
    urlTitle: "Runbook",
  };
  return [
    { name: RECEIVERS.recorded },
    // a resolved heartbeat is a dying evaluator: it must not count as a ping
    { name: RECEIVERS.deadMan, webhook: { url: `${site.urls.dead_man_url}/webhook`, sendResolved: false } },
    { name: RECEIVERS.statusPage, webhook: { url: `${site.urls.status_page_url}/webhook`, sendResolved: true } },
    // critical passes the phone's quiet hours, its end does not; the default for firing would be 2 on every tier
    { name: RECEIVERS.pushCritical, pushover: { ...push, priority: '{{ if eq .Status "firing" }}1{{ else }}0{{ end }}' } },
    { name: RECEIVERS.pushWarning, pushover: { ...push, priority: '{{ if eq .Status "firing" }}0{{ else }}-1{{ end }}' } },
  ];
}
