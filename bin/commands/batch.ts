import { type Command, Option } from "commander";
import { siteArgument } from "../site-argument";
import type { AskedGateway } from "../work/batch";

/** Checked by the action: commander would print a value that it refuses, with the password in it. */
const PUSHGATEWAY = "--pushgateway <url>";

const REACH = `
Only batch jobs may reach the Pushgateway of a site: forward its port first.
  kubectl -n <namespace> port-forward svc/<pushgateway> 9091
  npx belfry batch check --pushgateway http://localhost:9091`;

export const batch = (belfry: Command) => {
  const group = belfry.command("batch").summary("what batch jobs tell").description("What batch jobs tell the Pushgateway.");
  group
    .command("check")
    .summary("whether every declared job tells of its runs")
    .description(
      "Names the jobs of a site that tell of no run, that push under another name, that ran too long ago, and that ran in the future.",
    )
    .addArgument(siteArgument())
    .addOption(new Option(PUSHGATEWAY, "where the Pushgateway answers").makeOptionMandatory())
    .option("--json", "what is missing, misnamed, stale and mistimed, as JSON on standard output")
    .addHelpText("after", REACH)
    .action(async (site: string, asked: AskedGateway, command: Command) => {
      const { pushgateway } = asked;
      const isUrl = URL.canParse(pushgateway) && /^https?:$/.test(new URL(pushgateway).protocol);
      if (!isUrl) {
        const shown = pushgateway.replace(/^.*@/s, "...@");
        command.error(
          `error: option '${PUSHGATEWAY}' argument '${shown}' is invalid. Write an http(s) URL, such as http://localhost:9091.`,
        );
      }
      process.exitCode = await (await import("../work/batch")).checkPushed(site, asked);
    });
};
