import { minutes } from "../../../lib/duration";
import { dnsQueries } from "../streams/dns-queries/stream";
import { alertOn, sigma, times } from "./on";
import { dnsQuery } from "./raw";

const device = "192.168.1.77";

export const miningPoolAsked = alertOn(dnsQueries, "MiningPoolAsked", {
  component: "DNS",
  severity: "warning",
  follows: sigma("rules/network/dns/net_dns_pua_cryptocoin_mining_xmr.yml"),
  where: ({ query_name }) =>
    query_name.matches(
      /(?:^|\.)(?:minexmr\.com|supportxmr\.com|c3pool\.com|nanopool\.org|2miners\.com|hashvault\.pro|xmrpool\.eu|moneroocean\.stream|f2pool\.com|herominers\.com)$/,
    ),
  each: ["client_ip"],
  within: minutes(30),
  summary: "A device asks for the address of a pool that mines coins",
  description:
    "Nobody mines at home by accident: the device runs what somebody brought along. Find it by its address, and take it off the network.",
  fires: dnsQuery(device, "pool.supportxmr.com"),
  alsoFires: [[dnsQuery(device, "nanopool.org")]],
  silent: [[dnsQuery(device, "notnanopool.org")], [dnsQuery(device, "nanopool.org.example.com")]],
});

const TUNNEL = 30;

const chunk = (index: number) => `${String(index).padStart(3, "0")}${"mzxw6ytboi4dcmrt".repeat(3)}.t.example.net`;

export const dnsTunnelLikely = alertOn(dnsQueries, "DnsTunnelLikely", {
  component: "DNS",
  severity: "warning",
  follows: sigma("unsupported/network/net_dns_large_domain_name.yml"),
  // a label has 63 letters at most: what is carried off fills them
  where: ({ query_name }) => query_name.matches(/(?:^|\.)[a-z0-9_=+/-]{50,63}\./),
  each: ["client_ip"],
  // names of content networks are long too, and few
  from: TUNNEL,
  differing: "query_name",
  within: minutes(15),
  summary: "A device asks for very many long names that differ",
  description:
    "So data is carried through a network that lets nothing else out. Some scanners of mail and some updates do so too: the last part of the names says whose they are.",
  fires: times(TUNNEL, (index) => dnsQuery(device, chunk(index))),
  silent: [
    times(TUNNEL, () => dnsQuery(device, chunk(7))),
    times(TUNNEL, (index) => dnsQuery(index === 0 ? "192.168.1.78" : device, chunk(index))),
    times(TUNNEL, (index) => dnsQuery(device, `${String(index).padStart(3, "0")}${"a".repeat(46)}.example.net`)),
  ],
});

export const torGatewayAsked = alertOn(dnsQueries, "TorGatewayAsked", {
  component: "DNS",
  severity: "info",
  follows: sigma("rules/network/zeek/zeek_dns_torproxy.yml"),
  where: ({ query_name }) =>
    query_name.matches(/\.(?:onion|onion\.(?:cab|city|direct|link|pet|ly|ws|to|sh|casa)|tor2web\.(?:org|com|io|fi)|hiddenservice\.net)$/),
  each: ["client_ip"],
  within: minutes(60),
  summary: "A device asks for a site of the Tor network by way of a gateway",
  description: "A person may. A device that shows nobody anything does so for the program that runs on it: look at it.",
  fires: dnsQuery(device, "abcdefghij234567.onion.ly"),
  alsoFires: [[dnsQuery(device, "abcdefghij234567.onion")]],
  silent: [[dnsQuery(device, "onion.example.org")], [dnsQuery(device, "redonion.to")]],
});

export const callbackNameAsked = alertOn(dnsQueries, "CallbackNameAsked", {
  component: "DNS",
  severity: "critical",
  follows: sigma("rules/network/dns/net_dns_external_service_interaction_domains.yml"),
  where: ({ query_name }) =>
    query_name.matches(
      /\.(?:burpcollaborator\.net|oastify\.com|interact\.sh|oast\.(?:pro|live|site|online|fun|me)|dnslog\.cn|ceye\.io|canarytokens\.com|dnshook\.site|requestbin\.net)$/,
    ),
  each: ["client_ip"],
  within: minutes(30),
  summary: "Something here asks for a name that tells an attacker that his try worked",
  description:
    "Such a name is put into a request, and only a program that has the fault asks for it. The client is a pod or a node: look at what it was asked just before, and take it off.",
  fires: dnsQuery("10.42.0.17", "c58b2.oast.pro"),
  silent: [[dnsQuery("10.42.0.17", "toast.pro")], [dnsQuery("10.42.0.17", "interact.sh.example.org")]],
});
