import { deadMan, deadManCredential } from "../components/dead-man/construct";
import { deadManService } from "../components/dead-man/declaration";
import { deadManSwitch } from "../components/dead-man/network";
import { deadManSetup } from "../components/dead-man/setup";
import { statusPage, statusPageCredential } from "../components/status-page/construct";
import { statusPageService } from "../components/status-page/declaration";
import { statusPageSetup } from "../components/status-page/setup";
import { deadmanStatus } from "../dashboards/Alerting/deadman-status";
import { serviceScrape } from "../lib/metrics/service-scrape";
import { outsideCall } from "../lib/network/outside-call";
import { ownWorkload } from "../lib/network/own-workload";
import type { Part } from "../lib/platform/part";
import { withheld } from "../lib/platform/rules-at-site";
import { type ServiceBundleProps, serviceBundle } from "../lib/platform/service-bundle";
import { inClusterService } from "../lib/site/in-cluster";
import type { Site, StatusPageSite } from "../lib/site/schema";
import { statusPageOf } from "../lib/site/status-page";
import { alertReceivers } from "../rules/alert-receivers";

const WITHOUT_PAGE = { exporter: statusPageService.name, until: "write the section status_page" };

/** Who the alert manager tells beside the push services: the status page, where there is one, and the dead-man switch. */
export const receivers: Part = {
  name: "receivers",
  at: (site) => {
    const page = statusPageOf(site);
    const adapter = page && statusPageAdapter(site, page);
    const pinger = ownWorkload(inClusterService(site.urls.dead_man_url));
    const pingerScrape = serviceScrape(pinger, deadManService);
    const rules = [alertReceivers(adapter?.scrape, pingerScrape)];
    return {
      declares: {
        credentials: [...(adapter?.credentials ?? []), deadManCredential(site)],
        workloads: [...(adapter ? [adapter.workload] : []), pinger],
        connections: [...(adapter?.connections ?? []), { from: pinger, ...deadManSwitch(site) }],
        scrapes: [...(adapter ? [adapter.scrape] : []), pingerScrape],
        outsideSetups: [deadManSetup(site), ...(page ? [statusPageSetup(site, page)] : [])],
        sections: adapter ? [{ section: "status_page", bundles: [adapter.bundle.name], credentials: adapter.credentials }] : [],
        rules,
        dashboards: [deadmanStatus({ workload: pinger, scrape: pingerScrape }, adapter)],
        withheld: adapter ? [] : withheld(WITHOUT_PAGE, [alertReceivers({ job: statusPageService.name }, pingerScrape)], rules),
      },
      bundles: (whole) => [
        ...(adapter ? [serviceBundle(site, whole, adapter.bundle)] : []),
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

/** What keeps the page, and whom it calls. */
function statusPageAdapter(site: Site, page: StatusPageSite) {
  const workload = ownWorkload(inClusterService(page.adapter_url));
  const scrape = serviceScrape(workload, statusPageService);
  const bundle: ServiceBundleProps = {
    name: "monitoring-status-page",
    workload,
    scrape,
    build: (scope) => statusPage(scope, site, page),
  };
  const connections = [
    // what fires after a restart
    { from: workload, to: { url: site.urls.alertmanager_url } },
    { from: workload, ...outsideCall("the status page", page.api_url, page.api_addresses) },
  ];
  return { workload, scrape, bundle, connections, credentials: [statusPageCredential(site)] };
}
