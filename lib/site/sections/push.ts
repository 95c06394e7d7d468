import { isAddress } from "../../address";
import { ranges } from "../cidr";
import type { Contradiction, DraftOf } from "../draft";
import { choice, type Flaw, listOf, section, text, wholeNumber } from "../field";
import { isDnsName } from "../name";
import { isPublicName } from "../outside";
import { type Inside, outsideAddresses, outsideListMistakes } from "../outside-url";
import { quote } from "../quote";
import { hostOf, hostPortFlaw, urlFlaw } from "../url";

const keys = {
  push: section({
    pushover: section({}).optional(),
    ntfy: section({
      url: text("https://ntfy.example.org", ntfyFlaw),
      addresses: ranges("192.168.10.50/32").optional(),
      // open: the topic's name is all that a reader or a writer has to know
      access: choice(["open", "token"]).optional(),
    }).optional(),
    webhook: section({
      port: wholeNumber(443, 1, 65535).optional(),
      addresses: ranges("203.0.113.0/24").optional(),
    }).optional(),
    email: section({
      smarthost: text("mail.example.org:587", hostPortFlaw),
      addresses: ranges("192.168.10.60/32").optional(),
      from: text("belfry@example.org", mailboxFlaw),
      to: listOf(text("ops@example.org", mailboxFlaw), { example: "[ops@example.org]", minimum: 1 }),
      username: text("belfry", usernameFlaw).optional(),
      tls: choice(["required", "none"]).optional(),
    }).optional(),
  }).optional(),
};

/** Where people are told of alerts. Without the section: by Pushover alone; an empty one: nowhere. */
export const push = { keys, contradictions };

type SiteDraft = DraftOf<typeof keys> & Inside;

type Push = NonNullable<SiteDraft["push"]>;

function contradictions(site: SiteDraft): Contradiction[] {
  const { ntfy, webhook, email } = site.push ?? {};
  return [
    ...(ntfy === undefined
      ? []
      : [...outsideListMistakes(outsideEnd("ntfy", "url", ntfy.url, ntfy.addresses), site), ...openTopic(ntfy, site.cluster.dns_domain)]),
    ...outsideAddresses({ path: ["push", "webhook", "addresses"], value: webhook?.addresses }, site),
    ...(email === undefined
      ? []
      : [...outsideListMistakes(outsideEnd("email", "smarthost", email.smarthost, email.addresses), site), ...openPassword(email)]),
  ];
}

function outsideEnd(product: string, key: string, value: string | undefined, addresses: readonly (string | undefined)[] | undefined) {
  return {
    url: { path: ["push", product, key], value },
    addresses: { path: ["push", product, "addresses"], value: addresses },
    mayBeService: true,
  };
}

/** Whoever reads the topic's name on the way can read every alert, and send some. */
function openTopic({ url = "", addresses }: NonNullable<Push["ntfy"]>, dnsDomain: string | undefined): Contradiction[] {
  const host = hostOf(url);
  if (host === undefined || !url.startsWith("http://") || addresses !== undefined) return [];
  if (isAddress(host) || !isPublicName(host, dnsDomain)) return [];
  const message = `${quote(url)} leads over the public internet, where anybody may read the topic; write ${url.replace("http:", "https:")}, or list the addresses of a server of yours`;
  return [{ path: ["push", "ntfy", "url"], message }];
}

/** Alertmanager sends no password over a connection that anybody may read (net/smtp, PlainAuth). */
function openPassword({ username, tls }: NonNullable<Push["email"]>): Contradiction[] {
  if (username === undefined || tls !== "none") return [];
  const message = "leaves the password of username for anybody to read, and is refused; leave one of the two out";
  return [{ path: ["push", "email", "tls"], message }];
}

/** An ntfy server stands at the root of its host (ntfy, cmd/serve.go); what follows there is the topic, as people copy it from the app. */
function ntfyFlaw(text: string): Flaw | undefined {
  const flaw = urlFlaw(text);
  if (flaw !== undefined || new URL(text).pathname === "/") return flaw;
  const { origin } = new URL(text);
  return { wrong: "holds a path, which would be a topic", remedy: `write ${origin}, and the topic into the secret store` };
}

/** An address as it stands in an SMTP envelope. Braces would be a template of Alertmanager's. */
function mailboxFlaw(text: string): Flaw | undefined {
  const [, domain = ""] = /^[A-Za-z0-9!#$%&'*+/=?^_~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_~-]+)*@([^@]+)$/.exec(text) ?? [];
  return text.length <= 254 && isDnsName(domain) ? undefined : { wrong: "is not a mail address (<name>@<domain>, nothing else)" };
}

function usernameFlaw(text: string): Flaw | undefined {
  return /^[!-~]{1,128}$/.test(text) ? undefined : { wrong: "is not an account's name (printable ASCII without blanks, 128 at most)" };
}
