import { type Command, InvalidArgumentError, Option } from "commander";
import { FIRST_PORT } from "../local/ports";
import { FASTEST, SLOWEST } from "../local/shorter";
import { siteArgument } from "../site-argument";
import type { AskedTrial } from "../work/local";
import type { AskedDrill } from "../work/local-drill";

const PROGRAMS = `
Programs are those of PATH, else those that test/engines/install keeps. On Debian:
  apt-get install victoria-metrics prometheus-alertmanager prometheus-pushgateway prometheus-blackbox-exporter
Where VictoriaMetrics is not there, Debian's prometheus stands in its place. docs/local-trial.md tells what is other than deployed.`;

const siteOption = () => new Option("--site <site.yaml>", "whose alert path it is").default(siteArgument().defaultValue);

export const local = (belfry: Command) => {
  const group = belfry
    .command("local")
    .summary("the alert path on this machine, and drills")
    .description(
      "Starts store, agent, evaluator, alert manager, Pushgateway, blackbox exporter and our services on loopback from the generated " +
        "configuration, and shows what arrives at the push service, the status page and the dead-man switch. Ctrl-C ends it.",
    )
    .addOption(siteOption())
    .addOption(
      new Option(
        "--speed <n>",
        `every wait is so many times shorter than deployed, ${SLOWEST} to ${FASTEST} (default: 10, with --json 1)`,
      ).argParser(speedOf),
    )
    .addOption(
      new Option("--port <first>", "the first of the ports that it listens on; 0 for any that are free")
        .default(FIRST_PORT)
        .argParser(portOf),
    )
    .option("--json", "a line with every URL once all is ready, then one for whatever arrives; nothing is sent by itself")
    .addHelpText("after", PROGRAMS)
    .action(async (asked: AskedTrial) => {
      process.exitCode = await (await import("../work/local")).local(asked);
    });
  group
    .command("drill")
    .summary("whether an alert reaches whom it should")
    .description(
      "Replays the proof of an alert through the real programs to the receivers, and shows who was told what. It brings its own stack, beside one " +
        "that runs. The line of a detector goes to the relay; what an alert over stored logs would tell is told as the log store tells it.",
    )
    .argument("<AlertName>", "an alert of the site")
    .addOption(siteOption())
    .option("--json", "as the last line { alert, expected, arrived, seconds }")
    .action(async (name: string, _: AskedDrill, command: Command) => {
      // what both have, commander gives to the one in front
      process.exitCode = await (await import("../work/local-drill")).localDrill(name, command.optsWithGlobals<AskedDrill>());
    });
};

function speedOf(text: string): number {
  const speed = Number(text);
  if (/^\d+(?:\.\d+)?$/.test(text) && speed >= SLOWEST && speed <= FASTEST) return speed;
  throw new InvalidArgumentError(`Write a number from ${SLOWEST} to ${FASTEST}.`);
}

function portOf(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_000) return port;
  throw new InvalidArgumentError("Write a number from 0 to 65000.");
}
