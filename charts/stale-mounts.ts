import { podIoError } from "../components/relay/detectors/pod-io-error";
import { staleMounts as staleMountsConstruct } from "../components/stale-mounts/construct";
import { staleMountsService } from "../components/stale-mounts/declaration";
import { patternOf } from "../lib/logs/detector";
import { serviceScrape } from "../lib/metrics/service-scrape";
import { apiServer } from "../lib/network/cluster";
import { ownWorkload } from "../lib/network/own-workload";
import type { Part } from "../lib/platform/part";
import { withheld } from "../lib/platform/rules-at-site";
import { serviceBundle } from "../lib/platform/service-bundle";
import { staleMounts as staleMountsRules } from "../rules/stale-mounts";

const BUNDLE = "monitoring-stale-mounts";

/** What restarts pods whose mounts are stale, where the site lets it. */
export const staleMounts: Part = {
  name: "stale-mounts",
  dormant: (site) =>
    withheld({ exporter: "stale-mounts", until: "write the section stale_mounts" }, [
      staleMountsRules(site, { job: staleMountsService.name }),
    ]),
  at: (site) => {
    const { stale_mounts: asked } = site;
    if (asked === undefined) return undefined;
    const workload = ownWorkload({ ...staleMountsService, namespace: site.namespaces.monitoring });
    const scrape = serviceScrape(workload, staleMountsService);
    return {
      declares: {
        workloads: [workload],
        connections: [{ from: workload, ...apiServer(site) }],
        scrapes: [scrape],
        rules: [staleMountsRules(site, scrape)],
        sections: [{ section: "stale_mounts", bundles: [BUNDLE], credentials: [] }],
      },
      bundles: (whole) => [
        serviceBundle(site, whole, {
          name: BUNDLE,
          workload,
          scrape,
          build: (bundle) => staleMountsConstruct(bundle, { site, staleMounts: asked, pattern: patternOf(podIoError) }),
        }),
      ],
    };
  },
};
