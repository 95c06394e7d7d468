import { type Command, Option } from "commander";
import type { AskedWalk } from "../work/snmp";

const WALK = `
The walk is what net-snmp prints of the whole device, or of what the module asks:
  snmpwalk -v3 -l authPriv -u <user> -a SHA -A <password> -x AES -X <password> -On <device> .1 > device.walk`;

export const snmp = (belfry: Command) => {
  const group = belfry
    .command("snmp")
    .summary("what a device tells over SNMP")
    .description("What the modules of the SNMP exporter make of a device.");
  group
    .command("check")
    .summary("whether a recorded walk has what a module asks")
    .description("Says which series a module would give of a device, from a recorded walk of it, and names what is missing.")
    .addOption(new Option("--module <name>", "ifmib, switch_ext, ap_ext, bmc, or one of your own").makeOptionMandatory())
    .addOption(new Option("--walk <file>", 'what snmpwalk -On printed; "-" reads standard input').makeOptionMandatory())
    .option("--json", "what is there, what is missing and what need not be, as JSON on standard output")
    .addHelpText("after", WALK)
    .action(async (asked: AskedWalk) => {
      process.exitCode = (await import("../work/snmp")).checkRecorded(asked);
    });
};
