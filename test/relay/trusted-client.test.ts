import { modSecBlockLikelyFalsePositive } from "../../components/relay/detectors/mod-sec-block-likely-false-positive";
import { trustedClients } from "../../lib/logs/trusted-clients";

/** What a site with IPv6 calls its own, and no NAT64. */
const isTrusted = trustedClients(["192.168.0.0/16", "fd00:1::/48", "2001:db8:1::/112"], []);

const isDenialOfOurs = (line: string) => modSecBlockLikelyFalsePositive.where?.(line, { isTrusted });
const connector = (client: string) =>
  `2026/08/20 10:11:12 [error] 412#412: *5 [client ${client}] ModSecurity: Access denied with code 403 (phase 2).`;
const nginx = (client: string) =>
  `2026/08/20 10:11:12 [error] 412#412: *5 ModSecurity: Access denied with code 403, client: ${client}, server: a`;

describe.each([
  ["in front of the message", connector],
  ["in nginx's own tail", nginx],
])("a client %s", (_, line) => {
  test.each([
    "192.168.1.5",
    "::ffff:192.168.1.5",
    "::ffff:c0a8:105",
    "0:0:0:0:0:ffff:192.168.1.5",
    "fd00:1::5",
    "FD00:0001:0000::5",
    "fd00:1:0:ffff:ffff:ffff:ffff:ffff",
    "2001:db8:1::ffff",
  ])("%s is ours", (client) => expect(isDenialOfOurs(line(client))).toBe(true));

  test.each(["::ffff:203.0.113.9", "::192.168.1.5", "64:ff9b::192.168.1.5", "fd00:2::5", "2001:db8:2::5", "fd00:1::5%eth0"])(
    "%s is not",
    (client) => expect(isDenialOfOurs(line(client))).toBe(false),
  );
});

test.each([
  "192.168.1.5:49210",
  "[::ffff:192.168.1.5]:49210",
  "[fd00:1::5]:49210",
  "[fd00:1::5]",
  "::ffff:192.168.1.5:49210",
  "fd00:1::5:49210",
])("%s, as a connector writes a port behind it, is ours", (client) => expect(isDenialOfOurs(connector(client))).toBe(true));

test("the last group of a whole address is no port: without it the address would be another's", () => {
  expect(isDenialOfOurs(connector("2001:db8:1::1:80"))).toBe(false);
  expect(isDenialOfOurs(connector("2001:db8:1::80"))).toBe(true);
});
