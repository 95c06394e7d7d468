import type { Construct } from "constructs";
import { type AddressRange, formatCidr, holds, parseCidr } from "../address";
import { NetworkPolicy, type NetworkPolicyPeer } from "./core";
import { labelsOf } from "./labels";

/**
 * Who a policy lets traffic come from or go to, and on which ports (none named: any). Pods without a namespace are pods of the
 * policy's own namespace.
 */
export type Peer = (
  | { readonly namespace?: string; readonly pods?: Readonly<Record<string, string>> }
  | { readonly anyNamespace: true }
  | { readonly addresses: readonly string[]; readonly except?: readonly string[] }
) & {
  readonly ports: readonly number[];
  /** @default - TCP */
  readonly protocols?: readonly ("TCP" | "UDP")[];
};

export interface AllowProps {
  readonly name: string;
  readonly namespace: string;
  /** Labels of the pods it is about; `{}` for all pods of the namespace. */
  readonly pods: Readonly<Record<string, string>>;
  /** @default - nobody */
  readonly from?: readonly Peer[];
  /** Beside name resolution. @default - nowhere */
  readonly to?: readonly Peer[];
  /** The namespace that resolves names. @default - none is resolved */
  readonly dnsNamespace?: string;
}

/** Lets the named traffic through a namespace that denies everything. */
export function allow(scope: Construct, { name, namespace, pods, from = [], to = [], dnsNamespace }: AllowProps): NetworkPolicy {
  const dns = dnsNamespace === undefined ? [] : [nameResolution(dnsNamespace)];
  // nobody is let in or out where there is no rule; an empty list the API server leaves out
  const orNothing = <T>(rules: readonly T[]) => (rules.length === 0 ? undefined : [...rules]);
  return new NetworkPolicy(scope, `allow-${name}.${namespace}`, {
    metadata: { name, namespace, labels: labelsOf(name, "network-policy") },
    spec: {
      podSelector: { matchLabels: { ...pods } },
      policyTypes: ["Ingress", "Egress"],
      ingress: orNothing(from.map((peer) => ({ from: wirePeers(peer), ports: wirePorts(peer) }))),
      egress: orNothing([...dns, ...to.map((peer) => ({ to: wirePeers(peer), ports: wirePorts(peer) }))]),
    },
  });
}

const nameResolution = (namespace: string) => ({
  to: [{ namespaceSelector: namespaceNamed(namespace) }],
  ports: ["UDP", "TCP"].map((protocol) => ({ protocol, port: 53 })),
});

/** The policy that denies, in every namespace of ours. */
export const DEFAULT_DENY = "default-deny";

/** Denies all traffic of a namespace; what is allowed stands in policies beside it. */
export function denyAll(scope: Construct, namespace: string): NetworkPolicy {
  return new NetworkPolicy(scope, `deny-all.${namespace}`, {
    metadata: { name: DEFAULT_DENY, namespace, labels: labelsOf(DEFAULT_DENY, "network-policy") },
    spec: { podSelector: {}, policyTypes: ["Ingress", "Egress"] },
  });
}

function wirePeers(peer: Peer): NetworkPolicyPeer[] {
  if ("addresses" in peer) return ipBlocks(peer.addresses, peer.except);
  // an address block would not do for pods: some network plugins never match pods by address
  if ("anyNamespace" in peer) return [{ namespaceSelector: {} }];
  const namespaceSelector = peer.namespace === undefined ? undefined : namespaceNamed(peer.namespace);
  const isAnyPod = Object.keys(peer.pods ?? {}).length === 0;
  const podSelector = isAnyPod ? (namespaceSelector ? undefined : {}) : { matchLabels: { ...peer.pods } };
  return [{ namespaceSelector, podSelector }];
}

/** The blocks with what is taken out of each: the API server refuses an exception that does not lie inside its block. */
function ipBlocks(addresses: readonly string[], except: readonly string[] = []): NetworkPolicyPeer[] {
  const [ranges, holes] = [addresses.map(rangeIn), except.map(rangeIn)];
  const blocks = ranges
    .filter((range) => !holes.some((hole) => holds(hole, range)))
    .map((range) => {
      const inside = holes.filter((hole) => holds(range, hole));
      return { ipBlock: { cidr: formatCidr(range), ...(inside.length > 0 && { except: inside.map(formatCidr) }) } };
    });
  if (blocks.length > 0) return blocks;
  throw new Error(
    `addresses ${addresses.join(", ")} all lie in the exceptions ${except.join(", ")}; a rule without addresses would be for everybody`,
  );
}

function rangeIn(text: string): AddressRange {
  const range = parseCidr(text);
  if (range === undefined) throw new Error(`${text} is no address range; write a CIDR`);
  return range;
}

const namespaceNamed = (name: string) => ({ matchLabels: { "kubernetes.io/metadata.name": name } });
function wirePorts({ ports, protocols = ["TCP"] }: Peer) {
  if (ports.length === 0) return undefined;
  return protocols.flatMap((protocol) => ports.map((port) => ({ protocol, port })));
}
