import { boilerBridge, boilerCredential } from "../components/boiler-bridge/construct";
import { boilerBridgeService } from "../components/boiler-bridge/declaration";
import { homeAssistantPackage } from "../components/boiler-bridge/home-assistant/package";
import { boilerConnections, boilerWorkload } from "../components/boiler-bridge/network";
import { boilerSetup } from "../components/boiler-bridge/setup";
import { svcBoiler } from "../dashboards/Services/svc-boiler";
import type { OutputFile } from "../lib/gitops/manifest";
import { serviceScrape } from "../lib/metrics/service-scrape";
import type { Part } from "../lib/platform/part";
import { withheld } from "../lib/platform/rules-at-site";
import { serviceBundle } from "../lib/platform/service-bundle";
import type { BoilerSite } from "../lib/site/schema";
import { boiler as boilerRules } from "../rules/boiler";

const NAME = boilerBridgeService.name;
const PACKAGE = "home-assistant";

/** The boiler bridge, where there is a boiler. */
export const boiler: Part = {
  name: "boiler",
  dormant: () =>
    withheld({ exporter: NAME, until: "write the section boiler", dashboards: ["svc-boiler"] }, [
      boilerRules({ poll_seconds: 300 }, { job: NAME }),
    ]),
  at: (site) => {
    const { boiler } = site;
    if (boiler === undefined) return undefined;
    const workload = boilerWorkload(boiler);
    const scrape = serviceScrape(workload, boilerBridgeService);
    const credentials = [boilerCredential(boiler)];
    const files = packageFiles(boiler);
    return {
      declares: {
        namespaces: [{ name: boiler.namespace, podSecurity: { level: "restricted" } }],
        credentials,
        workloads: [workload],
        connections: boilerConnections(boiler, workload),
        scrapes: [scrape],
        rules: [boilerRules(boiler, scrape)],
        dashboards: [svcBoiler(workload)],
        files,
        outsideSetups: [boilerSetup(boiler, files)],
        sections: [{ section: "boiler", bundles: [NAME], credentials }],
      },
      bundles: (whole) => [
        serviceBundle(site, whole, {
          name: NAME,
          notApplied: PACKAGE,
          workload,
          scrape,
          build: (bundle) => boilerBridge(bundle, site, boiler),
        }),
      ],
    };
  },
};

function packageFiles(boiler: BoilerSite): OutputFile[] {
  const texts = homeAssistantPackage(boiler);
  return Object.keys(texts).map((name) => ({
    file: `${NAME}/${PACKAGE}/${name}`,
    // when it is written: it takes a quarter of the time in which a platform is built, and no check reads it
    get text() {
      return texts[name] ?? "";
    },
  }));
}
