import { type Credential, vmSecretFile } from "../../../lib/kubernetes/credential";
import { outsideCall } from "../../../lib/network/outside-call";
import type { Site } from "../../../lib/site/schema";
import type { PushProduct, Tier } from "./product";
import { byStatus, MESSAGE, runbookOf, title } from "./texts";

/** Where Alertmanager's Pushover receiver posts (Alertmanager, notify/pushover). */
const PUSH_SERVICE_URL = "https://api.pushover.net";

/** A critical alert passes the phone's quiet hours; Alertmanager's default would be 2, repeated until acknowledged, on every tier. */
const URGENCY: Readonly<Record<Tier, { readonly priority: string; readonly sound: string }>> = {
  critical: { priority: byStatus("1", "0"), sound: byStatus("siren", "none") },
  warning: { priority: byStatus("0", "-1"), sound: byStatus("pushover", "none") },
};

/** Pushover; Alertmanager cuts the title at 250 characters and the message at 1024 (notify/pushover). */
export function pushover(site: Site): PushProduct {
  const credential: Credential = {
    name: "alert-manager-push",
    namespace: site.namespaces.monitoring,
    keys: {
      "user-key": { key: "push-service", property: "user-key", holds: "Pushover's user key, or a group's (its dashboard)" },
      token: { key: "push-service", property: "token", holds: "the API token of an application that you register at Pushover" },
    },
  };
  return {
    key: "pushover",
    call: outsideCall("the push service", PUSH_SERVICE_URL),
    credential,
    integration: (tier) => ({
      kind: "pushover",
      userKey: vmSecretFile(credential, "user-key"),
      token: vmSecretFile(credential, "token"),
      sendResolved: true,
      title: title(tier),
      message: MESSAGE,
      url: runbookOf(site),
      urlTitle: "Runbook",
      ...URGENCY[tier],
    }),
  };
}
