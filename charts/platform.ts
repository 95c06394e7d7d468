import { App } from "cdk8s";
import { alertManager } from "../components/alert-manager/alert-manager";
import { pushCredential, RECEIVERS } from "../components/alert-manager/receivers";
import { routing as alertRouting } from "../components/alert-manager/routing";
import { alertManagerScrapes } from "../components/alert-manager/scrapes";
import { deadMan, deadManCredential } from "../components/dead-man/construct";
import { exporterShell } from "../components/exporters/chart";
import { exporterNetwork } from "../components/exporters/network";
import { exporterScrapes } from "../components/exporters/scrapes";
import { CATCH_ALL_FLOW, loggingFlows, RELAY_OUTPUT } from "../components/logging/flows";
import { loggingNetwork } from "../components/logging/network";
import { metricsAgent } from "../components/metrics/agent";
import { ruleEvaluator } from "../components/metrics/evaluator";
import { metricsScrapes } from "../components/metrics/scrapes";
import { metricsStore } from "../components/metrics/store";
import { pendingScrapes } from "../components/pending/scrapes";
import { MAX_BODY_BYTES, relay } from "../components/relay/construct";
import { detectors as everyDetector } from "../components/relay/detectors/all";
import { statusPage, statusPageCredential } from "../components/status-page/construct";
import { ownAlerts } from "../lib/alerts/rule";
import { vmRule } from "../lib/alerts/vmrule";
import type { Platform } from "../lib/checks/check";
import { Bundle } from "../lib/gitops/bundle";
import { manifestsOf } from "../lib/gitops/manifest";
import { externalSecret } from "../lib/kubernetes/credential";
import { platformNamespace } from "../lib/kubernetes/namespace";
import { detectorsAt, type LocalDetector } from "../lib/logs/detector";
import { scrapeObject } from "../lib/metrics/scrape-object";
import { namespaceMap } from "../lib/site/namespace-map";
import type { Site } from "../lib/site/schema";
import { ruleBundles } from "../rules/all";
import { boiler as boilerRules } from "../rules/boiler";
import { boilerBundle } from "./boiler";
import { gitops } from "./gitops";

/** Order in which the CD tool applies the bundles: what is needed first comes first. */
const WAVES = {
  namespaces: -2,
  secrets: -1,
  exporters: 0,
  metrics: 0,
  receivers: 0,
  alerting: 1,
  relay: 1,
  rules: 2,
  flows: 2,
  boiler: 3,
} as const;

/** The whole installation: every bundle, and the declarations behind them for the checks. */
export function platform(site: Site, runbooks: ReadonlyMap<string, string>): Platform {
  const app = new App();
  const { monitoring, exporters, logging } = site.namespaces;
  const bundle = (name: string, namespace: string, wave: number) => new Bundle(app, name, { namespace, wave });

  const namespaces = bundle("monitoring-namespaces", monitoring, WAVES.namespaces);
  platformNamespace(namespaces, monitoring, { level: "restricted" });
  platformNamespace(namespaces, exporters, {
    level: "privileged",
    because: "node exporter reads the host's /proc, /sys and file systems and listens on the host's network",
  });
  platformNamespace(namespaces, logging, {
    level: "privileged",
    because: "the log shipper reads the nodes' log files through host mounts",
  });

  if (site.boiler) platformNamespace(namespaces, site.boiler.namespace, { level: "restricted" });

  const boiler = boilerBundle(app, site, WAVES.boiler);
  const credentials = [pushCredential(site), statusPageCredential(site), deadManCredential(site), ...boiler.credentials];
  const secrets = bundle("monitoring-secrets", monitoring, WAVES.secrets);
  for (const credential of credentials) externalSecret(secrets, credential, site.secret_store);

  const exporterBundle = bundle("monitoring-exporters", exporters, WAVES.exporters);
  exporterNetwork(exporterBundle, site);

  const metrics = bundle("monitoring-metrics", monitoring, WAVES.metrics);
  metricsStore(metrics, site);
  metricsAgent(metrics, site);
  ruleEvaluator(metrics, site);

  const routing = alertRouting(site);
  alertManager(bundle("monitoring-alerting", monitoring, WAVES.alerting), site, routing);

  const relayBundle = bundle("monitoring-relay", monitoring, WAVES.relay);
  const relayScrape = relay(relayBundle, site);
  scrapeObject(relayBundle, relayScrape, monitoring);

  const nodeScrapes = exporterScrapes();
  for (const scrape of nodeScrapes) scrapeObject(metrics, scrape, monitoring);

  const statusPageBundle = bundle("monitoring-status-page", monitoring, WAVES.receivers);
  const statusPageScrape = statusPage(statusPageBundle, site);
  scrapeObject(statusPageBundle, statusPageScrape, monitoring);

  const deadManBundle = bundle("monitoring-dead-man", monitoring, WAVES.receivers);
  const deadManScrape = deadMan(deadManBundle, site);
  scrapeObject(deadManBundle, deadManScrape, monitoring);

  const rules = ruleBundles(site);
  const ruleBundle = bundle("monitoring-rules", monitoring, WAVES.rules);
  for (const area of rules) vmRule(ruleBundle, { bundle: area, namespace: monitoring, runbooksUrl: site.urls.runbooks_url });

  const detectors = detectorsAt(namespaceMap(site), everyDetector);
  const flows = bundle("monitoring-logging-flows", logging, WAVES.flows);
  loggingFlows(flows, site, detectors);
  loggingNetwork(flows, site);

  const charts = [exporterShell(site, WAVES.exporters)];
  gitops(app, site, charts);

  return {
    site,
    rules,
    detectors,
    routing,
    charts,
    runbooks: withoutAbsent(site.boiler ? runbooks : withoutBoiler(runbooks), detectors),
    scrapes: [
      ...nodeScrapes,
      ...metricsScrapes(),
      ...alertManagerScrapes(),
      relayScrape,
      statusPageScrape,
      deadManScrape,
      ...boiler.scrapes,
      ...pendingScrapes(),
    ],
    promises: {
      watchdog: [RECEIVERS.deadMan],
      critical: [RECEIVERS.statusPage, RECEIVERS.pushCritical],
      warning: [RECEIVERS.statusPage, RECEIVERS.pushWarning],
      info: [RECEIVERS.recorded],
      imported: [RECEIVERS.recorded],
    },
    logs: { relayOutput: RELAY_OUTPUT, catchAllFlow: CATCH_ALL_FLOW, maxBodyBytes: MAX_BODY_BYTES },
    manifests: manifestsOf(app),
    files: boiler.files,
  };
}

/** The pages ship with belfry, whether a place has a boiler or not. */
function withoutBoiler(runbooks: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const absent = new Set(ownAlerts([boilerRules({ poll_seconds: 300 })]).map(({ rule }) => rule.name));
  return new Map([...runbooks].filter(([alert]) => !absent.has(alert)));
}

/** Likewise the pages of detectors that have nothing to look at there. */
function withoutAbsent(runbooks: ReadonlyMap<string, string>, detectors: readonly LocalDetector[]): ReadonlyMap<string, string> {
  const present = new Set(detectors.map(({ alert }) => alert));
  const absent = new Set(everyDetector.map(({ alert }) => alert).filter((alert) => !present.has(alert)));
  return new Map([...runbooks].filter(([alert]) => !absent.has(alert)));
}
