import { type Credential, vmSecretFile } from "../../../lib/kubernetes/credential";
import { outsideCall } from "../../../lib/network/outside-call";
import type { NtfySite, Site } from "../../../lib/site/schema";
import type { PushProduct, Tier } from "./product";
import { FIRING_LINES, RESOLVED_LINES, runbookOf } from "./texts";

/** 1 (min) to 5 (max): what passes a phone's quiet hours, what sounds, and what does neither. */
const PRIORITY: Readonly<Record<Tier, number>> = { critical: 5, warning: 3 };
const QUIET = 2;

/** ntfy reads 32 KiB of JSON as templates need it, and refuses more (server.go, jsonBodyBytesLimit): 2 KiB for each alert. */
const MAX_ALERTS = 16;

/** Characters of a summary: a message of more than 4096 bytes is refused (MessageSizeLimit). */
const LINE_LENGTH = 100;

/**
 * An ntfy server, 2.10 or later: Alertmanager's JSON, of which ntfy makes title and message by templates in headers, and of which
 * Alertmanager makes priority and link by templates in the URL, because ntfy has none for them (2.13, handleBodyAsTemplatedTextMessage).
 */
export function ntfy(site: Site, { url, addresses, access = "open" }: NtfySite): PushProduct {
  const credential: Credential = {
    name: "alert-manager-ntfy",
    namespace: site.namespaces.monitoring,
    keys: {
      topic: { key: "ntfy", property: "topic", holds: "the topic's name, long and random: whoever knows it may read and post" },
      ...(access === "token" && {
        token: { key: "ntfy", property: "token", holds: "an access token of the ntfy server that may write to the topic (tk_...)" },
      }),
    },
    composed: { "critical-url": publishUrl("critical"), "warning-url": publishUrl("warning") },
  };
  function publishUrl(tier: Tier) {
    return [`${url}/`, { valueOf: "topic" }, `?priority=${priority(tier)}&click=${inQuery(runbookOf(site))}`];
  }
  return {
    key: "ntfy",
    call: outsideCall("ntfy", url, addresses),
    credential,
    integration: (tier) => ({
      kind: "webhook",
      url: vmSecretFile(credential, `${tier}-url`),
      sendResolved: true,
      maxAlerts: MAX_ALERTS,
      headers: { "X-Template": "yes", "X-Title": title(tier), "X-Message": MESSAGE },
      ...(access === "token" && { token: vmSecretFile(credential, "token") }),
    }),
  };
}

/** Of a full message nobody knows what was left out: something may fire. */
function priority(tier: Tier): string {
  return `{{ if or (eq .Status "firing") (ge (len .Alerts) ${MAX_ALERTS}) }}${PRIORITY[tier]}{{ else }}${QUIET}{{ end }}`;
}

/** A template of Alertmanager's for the value of a query's parameter. */
function inQuery(template: string): string {
  const parts = template.split(/(\{\{.*?\}\})/);
  return parts.map((part) => (part.startsWith("{{") ? part.replace("}}", "| urlquery }}") : encodeURIComponent(part))).join("");
}

/*
 * ntfy's templates: Go's own functions over the JSON, so that a number is the length of a text that grows.
 */

/** What to do with each alert of a status, and their number as a text's length. */
const each = (status: string, count: string, action = ""): string =>
  `{{ ${count} := "" }}{{ range .alerts }}{{ if eq .status "${status}" }}${action}{{ ${count} = print ${count} "." }}{{ end }}{{ end }}`;

const title = (tier: Tier): string =>
  each("firing", "$n") +
  `{{ if $n }}{{ len $n }}{{ if .truncatedAlerts }}+{{ end }} ${tier}{{ else if .truncatedAlerts }}{{ len .alerts }}+ over or ${tier}{{ else }}over{{ end }}: ` +
  `{{ with .commonLabels.component }}{{ . }}{{ else }}several components{{ end }}`;

/** An alert by hand may be of no component. Its end as ntfy reads it from a header. */
const LINE = `{{ with .labels.component }}[{{ . }}] {{ end }}{{ printf "%.${LINE_LENGTH}s" .annotations.summary }}\\n`;

const lines = (status: string, count: string, mark: string, limit: number): string =>
  each(status, count, `{{ if lt (len ${count}) ${limit} }}${mark}${LINE}{{ end }}`) +
  `{{ if gt (len ${count}) ${limit} }}... {{ len ${count} }}{{ if .truncatedAlerts }}+{{ end }} in all\\n{{ end }}`;

const MESSAGE =
  lines("firing", "$firing", "", FIRING_LINES) +
  lines("resolved", "$resolved", "over: ", RESOLVED_LINES) +
  "{{ if .truncatedAlerts }}and {{ .truncatedAlerts }} alerts more{{ end }}";
