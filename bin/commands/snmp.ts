import { type Command, InvalidArgumentError, Option } from "commander";
import { MODULES } from "../../components/snmp/modules/all";
import { didYouMean } from "../../lib/site/did-you-mean";
import type { SnmpModule } from "../../lib/snmp/module";
import type { AskedWalk } from "../work/snmp";

const WALK = `
The walk is what net-snmp prints of the whole device, or of what the module asks:
  snmpwalk -v3 -l authPriv -u <user> -a SHA -A <password> -x AES -X <password> -On <device> .1 > device.walk 2>&1`;

const NAMES = MODULES.map(({ name }) => name);

export const snmp = (belfry: Command) => {
  const group = belfry
    .command("snmp")
    .summary("what a device tells over SNMP")
    .description("What the modules of the SNMP exporter make of a device.");
  group
    .command("check")
    .summary("whether a recorded walk has what a module asks")
    .description("Says which series a module would give of a device, from a recorded walk of it, and names what is missing.")
    .addOption(new Option("--module <name>", `one of ${NAMES.join(", ")}`).argParser(moduleNamed).makeOptionMandatory())
    .addOption(new Option("--walk <file>", 'what snmpwalk -On printed; "-" reads standard input').makeOptionMandatory())
    .option("--json", "what is there, what is missing and what need not be, as JSON on standard output")
    .addHelpText("after", WALK)
    .action(async (asked: AskedWalk) => {
      process.exitCode = (await import("../work/snmp")).checkRecorded(asked);
    });
};

function moduleNamed(name: string): SnmpModule {
  const found = MODULES.find((one) => one.name === name);
  if (found !== undefined) return found;
  const meant = didYouMean(name, NAMES);
  throw new InvalidArgumentError(`Use one of: ${NAMES.join(", ")}.${meant === undefined ? "" : `\n(Did you mean ${meant}?)`}`);
}
