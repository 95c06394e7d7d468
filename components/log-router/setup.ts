import { isIPv4Address } from "../../lib/address";
import type { Workload } from "../../lib/network/workload";
import type { OutsideSetup } from "../../lib/platform/installation";
import { areAll } from "../../lib/site/ip-family";
import type { Site } from "../../lib/site/schema";
import { SENDER_KINDS } from "../../lib/site/sections/logs";
import { syslogPort, syslogServiceName } from "./construct";
import { sendersOf } from "./senders";

/** What people set up at the devices that send syslog. */
export function routerSetups(site: Site, workload: Workload): OutsideSetup[] {
  return sendersOf(site).length > 0 ? [deviceSetup(site, workload)] : [];
}

function deviceSetup(site: Site, workload: Workload): OutsideSetup {
  const lists = SENDER_KINDS.flatMap((kind) => {
    const addresses = site.logs?.syslog?.[kind];
    return addresses === undefined ? [] : [`- \`${kind}\`: ${addresses.map((one) => `\`${one}\``).join(", ")}`];
  });
  const service = syslogServiceName(workload);
  return {
    title: "Devices that send syslog",
    text: () =>
      [
        `Each of these sends its log by syslog (RFC 5424 or 3164) to port ${syslogPort(site)}, by TCP where it can, with a line feed at the end of each message, else by UDP; nobody else is let in.`,
        lists.join("\n"),
        `The address is the one that the cluster's load balancer gives the Service: \`kubectl -n ${workload.namespace} get service ${service}\`. In a cluster without a load balancer send to the node that the router's pod runs on, at the node port shown there. On the way no address may be translated: packets from another one than those above are dropped. Have each device's clock set by NTP, and its time zone in UTC where its messages name none.`,
      ].join("\n\n"),
  };
}

/** Of a family that the cluster does not have: whether the way into it translates, a site does not say. */
export function routerCautions(site: Site): string[] {
  const { address_ranges: ranges } = site.cluster;
  if (!areAll(4, ranges)) return [];
  const foreign = sendersOf(site).filter(({ address }) => !isIPv4Address(address));
  if (foreign.length === 0) return [];
  const listed = `logs.syslog lists ${foreign.map(({ address }) => address).join(", ")} by IPv6, and cluster.address_ranges holds IPv4 alone`;
  return [`${listed}: no Service of the cluster answers there; write the IPv4 address that the device sends from`];
}
