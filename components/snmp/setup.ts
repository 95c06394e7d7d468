import { isIPv4Address } from "../../lib/address";
import type { OutsideSetup } from "../../lib/platform/installation";
import { areAll } from "../../lib/site/ip-family";
import type { Site, SnmpSite } from "../../lib/site/schema";
import { DEVICE_CLASSES } from "../../lib/site/sections/snmp";

/** What every device has to let the exporter do. */
export function snmpSetup(site: SnmpSite): OutsideSetup {
  const lists = DEVICE_CLASSES.flatMap((key) =>
    site[key] === undefined ? [] : [`- \`${key}\`: ${site[key].map((one) => `\`${one}\``).join(", ")}`],
  );
  return {
    title: "Devices asked over SNMP",
    text: () =>
      [
        "Each of these answers on UDP 161 to one SNMPv3 user, the same for all, who reads and writes nothing: security level `authPriv`, SHA and AES-128. Its name and its two passwords are in the secret store. Turn SNMP versions 1 and 2c off.",
        lists.join("\n"),
        "On a switch, give each port that something depends on a description (`ifAlias`): a described port that goes down alerts.",
      ].join("\n\n"),
  };
}

/** Of a family that no pod has: whether the way out of the cluster translates, a site does not say. */
export function snmpCautions(site: SnmpSite, { address_ranges: ranges }: Pick<Site["cluster"], "address_ranges">): string[] {
  if (!areAll(4, ranges)) return [];
  return DEVICE_CLASSES.flatMap((key) => {
    const devices = (site[key] ?? []).filter((one) => !isIPv4Address(one));
    if (devices.length === 0) return [];
    const listed = `snmp.${key} lists ${devices.join(", ")} by IPv6, and cluster.address_ranges holds IPv4 alone`;
    return [
      `${listed}: the exporter reaches no such address unless the way out of the cluster translates; write the IPv4 address where there is one`,
    ];
  });
}
