import type { OutsideSetup } from "../../lib/platform/installation";
import type { Site, StatusPageSite } from "../../lib/site/schema";
import { statusPageCredential } from "./construct";

/** The page that the public reads. */
export function statusPageSetup(site: Site, { api_url, page_id }: StatusPageSite): OutsideSetup {
  return {
    title: "The status page",
    text: () => {
      const [entry] = Object.values(statusPageCredential(site).keys);
      const rows = (site.components ?? []).flatMap(({ name, page_id: id }) => (id === undefined ? [] : [`| ${name} | \`${id}\` |`]));
      return [
        `Page \`${page_id}\` at ${api_url}, with these components on it, each under the id that the page's own API gives it:`,
        ["| Component | Id |", "| --- | --- |", ...rows].join("\n"),
        `The key (\`${entry?.key}\`, property \`${entry?.property}\`) may read the page's components and set their status; more it need not.`,
      ].join("\n\n");
    },
  };
}
