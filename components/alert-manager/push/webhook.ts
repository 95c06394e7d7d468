import { type Credential, vmSecretFile } from "../../../lib/kubernetes/credential";
import { callTo } from "../../../lib/network/outside-call";
import { credentialEnd } from "../../../lib/site/outside";
import type { PushWebhookSite, Site } from "../../../lib/site/schema";
import type { PushProduct } from "./product";

/** Alertmanager's own JSON (version 4), to a URL that is a credential. Which tier it is, the receiver's name in it says. */
export function webhook({ namespaces }: Site, { port = 443, addresses }: PushWebhookSite): PushProduct {
  const credential: Credential = {
    name: "alert-manager-webhook",
    namespace: namespaces.monitoring,
    keys: { url: { key: "push-webhook", property: "url", holds: "the whole URL that takes Alertmanager's webhook" } },
  };
  return {
    key: "webhook",
    call: callTo("the push webhook", credentialEnd(port, addresses)),
    credential,
    integration: () => ({ kind: "webhook", url: vmSecretFile(credential, "url"), sendResolved: true }),
  };
}
