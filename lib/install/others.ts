import { formatHost } from "../address";
import type { ObservedTarget, Scrape } from "../metrics/scrape";
import type { Platform } from "../platform/platform";
import { namesWaiting, type Waiting } from "../platform/rules-at-site";
import { blocks, code, codes, list, table } from "./markdown";

/** What others install and this platform asks, and what this output lacks because something is not there. */
export function others(platform: Platform, siteFile: string): string {
  const asked = platform.scrapes.flatMap((scrape) =>
    scrape.from.kind === "observed" && !isOurs(scrape.from) ? [{ scrape, from: scrape.from }] : [],
  );
  return blocks(
    "### What others install and belfry asks",
    `\`scrapes\` of ${code(siteFile)} says where each is. One that is asked and not there is an alert: put it into \`scrapes.off\`.`,
    asked.length === 0
      ? "None is asked here."
      : table(
          ["Job", "Tells of", "Asked"],
          asked.map(({ scrape, from }) => [code(scrape.job ?? scrape.name), from.what, placeOf(from)]),
        ),
    ...asked.flatMap(({ scrape, from }) => inTheClear(scrape, from)),
    "### What is left out",
    leftOut(platform),
  );
}

/** What others' program tells of ours: nobody has to say where it is. */
const isOurs = ({ at }: ObservedTarget): boolean => at.kind !== "addresses" && at.ofOurs !== undefined;

function placeOf({ at }: ObservedTarget): string {
  if (at.kind === "addresses") return addressesOf(at).map(code).join(", ");
  const what = at.kind === "service" ? "Services" : "pods";
  const labels = codes(Object.entries(at.selector).map(([label, value]) => `${label}=${value}`));
  return `port ${code(at.port)} of ${what} ${labels} in ${at.namespaces === undefined ? "any namespace" : codes(at.namespaces)}`;
}

const addressesOf = ({ targets }: Extract<ObservedTarget["at"], { kind: "addresses" }>) =>
  targets.map(({ address, port }) => `${formatHost(address)}:${port}`);

/** Inside the cluster the network is the cluster's own. */
function inTheClear({ name }: Scrape, { at, ask }: ObservedTarget): string[] {
  if (at.kind !== "addresses" || ask.tls || (ask.token === undefined && !ask.hasOwnToken)) return [];
  return [
    `**The token of ${code(name)} leaves the cluster in the clear**, to ${codes(addressesOf(at))}: whoever listens on the way can use it. Where the exporter speaks TLS, say \`scheme: https\` beside its targets.`,
  ];
}

function leftOut({ absentExporters, waiting }: Platform): string {
  const { leftOut } = waiting;
  if (absentExporters.length + leftOut.length === 0) return "Nothing: the site says of each exporter where it is, and has every section.";
  const exporters = new Set(absentExporters.map(({ name }) => name));
  return list([
    ...absentExporters.map(({ name, until }) => {
      const gone = leftOut.filter(({ exporter }) => exporter === name).flatMap(namesGone);
      return `${code(name)} is not asked (${until}). ${gone.length === 0 ? "Nothing waits for it." : `Without it go ${codes(gone)}.`}`;
    }),
    ...leftOut
      .filter(({ exporter }) => !exporters.has(exporter))
      .map((one) => `${code(one.exporter)} is not here (${one.until}). Without it go ${codes(namesGone(one))}.`),
  ]);
}

/** Rules by their names and dashboards by their addresses. */
const namesGone = (one: Waiting): string[] => [...namesWaiting(one), ...(one.dashboards ?? []).map((uid) => `/d/${uid}`)];
