import type { App } from "cdk8s";
import { boilerBridge, boilerCredential } from "../components/boiler-bridge/construct";
import { homeAssistantPackage } from "../components/boiler-bridge/home-assistant/package";
import { Bundle } from "../lib/gitops/bundle";
import type { OutputFile } from "../lib/gitops/manifest";
import type { Credential } from "../lib/kubernetes/credential";
import type { Scrape } from "../lib/metrics/scrape";
import { scrapeObject } from "../lib/metrics/scrape-object";
import type { BoilerSite, Site } from "../lib/site/schema";

const NAME = "boiler-bridge";
const PACKAGE = "home-assistant";

export interface BoilerParts {
  readonly scrapes: readonly Scrape[];
  readonly credentials: readonly Credential[];
  /** The Home Assistant package. */
  readonly files: readonly OutputFile[];
}

/** The bundle of the boiler bridge, and what goes into others: nothing where there is no boiler. */
export function boilerBundle(app: App, site: Site, wave: number): BoilerParts {
  const { boiler } = site;
  if (boiler === undefined) return { scrapes: [], credentials: [], files: [] };
  const bundle = new Bundle(app, NAME, { namespace: boiler.namespace, wave, notApplied: PACKAGE });
  const scrape = boilerBridge(bundle, site, boiler);
  scrapeObject(bundle, scrape, site.namespaces.monitoring);
  return { scrapes: [scrape], credentials: [boilerCredential(boiler)], files: packageFiles(boiler) };
}

function packageFiles(boiler: BoilerSite): OutputFile[] {
  return Object.entries(homeAssistantPackage(boiler)).map(([name, text]) => ({ file: `${NAME}/${PACKAGE}/${name}`, text }));
}
