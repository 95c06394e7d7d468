import { type Command, InvalidArgumentError, Option } from "commander";
import { siteArgument } from "../site-argument";
import type { AskedPreview } from "../work/dashboards-preview";

const KEYS = `
The store may ask for a user and password in its address, or for a bearer token in the variable PROMETHEUS_TOKEN.
On the page: n and p go to the next and the previous dashboard, / searches, v shows one panel alone, Escape goes back.
docs/dashboards-preview.md tells what is drawn.`;

const PORT = 8430;
/** Checked by the action: commander would print a value that it refuses, with the password in it. */
const URL_OPTION = "--url <url>";

export const dashboards = (belfry: Command) => {
  const group = belfry
    .command("dashboards")
    .summary("how dashboards look, without a cluster")
    .description("Draws the dashboards of a site as the application will.");
  group
    .command("preview")
    .summary("a page that draws every dashboard")
    .description(
      "Serves a page on this machine that draws every dashboard of the site, with the data of a healthy installation that is made up, or " +
        "of a store. It draws anew whenever a declaration is saved.",
    )
    .addArgument(siteArgument())
    .addOption(new Option("--port <number>", "where it listens; 0 for any that is free").default(PORT).argParser(portOf))
    .addOption(new Option(URL_OPTION, "a Prometheus-compatible store to ask instead"))
    .addOption(new Option("--fault <title>", "of the fault table: what has gone wrong half an hour ago").conflicts("url"))
    .addHelpText("after", KEYS)
    .action(async (site: string, asked: AskedPreview, command: Command) => {
      const { url } = asked;
      if (url !== undefined && !(URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))) {
        const shown = url.replace(/^.*@/s, "...@");
        command.error(`error: option '${URL_OPTION}' argument '${shown}' is invalid. Write an http(s) URL, such as http://127.0.0.1:8428.`);
      }
      process.exitCode = await (await import("../work/dashboards-preview")).preview(site, asked);
    });
};

function portOf(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError("Write a number from 0 to 65535.");
}
