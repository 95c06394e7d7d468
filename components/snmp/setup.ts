import type { OutsideSetup } from "../../lib/platform/installation";
import type { SnmpSite } from "../../lib/site/schema";
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
