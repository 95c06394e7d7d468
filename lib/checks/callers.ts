import { parseAddress } from "../address";
import type { Manifest } from "../gitops/manifest";
import { podTemplates } from "../kubernetes/pod-templates";
import { isOutside, isWorkload, type Path } from "../network/connection";
import { isInBlock } from "../network/evaluate";
import { isSame, pathsFrom, servedAt } from "../network/paths";
import { isOf, type Workload, workloadPlace } from "../network/workload";
import type { Platform } from "../platform/platform";
import { type OperatorKind, operatorName } from "../site/operator-name";
import { hostOf, portOf } from "../site/url";
import { type Finding, objectPlace } from "./check";

const OPERATOR_KINDS: Readonly<Record<string, OperatorKind>> = {
  VMSingle: "vmsingle",
  VMAgent: "vmagent",
  VMAlert: "vmalert",
  VMAlertmanager: "vmalertmanager",
  VMAuth: "vmauth",
};

/** An object that names an address calls it: with nothing declared, both ends would agree to cut it off. */
export function callerFindings(platform: Platform): Finding[] {
  const known = [...platform.workloads, ...platform.paths.map(({ to }) => to).filter(isWorkload)];
  return platform.manifests.flatMap((manifest) => {
    const caller = callerOf(manifest, platform);
    if (caller === undefined) return [];
    const own = pathsFrom(platform.paths, caller);
    return [...urlsIn(manifest)]
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
  const operator = OPERATOR_KINDS[kind];
  if (operator !== undefined) {
    const name = operatorName(operator, metadata.name);
    return workloads.find((one) => one.name === name && one.namespace === metadata.namespace);
  }
  const [own] = podTemplates([manifest]);
  if (own === undefined) return undefined;
  return workloads.find((one) => isOf(one, { namespace: metadata.namespace ?? "", labels: own.template.metadata?.labels ?? {} }));
}

/** In-cluster addresses and literal ones, wherever they stand. A public name may be a link that people follow. */
function urlsIn({ object }: Manifest): Set<string> {
  const all = JSON.stringify(object).matchAll(/\b(?:https?|mqtts?):\/\/(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d+)?/gi);
  return new Set(Array.from(all, ([url]) => url).filter((url) => serviceIn(url) !== undefined || literalIn(url) !== undefined));
}

function serviceIn(url: string) {
  // a replica's own name may stand in front of its Service's
  const [, name, namespace, port] =
    /^(?:https?|mqtts?):\/\/(?:[a-z0-9-]+\.)?([a-z0-9-]+)\.([a-z0-9-]+)\.svc(?:\.[a-z0-9.-]+)?:(\d+)$/.exec(url) ?? [];
  return name === undefined || namespace === undefined ? undefined : { name, namespace, port: Number(port) };
}

function literalIn(url: string) {
  const host = hostOf(url);
  return host === undefined ? undefined : parseAddress(host);
}

function isDeclared(url: string, own: readonly Path[], known: readonly Workload[]): boolean {
  const service = serviceIn(url);
  const address = literalIn(url);
  if (address !== undefined) {
    return own.some(
      ({ to, ports }) => isOutside(to) && to.addresses.some((cidr) => isInBlock(address, cidr, to.except)) && includes(ports, portOf(url)),
    );
  }
  const served = service && servedAt(service, known);
  // an address that nobody serves: the check of references tells
  if (served === undefined) return true;
  return own.some(({ to, ports }) => isWorkload(to) && isSame(to, served.workload) && includes(ports, served.port));
}

function includes(ports: readonly number[], port: number): boolean {
  return ports.length === 0 || ports.includes(port);
}
