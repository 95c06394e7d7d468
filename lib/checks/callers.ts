import { type Address, parseAddress } from "../address";
import type { Manifest } from "../gitops/manifest";
import { jsonOf } from "../kubernetes/object";
import { templateOf } from "../kubernetes/pod-templates";
import { isOutside, isWorkload, type Path } from "../network/connection";
import { isInBlock } from "../network/evaluate";
import { isSame, pathsFrom, servedAt } from "../network/paths";
import { isOf, type Workload, workloadPlace } from "../network/workload";
import type { Platform } from "../platform/platform";
import { inClusterUrlsIn } from "../site/in-cluster-urls";
import { hostOf, portOf } from "../site/url";
import { type Finding, objectPlace } from "./check";

/** An object that names an address calls it: with nothing declared, both ends would agree to cut it off. */
export function callerFindings(platform: Platform): Finding[] {
  const { runbooks_url, grafana_url, grafana_embed_url } = platform.site.urls;
  const forBrowsers = [
    `${runbooks_url}/`,
    ...[grafana_embed_url, grafana_url].flatMap((url) => (url === undefined ? [] : [JSON.stringify(url)])),
  ];
  const known = [...platform.workloads, ...platform.paths.map(({ to }) => to).filter(isWorkload)];
  return platform.manifests.flatMap((manifest) => {
    const caller = callerOf(manifest, platform);
    if (caller === undefined) return [];
    const own = pathsFrom(platform.paths, caller);
    return [...urlsIn(manifest, forBrowsers)]
      .filter((url) => !isDeclared(url, own, known))
      .map((url) => ({
        where: objectPlace(manifest),
        what: `it names ${url}, and ${workloadPlace(caller)} is not declared to call it`,
        fix: "declare the connection beside the workload (components/*/network.ts)",
      }));
  });
}

/** Whose calls an object configures. */
function callerOf(manifest: Manifest, { workloads, logs }: Platform): Workload | undefined {
  const { kind, metadata } = manifest.object;
  if (kind === "ClusterOutput") return logs.aggregator;
  const made = workloads.find(({ madeBy, namespace }) => {
    return (
      madeBy !== undefined && "kind" in madeBy && madeBy.kind === kind && madeBy.name === metadata.name && namespace === metadata.namespace
    );
  });
  if (made !== undefined) return made;
  const own = templateOf(manifest.object);
  if (own === undefined) return undefined;
  return workloads.find((one) => isOf(one, { namespace: metadata.namespace ?? "", labels: own.metadata?.labels ?? {} }));
}

const URLS = /\b(?:https?|mqtts?):\/\/(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d+)?/gi;

/**
 * In-cluster addresses and literal ones, wherever they stand but in a link to a runbook, or as where browsers find a page of ours. A public
 * name may be a link that people follow, or a template: only in a variable of a pod is it an address that the process calls.
 */
function urlsIn(manifest: Manifest, forBrowsers: readonly string[]): Set<string> {
  const text = forBrowsers.reduce((rest, url) => rest.replaceAll(url, ""), jsonOf(manifest.object));
  const literal = Array.from(text.matchAll(URLS), ([url]) => url).filter((url) => literalIn(url) !== undefined);
  const variables = (templateOf(manifest.object)?.spec.containers ?? []).flatMap(({ env = [] }) =>
    env.flatMap(({ value = "" }) => (/^\w+:\/\//.test(value) && !forBrowsers.includes(JSON.stringify(value)) ? value.split(",") : [])),
  );
  const named = variables.flatMap((value) => Array.from(value.matchAll(URLS), ([url]) => url));
  return new Set([...inClusterUrlsIn(text).map(({ url }) => url), ...literal, ...named]);
}

/** Containers of one pod call each other there, and no policy stands between them. */
const OF_THE_POD = ["127.0.0.0/8", "::1/128"];

function literalIn(url: string): Address | undefined {
  const host = hostOf(url);
  const address = host === undefined ? undefined : parseAddress(host);
  return address && !OF_THE_POD.some((cidr) => isInBlock(address, cidr)) ? address : undefined;
}

function isDeclared(url: string, own: readonly Path[], known: readonly Workload[]): boolean {
  const address = literalIn(url);
  if (address !== undefined) {
    return own.some(
      ({ to, ports }) => isOutside(to) && to.addresses.some((cidr) => isInBlock(address, cidr, to.except)) && includes(ports, portOf(url)),
    );
  }
  const [service] = inClusterUrlsIn(url);
  // where a name leads, nobody here knows: somewhere outside, on its port
  if (service === undefined) return own.some(({ to, ports }) => isOutside(to) && includes(ports, portOf(url)));
  const served = servedAt(service, known);
  // an address that nobody serves: the check of references tells
  if (served === undefined) return true;
  return own.some(({ to, ports }) => isWorkload(to) && isSame(to, served.workload) && includes(ports, served.port));
}

function includes(ports: readonly number[], port: number): boolean {
  return ports.length === 0 || ports.includes(port);
}
