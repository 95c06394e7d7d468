import type { OutputFile } from "../../lib/gitops/manifest";
import type { OutsideSetup } from "../../lib/platform/installation";
import type { BoilerSite } from "../../lib/site/schema";

/** What Home Assistant needs for the bridge. */
export function boilerSetup({ home_assistant_url, mqtt }: BoilerSite, files: readonly Pick<OutputFile, "file">[]): OutsideSetup {
  return {
    title: "Home Assistant",
    text: () =>
      [
        `At ${home_assistant_url}: a user and a token for the bridge, and these files of the output, which the CD tool does not apply. The first says what to do with the others:`,
        files.map(({ file }) => `- [${file}](${file})`).join("\n"),
        ...(mqtt === undefined ? [] : [`Its entities come through the broker at ${mqtt.url}, which needs an account for the bridge.`]),
      ].join("\n\n"),
  };
}
