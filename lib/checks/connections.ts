// Prevents traffic that a policy cuts off in silence, and traffic that nobody declared: each end of each pair is asked what it lets through.
import { isDeepStrictEqual } from "node:util";
import { type Address, addressAfter, addressBefore, formatAddress, parseCidr } from "../address";
import { DEFAULT_DENY } from "../kubernetes/network-policy";
import { podTemplates } from "../kubernetes/pod-templates";
import { describeEnd, type End, isOutside, isWorkload, type Path, protocolsOf } from "../network/connection";
import { type Direction, isInBlock, NetworkPolicies, type Peer, type Pod } from "../network/evaluate";
import { isSame, pathsFrom, pathsTo } from "../network/paths";
import { ALL_PORTS, describePorts, difference, isSamePorts, onePort, type PortSet, unionOf } from "../network/port-set";
import { isOf, type Labels, type Workload, workloadPlace } from "../network/workload";
import type { Platform } from "../platform/platform";
import { callerFindings } from "./callers";
import { type Check, type Finding, objectPlace } from "./check";
import { deniesAll } from "./pod-security";

const BY_CONNECTION = "declare the connection in the part that calls (components/*/network.ts); both ends' policies follow from it";

export const connections: Check = {
  name: "connections",
  run: (platform) => [
    ...lostFindings(platform),
    ...callerFindings(platform),
    ...portFindings(platform),
    ...podFindings(platform),
    ...strayFindings(platform),
    ...policyFindings(platform),
  ],
};

/** Connections to an address that nobody serves. */
function lostFindings({ lost }: Platform): Finding[] {
  return lost.map(({ from, to }) => ({
    where: describe(from),
    what: `it calls ${describeEnd(to)}, and no workload serves that address`,
    fix: "let the workload that answers there name its Service and port (`serves`)",
  }));
}

/** A policy names container ports: one that nothing listens on, such as a Service's, opens nothing. */
function portFindings({ paths }: Platform): Finding[] {
  return paths.flatMap(({ from, to, ports }) => {
    if (!isWorkload(to)) return [];
    const listening = Object.values(to.ports);
    return ports
      .filter((port) => !listening.includes(port))
      .map((port) => ({
        where: describe(from),
        what: `it calls ${describeEnd(to)} on ${port}, where nothing listens`,
        fix: `use a container port, not a Service's: ${listening.join(", ")}`,
      }));
  });
}

/** Pods of our own that no declaration knows: nobody asks what they let through. */
function podFindings({ manifests, workloads }: Platform): Finding[] {
  const findings: Finding[] = [];
  for (const { manifest, template } of podTemplates(manifests)) {
    const { namespace = "" } = manifest.object.metadata;
    const workload = workloads.find((one) => isOf(one, { namespace, labels: template.metadata?.labels ?? {} }));
    const where = objectPlace(manifest);
    if (workload === undefined) {
      findings.push({ where, what: "its pods belong to no declared workload", fix: "declare the workload in its part (charts/)" });
      continue;
    }
    const listening = (template.spec.containers ?? []).flatMap(({ ports = [] }) =>
      ports.flatMap(({ containerPort }) => containerPort ?? []),
    );
    const declared = Object.values(workload.ports);
    if (listening.sort().join() === [...declared].sort().join()) continue;
    findings.push({
      where,
      what: `its containers listen on ${listening.join(", ") || "no port"}, ${workloadPlace(workload)} declares ${declared.join(", ") || "none"}`,
      fix: "take the ports from the workload's declaration",
    });
  }
  return findings;
}

/** Policies that were made from no declaration: what they select by is in no workload's, and could hide from the pairs below. */
function strayFindings({ manifests, workloads }: Platform): Finding[] {
  return manifests.flatMap((manifest) => {
    const { kind, metadata, spec } = manifest.object;
    if (kind !== "NetworkPolicy" || (metadata.name === DEFAULT_DENY && deniesAll(spec))) return [];
    const workload = workloads.find(({ name, namespace, elsewhere }) => {
      return elsewhere === undefined && name === metadata.name && namespace === metadata.namespace;
    });
    const { podSelector } = spec as { podSelector?: object };
    if (workload !== undefined && isDeepStrictEqual(podSelector, { matchLabels: workload.pods })) return [];
    return [
      { where: objectPlace(manifest), what: "this policy is no declared workload's, or selects other pods than it", fix: BY_CONNECTION },
    ];
  });
}

