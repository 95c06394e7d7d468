import { formatHost } from "../address";
import type { RemoteEntry } from "../kubernetes/credential";
import type { Labels } from "../network/workload";
import { type AnyCatalogue, type Series, seriesOf } from "../series";
import type { Component } from "../site/component";
import type { Site } from "../site/schema";
import { addressOf, type ExporterName, isOff, keyOf, splitTarget } from "../site/sections/scrapes";
import type { Ask, ObservedTarget, Scrape, Scraped, SeenProgram } from "./scrape";

/**
 * An exporter that somebody else installs, or that a program of theirs has built in: the site says where it is, or that there is
 * none. Declared once in components/, listed in components/observed.ts.
 */
export interface ObservedExporter {
  /** Its key in `scrapes` of site.yaml with dashes, and the `job` of its samples. */
  readonly name: ExporterName;
  /** For people: "chrony, by chrony_exporter". */
  readonly what: string;
  /** What is not watched without it. */
  readonly component: Component;
  readonly release: SeenProgram;
  readonly series: AnyCatalogue;
  /** How it is found in the cluster. @default - it is not in the cluster, and the site names its addresses */
  readonly inCluster?: InCluster;
  /** As many run it outside of the cluster as in it: it is asked where the site says that it is, and not looked for. @default - it is */
  readonly isAskedWhereNamed?: true;
  /** At an address for which the site names no port. */
  readonly port: number;
  /** @default - its /metrics over plain HTTP */
  readonly ask?: Omit<Ask, "token">;
  /** The entry of the secret store that is sent as a bearer token. @default - none is asked for */
  readonly token?: RemoteEntry;
}

/** Behind a Service, or pods by themselves. */
export interface InCluster {
  readonly kind: "service" | "pods";
  readonly selector: Labels;
  /** Name of the Service's port, or of the container's. */
  readonly port: string;
  /** Labels of those that are left out: a scrape of their own asks them. @default - none */
  readonly without?: Labels;
  /** A pod of it runs on every node. @default - some run somewhere */
  readonly onEachNode?: true;
}

/** An exporter that nobody asks here, or a batch job that does not run. Its series are known and nobody exports them. */
export interface AbsentExporter {
  readonly name: string;
  readonly series: readonly Series[];
  /** What would have to happen for it to be asked. */
  readonly until: string;
  /** What was seen of it. @default - it is a job of ours */
  readonly release?: SeenProgram;
  /** The site says so. @default - nobody said where it is */
  readonly isOff?: true;
}

/** What rules ask of its samples. */
export const jobOf = ({ name }: ObservedExporter): Scraped => ({ job: name });

/** The scrape of an exporter at a site, or why there is none. */
export function observed(
  exporter: ObservedExporter,
  { scrapes, namespaces: { monitoring } }: Pick<Site, "scrapes" | "namespaces">,
): { scrape: Scrape & { readonly job: string } } | { absent: AbsentExporter } {
  const { name, what, release, inCluster, isAskedWhereNamed, token } = exporter;
  const credential = token && { name: `scrape-${name}`, namespace: monitoring, keys: { token } };
  const series = seriesOf(exporter.series);
  const key = keyOf(name);
  if (isOff(name, scrapes?.off)) return { absent: { name, series, release, until: "scrapes.off names it", isOff: true } };
  const { namespaces, targets, scheme, tls_server_name: serverName } = scrapes?.[key] ?? {};
  const ask: Ask = {
    ...exporter.ask,
    ...((scheme ?? serverName) !== undefined && { tls: scheme !== "http" && { serverName } }),
    ...(credential && { token: { credential, key: "token" } }),
  };
  const scrape = (at: ObservedTarget["at"]) => ({
    scrape: { name, job: name, series, from: { kind: "observed", what, release, at, ask } as const },
  });
  if (targets !== undefined) {
    // with and without the usual port is one
    const places = new Map(
      targets.map((target) => placeOf(target, exporter.port)).map((place) => [`${formatHost(place.address)}:${place.port}`, place]),
    );
    return scrape({ kind: "addresses", targets: [...places.values()] });
  }
  if (inCluster === undefined)
    return { absent: { name, series, release, until: `name its scrapes.${key}.targets, or put it in scrapes.off` } };
  if (isAskedWhereNamed && namespaces === undefined)
    return { absent: { name, series, release, until: `name its scrapes.${key}.namespaces or targets, or put it in scrapes.off` } };
  return scrape({ ...inCluster, namespaces });
}

function placeOf(target: string, usualPort: number) {
  const address = addressOf(target);
  if (address === undefined) throw new Error(`${target} is not an IP address; the site should have refused it`);
  return { address, port: splitTarget(target).port ?? usualPort };
}
