import { Catalogue } from "../../lib/metrics/catalogue";
import type { Scrape } from "../../lib/metrics/scrape";
import { labelsOfTarget } from "../../lib/metrics/target-labels";
import { fullPlatform } from "../example";

/** What its endpoints give, and what only whoever makes its targets knows. */
const more = ({ from, targetLabels = [] }: Scrape) => [
  ...(from.kind === "service" ? (from.endpoints ?? []).flatMap(({ labels = {} }) => Object.keys(labels)) : []),
  ...targetLabels,
];

describe.each(["single", "cluster"] as const)("the labels of a target, scale: %s", (scale) => {
  const scraped = fullPlatform({ scale }).scrapes.filter(({ job }) => job !== undefined);

  test.each(scraped.map((scrape) => [scrape.name, scrape] as const))("are those that the catalogue knows: %s", (_, scrape) => {
    const [set] = new Catalogue([scrape], []).labelsUnder("up");
    const known = [...(set?.labels ?? new Map())].filter(([label]) => !more(scrape).includes(label));
    const given = Object.keys(labelsOfTarget(scrape, { index: 0, pod: "a" }));
    // where somebody else runs it a target may have fewer: it is found by a Service, as a pod, or at an address
    expect(known.map(([label]) => label)).toEqual(expect.arrayContaining(given));
    expect(given).toEqual(expect.arrayContaining(known.filter(([, { always }]) => always).map(([label]) => label)));
  });
});