/** Both ends of every pair, every address at which a policy or a declaration changes its mind. */
function policyFindings({ manifests, workloads, paths, site }: Platform): Finding[] {
  const policies = new NetworkPolicies(manifests.map(({ object }) => object));
  const others = paths.flatMap(({ from, to }) => [from, to].filter(isWorkload));
  const known = [...workloads, ...others].filter((one, index, all) => all.findIndex((other) => isSame(one, other)) === index);
  const namespaces = new Set([...known.map(({ namespace }) => namespace), site.namespaces.orchestrator, "elsewhere"]);
  const strangers = [...namespaces].map((namespace): Workload => ({ name: "any other pod", namespace, pods: {}, ports: {} }));
  const templates = podTemplates(manifests);
  const peers = [
    ...[...known, ...strangers].map((peer) => ({ name: describeEnd(peer), pod: podOf(peer, templates) })),
    ...policies
      .selected()
      .filter(({ namespace, labels }) => !known.some((one) => one.namespace === namespace && isDeepStrictEqual(one.pods, labels)))
      .map((pod) => ({ name: `${pod.namespace}/${describeLabels(pod.labels)}`, pod })),
  ].map(({ name, pod }) => ({ name, peer: { pod } }));
  const edges = edgesOf([...policies.ranges(), ...paths.flatMap(rangesOf)]).map((address) => ({
    name: formatAddress(address),
    peer: { address },
  }));

  return known
    .filter(({ elsewhere }) => elsewhere === undefined)
    .flatMap((workload) => {
      const pod = podOf(workload, templates);
      return (["ingress", "egress"] as const).flatMap((direction) => {
        const open = policies.of(direction, pod);
        const expected = declaredOf(paths, workload, direction, site.namespaces.orchestrator);
        const ask = ({ name, peer }: { readonly name: string; readonly peer: Peer }) =>
          verdict(workload, direction, name, open(peer), expected(peer));
        // a range has several edges: one finding is enough
        return [...peers.flatMap(ask), ...edges.flatMap(ask).slice(0, 1)];
      });
    });
}

function verdict(workload: Workload, direction: Direction, peer: string, open: PortSet, expected: PortSet): Finding[] {
  if (isSamePorts(open, expected)) return [];
  const [closed, extra] = [difference(expected, open), difference(open, expected)];
  const where = workloadPlace(workload);
  const [verb, peerVerb] = direction === "egress" ? ["reach", "out to"] : ["be reached from", "in from"];
  return [
    ...(closed.length === 0
      ? []
      : [{ where, what: `its policies don't let it ${verb} ${peer} on ${describePorts(closed)}, which is declared`, fix: BY_POLICY }]),
    ...(extra.length === 0
      ? []
      : [
          {
            where,
            what: `its policies let traffic ${peerVerb} ${peer} on ${describePorts(extra)}, which nothing declares`,
            fix: BY_CONNECTION,
          },
        ]),
  ];
}

const BY_POLICY = "render the policy from the connections (workloadPolicy of lib/network/policy.ts), at both ends";

/** The ports that the declarations open between a workload and a peer; name resolution comes by itself, unless it asks by address. */
function declaredOf(paths: readonly Path[], workload: Workload, direction: Direction, dnsNamespace: string): (peer: Peer) => PortSet {
  const own = direction === "egress" ? pathsFrom(paths, workload) : pathsTo(paths, workload);
  const ends = own.map((path) => ({ end: direction === "egress" ? path.to : path.from, ports: portsOf(path) }));
  const resolves = direction === "egress" && !workload.asksByAddress;
  return (peer) => {
    const declared = resolves && "pod" in peer && peer.pod.namespace === dnsNamespace ? [DNS] : [];
    for (const { end, ports } of ends) if (isAt(end, peer)) declared.push(ports);
    return unionOf(declared);
  };
}

const DNS = unionOf([onePort("TCP", 53), onePort("UDP", 53)]);

function describeLabels(labels: Labels): string {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}=${value}`);
  return pairs.length === 0 ? "any other pod" : `pods with ${pairs.join(",")}`;
}

function isAt(end: End, peer: Peer): boolean {
  if (isOutside(end)) return "address" in peer && end.addresses.some((cidr) => isInBlock(peer.address, cidr, end.except));
  if ("address" in peer) return false;
  return isWorkload(end) ? isOf(end, peer.pod) : true;
}

function portsOf(path: Path): PortSet {
  if (path.ports.length === 0) return ALL_PORTS;
  return unionOf(path.ports.flatMap((port) => protocolsOf(path).map((protocol) => onePort(protocol, port))));
}

/** A pod of a workload, with the labels of its template where we make it. */
function podOf(workload: Workload, templates: ReturnType<typeof podTemplates>): Pod {
  const { namespace, pods, labels, ports } = workload;
  const isStranger = Object.keys(pods).length === 0;
  const own = templates.find(({ manifest: { object }, template }) => {
    return !isStranger && isOf(workload, { namespace: object.metadata.namespace ?? "", labels: template.metadata?.labels ?? {} });
  });
  return { namespace, labels: { ...labels, ...own?.template.metadata?.labels, ...pods }, ports };
}

function rangesOf({ from, to }: Path): readonly string[] {
  return [from, to].filter(isOutside).flatMap(({ addresses, except = [] }) => [...addresses, ...except]);
}

/** The addresses on both sides of both ends of each range: between them nothing changes. */
function edgesOf(ranges: readonly string[]): Address[] {
  const edges = [...new Set(ranges)].flatMap((text): Address[] => {
    const range = parseCidr(text);
    if (range === undefined) return [];
    const { family, first, last } = range;
    return [addressBefore(range), { family, value: first }, { family, value: last }, addressAfter(range)].filter(
      (one) => one !== undefined,
    );
  });
  return [...new Map(edges.map((address) => [formatAddress(address), address])).values()];
}

function describe(end: End): string {
  return isWorkload(end) ? workloadPlace(end) : describeEnd(end);
}
