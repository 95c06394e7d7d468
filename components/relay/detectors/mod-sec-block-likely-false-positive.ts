import { isAddress } from "../../../lib/address";
import { minutes } from "../../../lib/duration";
import { type DetectorContext, detector } from "../../../lib/logs/detector";

const DENIED = "ModSecurity: Access denied";

export const modSecBlockLikelyFalsePositive = detector({
  alert: "ModSecBlockLikelyFalsePositive",
  flow: "ingress-nginx",
  signal: "modsec_block",
  lines: [/ModSecurity: Access denied/],
  scope: {},
  where: isTrustedClient,
  severity: "warning",
  window: minutes(5),
  summary: "The web application firewall blocked a trusted client",
  description:
    "A block of an internal client is likely a false positive. Find the rule ids in the stream `modsec` and exclude them for this path if the request was legitimate.",
  fires: [
    '2026/08/20 10:11:12 [error] 412#412: *5003 [client 10.0.0.5] ModSecurity: Access denied with code 403 (phase 2). Matched "Operator" [hostname "10.42.0.11"] [uri "/"], client: 10.0.0.5, server: blog.example.net, request: "GET / HTTP/2.0"',
    "2026/08/20 10:11:12 [error] 412#412: *5006 [client 192.168.164.20] ModSecurity: Access denied with code 403 (phase 2).",
    "2026/08/20 10:11:12 [error] 412#412: *5001 [client 192.168.164.3] ModSecurity: Access denied with code 403 (phase 2).",
    "[client 100.64.0.9:49210] ModSecurity: Access denied with code 403 (phase 2).",
    "[client ::ffff:10.0.0.5] ModSecurity: Access denied with code 403 (phase 2).",
    '2026/08/20 10:11:12 [error] 412#412: *5009 ModSecurity: Access denied with code 403 (phase 2). [ref ""], client: 192.168.255.1, server: shop.example.com',
  ],
  silent: [
    '[client 192.168.1.20] ModSecurity: Warning. Matched "Operator" [data "ModSecurity: Access denied"]',
    "[client 203.0.113.9] ModSecurity: Access denied with code 403 (phase 2).",
    "[client 192.168.164.2] ModSecurity: Access denied with code 403 (phase 2).",
    "[client ::ffff:c0a8:a402] ModSecurity: Access denied with code 403 (phase 2).",
    "[client 172.16.4.4] ModSecurity: Access denied with code 403 (phase 2).",
    "[client 100.128.0.1] ModSecurity: Access denied with code 403 (phase 2).",
    "[client 110.1.2.3] ModSecurity: Access denied with code 403 (phase 2).",
    "[client 2001:db8::15] ModSecurity: Access denied with code 403 (phase 2).",
    "[client fe80::1%eth0] ModSecurity: Access denied with code 403 (phase 2).",
    '[client 203.0.113.9] ModSecurity: Access denied with code 403 (phase 2). [uri "/[client 10.0.0.5] x"], client: 203.0.113.9, server: a',
    // No client in front, and the tail disagrees with what the request put before it.
    '*5009 ModSecurity: Access denied with code 403 (phase 2). [uri "/, client: 10.0.0.5, x"], client: 203.0.113.9, server: a',
  ],
});

/**
 * Whether the client that was blocked is trusted. Only the first `[client …]` in front of the message
 * is the connector's own; everything behind it (uri, data, request) is written by the client. A line
 * without it (nginx cuts and reorders) leaves nginx's own tail `, client: …`, which stands behind text
 * of the client's choosing: unless every such tail agrees, nobody can say which one is nginx's.
 */
function isTrustedClient(text: string, { isTrusted }: DetectorContext): boolean {
  return text.split("\n").some((line) => isTrustedLine(line, isTrusted));
}

function isTrustedLine(line: string, isTrusted: DetectorContext["isTrusted"]): boolean {
  const message = line.indexOf("ModSecurity:");
  // A warning that quotes the words of a denial is still a warning.
  if (message < 0 || !line.startsWith(DENIED, message)) return false;
  const head = line.slice(0, message);
  if (head.includes("[client ")) {
    const client = /\[client ([^\s\]]{1,64}\]?(?::\d{1,5})?)\]/.exec(head.slice(head.indexOf("[client ")));
    return client?.index === 0 && isTrusted(addressOf(client[1] ?? ""));
  }
  const tails = new Set(Array.from(line.slice(message).matchAll(/, client: ([^,\s"]{0,64})/g), (match) => match[1] ?? ""));
  const [tail] = tails;
  return tails.size === 1 && tail !== undefined && isTrusted(tail);
}

/** Without the port that Apache's connector appends, and the brackets that IPv6 needs then: `fd00::5:80` alone is an address. */
function addressOf(client: string): string {
  if (client.startsWith("[")) return client.slice(1).replace(/\](?::\d{1,5})?$/, "");
  return isAddress(client) ? client : client.replace(/:\d{1,5}$/, "");
}
