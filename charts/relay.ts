import { relay as relayConstruct } from "../components/relay/construct";
import { relayService } from "../components/relay/declaration";
import { detectors as everyDetector } from "../components/relay/detectors/all";
import { relayPage } from "../dashboards/Alerting/relay";
import { detectorsAt } from "../lib/logs/detector";
import { quotingAt } from "../lib/logs/quoting";
import { serviceScrape } from "../lib/metrics/service-scrape";
import { ownWorkload } from "../lib/network/own-workload";
import type { Part } from "../lib/platform/part";
import { serviceBundle } from "../lib/platform/service-bundle";
import { inClusterService } from "../lib/site/in-cluster";
import { namespaceMap } from "../lib/site/namespace-map";
import { relay as relayRules } from "../rules/relay";

/** From log lines to alerts: the relay and its detectors. */
export const relay: Part = {
  name: "relay",
  at: (site) => {
    const workload = ownWorkload(inClusterService(site.urls.relay_url));
    const scrape = serviceScrape(workload, relayService);
    const detectors = detectorsAt(namespaceMap(site), everyDetector, quotingAt(site));
    return {
      declares: {
        workloads: [workload],
        connections: [{ from: workload, to: { url: site.urls.alertmanager_url } }],
        scrapes: [scrape],
        detectors,
        dormantDetections: everyDetector.map(({ alert }) => alert).filter((alert) => !detectors.some((one) => one.alert === alert)),
        rules: [relayRules(site, scrape)],
        dashboards: [relayPage(workload, scrape, detectors)],
      },
      bundles: (whole) => [
        serviceBundle(site, whole, {
          name: "monitoring-relay",
          workload,
          scrape,
          build: (bundle) => relayConstruct(bundle, site),
        }),
      ],
    };
  },
};
