import { type Credential, vmSecretFile } from "../../../lib/kubernetes/credential";
import { outsideCall } from "../../../lib/network/outside-call";
import type { EmailSite, Site } from "../../../lib/site/schema";
import type { PushProduct, Tier } from "./product";
import { byStatus, MESSAGE, runbookOf, title } from "./texts";

/** RFC 2156, as mail programs show it. */
const IMPORTANCE: Readonly<Record<Tier, string>> = { critical: byStatus("high", "low"), warning: byStatus("normal", "low") };

/** A mail server, given a mail for each message. */
export function email(site: Site, { smarthost, addresses, from, to, username, tls = "required" }: EmailSite): PushProduct {
  const credential: Credential = {
    name: "alert-manager-email",
    namespace: site.namespaces.monitoring,
    keys: { password: { key: "push-email", property: "password", holds: "the password of push.email.username at push.email.smarthost" } },
  };
  return {
    key: "email",
    call: outsideCall("the mail server", smarthost, addresses),
    ...(username !== undefined && { credential }),
    integration: (tier) => ({
      kind: "email",
      smarthost,
      requireTls: tls === "required",
      from,
      to,
      ...(username !== undefined && { account: { username, password: vmSecretFile(credential, "password") } }),
      sendResolved: true,
      subject: title(tier, `${tier} over`),
      // no answer by those who are on holiday (RFC 3834)
      headers: { Importance: IMPORTANCE[tier], "Auto-Submitted": "auto-generated" },
      text: `${MESSAGE}\nRunbook: ${runbookOf(site)}\n`,
    }),
  };
}
