import { type Command, InvalidArgumentError, Option } from "commander";
import { parseFilter } from "../../lib/logs/tap/filter";
import { FORWARD, LIVE_PORT } from "../../lib/logs/tap/live-sink";
import { regexTest } from "../../lib/logs/tap/regex";
import { ExpressionError } from "../../lib/logs/tap/regex-parser";
import type { AskedTap } from "../work/tap";

const REACH = `
Reach the router first, in another terminal:
  ${FORWARD}

A filter joins conditions over the fields of an event with &&, ||, ! and parentheses; docs/tap.md has all of it:
  npx belfry tap --filter 'kubernetes.namespace_name == "mail" && log =~ /status=(bounced|deferred)/i'

It ends with 0 at Ctrl-C, and with 1 when the router is not there.`;

const LONGEST_WINDOW = 3_600;

/** Checked by the action: commander would print a value that it refuses, with the password in it. */
const URL_OPTION = "--url <url>";

interface AskedTapOptions extends Omit<AskedTap, "match"> {
  readonly match?: string;
  readonly ignoreCase?: boolean;
}

export const tap = (belfry: Command) =>
  belfry
    .command("tap")
    .summary("log events as they come, filtered")
    .description("Prints the events that the log router handles, as they come, one a line.")
    .option("-n, --namespace <name...>", "of these namespaces alone (kubernetes.namespace_name)")
    .option("-c, --container <name...>", "of these containers alone (kubernetes.container_name)")
    .option("-m, --match <regex>", "whose text (log) holds what the regular expression describes")
    .option("-i, --ignore-case", "of --match")
    .addOption(new Option("-f, --filter <expression>", "that fulfil a condition over their fields").argParser(parsed(parseFilter)))
    .addOption(new Option(URL_OPTION, "the router's live sink").default(`ws://127.0.0.1:${LIVE_PORT}`))
    .addOption(
      new Option("--window <time>", "the sliding window: what the status counts, and how far a slow reader may be behind")
        .default(10, "10s")
        .argParser(secondsOf),
    )
    .option("--once", "end when one window is over")
    .option("--json", "each event as it came, a line of JSON")
    .option("--no-colour", "no colours on a terminal; so does the variable NO_COLOR")
    .addHelpText("after", REACH)
    .action(async ({ match, ignoreCase = false, ...asked }: AskedTapOptions, command: Command) => {
      if (ignoreCase && match === undefined) command.error("error: option '-i, --ignore-case' needs '-m, --match <regex>'");
      const { url } = asked;
      if (!URL.canParse(url) || !/^wss?:$/.test(new URL(url).protocol) || new URL(url).hash !== "") {
        const shown = url.replace(/^.*@/s, "...@");
        command.error(
          `error: option '${URL_OPTION}' argument '${shown}' is invalid. Write a ws(s) URL, such as ws://127.0.0.1:${LIVE_PORT}.`,
        );
      }
      process.exitCode = await (await import("../work/tap")).tap({
        ...asked,
        match: match === undefined ? undefined : regexOf(match, ignoreCase, command),
      });
    });

/** Not by commander's parser of one option: whether case counts is said by another. */
function regexOf(source: string, ignoreCase: boolean, command: Command): (text: string) => boolean {
  try {
    return parsed((source) => regexTest(source, ignoreCase))(source);
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    return command.error(`error: option '-m, --match <regex>' argument '${source}' is invalid. ${error.message}`);
  }
}

/** With the place of a mistake under the expression, where that is one line. */
const parsed =
  <T>(parse: (source: string) => T) =>
  (source: string): T => {
    try {
      return parse(source);
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      const pointer = /^[ -~]*$/.test(source) ? `\n  ${source}\n  ${" ".repeat(error.offset)}^` : "";
      throw new InvalidArgumentError(`At character ${error.offset + 1}: ${error.message}.${pointer}`);
    }
  };

function secondsOf(text: string): number {
  const [, digits, unit] = /^(\d{1,6})(s|m)?$/.exec(text) ?? [];
  const seconds = Number(digits) * (unit === "m" ? 60 : 1);
  if (seconds >= 1 && seconds <= LONGEST_WINDOW) return seconds;
  throw new InvalidArgumentError("Write a time from 1s to 60m, such as 10s.");
}
