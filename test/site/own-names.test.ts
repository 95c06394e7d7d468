import { inClusterService, parseInCluster } from "../../lib/site/in-cluster";
import { operatorKind } from "../../lib/site/operator-name";
import { OWN_NAMES } from "../../lib/site/own-names";
import { fullPlatform } from "../example";
import { mistakesOf } from "./mistakes";
import { plainSiteWith } from "./plain-site";

test.each(["single", "cluster"] as const)(
  "whatever the platform names by itself is among the names that no Service of the site may have (%s)",
  (scale) => {
    const { site, workloads, scrapes, manifests } = fullPlatform({ scale, image_pull_secret: { key: "a", property: "b" } });
    const services = Object.values(site.urls).flatMap((url) =>
      url !== undefined && parseInCluster(url) ? [inClusterService(url).name] : [],
    );
    const policies = manifests.filter(({ object }) => object.kind === "NetworkPolicy").map(({ object }) => object.metadata.name);
    const named = [...workloads, ...scrapes].map(({ name }) => name);
    const own = [...named, ...scrapes.flatMap(({ job }) => job ?? []), ...policies].filter((name) => !services.includes(name));
    // those of the operator's objects begin with its prefixes, which are refused as such
    expect([...new Set(own)].filter((name) => operatorKind(name) === undefined && !OWN_NAMES.has(name))).toEqual([]);
  },
);

test("a Service with such a name is refused where it stands", () => {
  expect(mistakesOf(plainSiteWith(["//relay.", "//nut-exporter."]))).toEqual([
    '14:14 urls.relay_url: "http://nut-exporter.monitoring.svc:9999" names the Service "nut-exporter", and belfry calls something else so; use another name',
  ]);
});
