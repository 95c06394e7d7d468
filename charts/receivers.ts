import { deadMan, deadManCredential } from "../components/dead-man/construct";
import { deadManService } from "../components/dead-man/declaration";
import { deadManSwitch } from "../components/dead-man/network";
import { deadManSetup } from "../components/dead-man/setup";
import { statusPage, statusPageCredential } from "../components/status-page/construct";
import { statusPageService } from "../components/status-page/declaration";
import { statusPageSetup } from "../components/status-page/setup";
import { serviceScrape } from "../lib/metrics/service-scrape";
import { outsideCall } from "../lib/network/outside-call";
import { ownWorkload } from "../lib/network/own-workload";
import type { Part } from "../lib/platform/part";
import { serviceBundle } from "../lib/platform/service-bundle";
import { inClusterService } from "../lib/site/in-cluster";
import { alertReceivers } from "../rules/alert-receivers";

/** Who the alert manager tells beside the push service: the status page and the dead-man switch. */
export const receivers: Part = {
  name: "receivers",
  at: (site) => {
    const page = ownWorkload(inClusterService(site.urls.status_page_url));
    const pageScrape = serviceScrape(page, statusPageService);
    const pinger = ownWorkload(inClusterService(site.urls.dead_man_url));
    const pingerScrape = serviceScrape(pinger, deadManService);
    return {
      declares: {
        credentials: [statusPageCredential(site), deadManCredential(site)],
        workloads: [page, pinger],
        connections: [
          // what fires after a restart
          { from: page, to: { url: site.urls.alertmanager_url } },
          { from: page, ...outsideCall("the status page", site.status_page.api_url, site.status_page.api_addresses) },
          { from: pinger, ...deadManSwitch(site) },
        ],
        scrapes: [pageScrape, pingerScrape],
        outsideSetups: [deadManSetup(site), statusPageSetup(site)],
        rules: [alertReceivers(pageScrape, pingerScrape)],
      },
      bundles: (whole) => [
        serviceBundle(site, whole, {
          name: "monitoring-status-page",
          workload: page,
          scrape: pageScrape,
          build: (bundle) => statusPage(bundle, site),
        }),
        serviceBundle(site, whole, {
          name: "monitoring-dead-man",
          workload: pinger,
          scrape: pingerScrape,
          build: (bundle) => deadMan(bundle, site),
        }),
      ],
    };
  },
};
