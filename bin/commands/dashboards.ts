import { type Command, InvalidArgumentError, Option } from "commander";
import { siteArgument } from "../site-argument";
import type { AskedDiff } from "../work/dashboards-diff";
import type { AskedPreview } from "../work/dashboards-preview";
import type { AskedSheet } from "../work/dashboards-sheet";

const KEYS = `
The store may ask for a user and password in its address, or for a bearer token in the variable PROMETHEUS_TOKEN.
On the page: n and p go to the next and the previous dashboard, / searches, v shows one panel alone, Escape goes back.
docs/dashboards-preview.md tells what is drawn.`;

const CHROMIUM = `
Chromium is looked for on the path; the variable CHROMIUM names another.`;

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
      refuseUrl(asked.url, command);
      process.exitCode = await (await import("../work/dashboards-preview")).preview(site, asked);
    });
  group
    .command("sheet")
    .summary("a picture of each dashboard, and one of all")
    .description(
      "Draws the dashboards in headless Chromium: <uid>.png of each, sheet.png of all, and index.html. What can't be read is told: errors, " +
        "empty panels, panels over each other, texts that are cut.",
    )
    .addArgument(siteArgument())
    .option("--out <folder>", "where the pictures go", "build/dashboards")
    .addOption(new Option("--only <uids>", "of these alone, with commas between").argParser(listed))
    .addOption(new Option("--theme <theme>", "its colours").choices(["dark", "light"]).default("dark"))
    .addOption(new Option("--width <pixels>", "of the page").default(1600).argParser(widthOf))
    .addOption(new Option(URL_OPTION, "a Prometheus-compatible store to ask instead"))
    .addOption(new Option("--fault <title>", "of the fault table: what has gone wrong half an hour ago").conflicts("url"))
    .option("--json", "the pictures, and what can't be read on them, as JSON on standard output")
    .addHelpText("after", CHROMIUM)
    .action(async (site: string, asked: AskedSheet, command: Command) => {
      refuseUrl(asked.url, command);
      process.exitCode = await (await import("../work/dashboards-sheet")).sheet(site, asked);
    });
  group
    .command("diff")
    .summary("dashboards before and after, side by side")
    .description(
      "Says which dashboards were added, removed and changed, panel by panel, and draws them side by side: index.html, and diff.png of it. " +
        "Both sides show the same data.",
    )
    .argument("<old>", "an output folder, or a revision of the repository")
    .argument("<new>", "another")
    .option("--out <folder>", "where the pictures go", "build/dashboards-diff")
    .addOption(new Option("--site <site.yaml>", "whose data they show").default(siteArgument().defaultValue))
    .addOption(new Option("--theme <theme>", "its colours").choices(["dark", "light"]).default("dark"))
    .addOption(new Option("--width <pixels>", "of a side").default(1200).argParser(widthOf))
    .option("--no-pictures", "in words alone")
    .option("--json", "what is another, by dashboard and panel, as JSON on standard output")
    .addHelpText("after", CHROMIUM)
    .action(async (old: string, now: string, asked: AskedDiff) => {
      process.exitCode = await (await import("../work/dashboards-diff")).diff(old, now, asked);
    });
};

function refuseUrl(url: string | undefined, command: Command): void {
  if (url !== undefined && !(URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))) {
    const shown = url.replace(/^.*@/s, "...@");
    command.error(`error: option '${URL_OPTION}' argument '${shown}' is invalid. Write an http(s) URL, such as http://127.0.0.1:8428.`);
  }
}

function portOf(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError("Write a number from 0 to 65535.");
}

const listed = (text: string): string[] =>
  text
    .split(",")
    .map((uid) => uid.trim())
    .filter((uid) => uid !== "");

function widthOf(text: string): number {
  const width = Number(text);
  if (/^\d{3,4}$/.test(text) && width >= 320) return width;
  throw new InvalidArgumentError("Write a number of pixels from 320 to 9999.");
}
