import { type Address, contains, parseCidr } from "../address";
import type { KubernetesObject } from "../kubernetes/object";
import { type LabelSelector, selects } from "../kubernetes/selector";
import { remembered, rememberedOf } from "../remembered";
import { ALL_PORTS, onePort, type PortSet, type Protocol, unionOf } from "./port-set";
import type { Labels } from "./workload";

/*
 * What NetworkPolicy objects let through, as the API defines it (networking.k8s.io/v1): a pod that no policy selects is open;
 * one that some select is open to what the rules of all of them name together.
 */

export interface Pod {
  readonly namespace: string;
  /** What its namespace is labelled with beyond its name, and beyond what the Namespace objects say. @default - nothing */
  readonly namespaceLabels?: Labels;
  readonly labels: Labels;
  /** For rules that name a port by its container port's name. */
  readonly ports: Readonly<Record<string, number>>;
}

/** The other end: a pod, or an address outside. A pod is never taken for its address: most network plugins don't. */
export type Peer = { readonly pod: Pod } | { readonly address: Address };

export type Direction = "ingress" | "egress";

interface Rule {
  readonly ports?: readonly { readonly protocol?: Protocol; readonly port?: number | string; readonly endPort?: number }[];
  readonly from?: readonly WirePeer[];
  readonly to?: readonly WirePeer[];
}

interface WirePeer {
  readonly podSelector?: LabelSelector;
  readonly namespaceSelector?: LabelSelector;
  readonly ipBlock?: { readonly cidr: string; readonly except?: readonly string[] };
}

interface Policy {
  readonly namespace: string;
  readonly selector: LabelSelector;
  readonly directions: readonly Direction[];
  readonly rules: Readonly<Record<Direction, readonly Rule[]>>;
}

export class NetworkPolicies {
  readonly #policies: readonly Policy[];
  readonly #namespaces: ReadonlyMap<string, Labels>;
  /** A pod is asked of by every policy. */
  readonly #labelsOfNamespace = rememberedOf(
    ({ namespace, namespaceLabels }: Pod): Labels => ({
      ...this.#namespaces.get(namespace),
      ...namespaceLabels,
      "kubernetes.io/metadata.name": namespace,
    }),
  );

  /** `objects` may hold anything: its NetworkPolicies and Namespaces are read. */
  constructor(objects: readonly KubernetesObject[]) {
    this.#policies = objects.filter(({ kind }) => kind === "NetworkPolicy").map(policyOf);
    this.#namespaces = new Map(
      objects.filter(({ kind }) => kind === "Namespace").map(({ metadata }) => [metadata.name, metadata.labels ?? {}]),
    );
  }

  /** The ports on which the policies of `pod` let it reach a peer (egress), or be reached from there (ingress). */
  of(direction: Direction, pod: Pod): (peer: Peer) => PortSet {
    const about = this.#policies.filter(
      ({ namespace, selector, directions }) =>
        namespace === pod.namespace && directions.includes(direction) && selects(selector, pod.labels),
    );
    const rules = about.flatMap((policy) => policy.rules[direction].map((rule) => ({ rule, namespace: policy.namespace })));
    if (about.length === 0) return () => ALL_PORTS;
    return (peer) => {
      // a port's name is looked up where the port is: at the pod that is called
      const called = direction === "ingress" ? pod : "pod" in peer ? peer.pod : undefined;
      const open: PortSet[] = [];
      for (const { rule, namespace } of rules) if (this.#names(rule, direction, namespace, peer)) open.push(portsOf(rule, called));
      return unionOf(open);
    };
  }

  /** A pod for each selector of a rule's peers: what it selects by may be in no declaration. */
  selected(): readonly Pod[] {
    return this.#policies.flatMap(({ namespace, rules }) =>
      [...rules.ingress, ...rules.egress]
        .flatMap(({ from = [], to = [] }) => [...from, ...to])
        .filter(({ ipBlock }) => ipBlock === undefined)
        .map(({ podSelector = {}, namespaceSelector }): Pod => {
          const { "kubernetes.io/metadata.name": name, ...namespaceLabels } = labelsFor(namespaceSelector ?? {});
          const where = namespaceSelector === undefined ? namespace : (name ?? "a-namespace-by-its-labels");
          return { namespace: where, namespaceLabels, labels: labelsFor(podSelector), ports: {} };
        }),
    );
  }

  /** Every address range that the policies name. */
  ranges(): readonly string[] {
    const blocks = this.#policies.flatMap(({ rules }) =>
      [...rules.ingress, ...rules.egress].flatMap(({ from = [], to = [] }) => [...from, ...to]).flatMap(({ ipBlock }) => ipBlock ?? []),
    );
    return [...new Set(blocks.flatMap(({ cidr, except = [] }) => [cidr, ...except]))];
  }

  #names(rule: Rule, direction: Direction, policyNamespace: string, peer: Peer): boolean {
    const peers = direction === "ingress" ? rule.from : rule.to;
    // no list, or an empty one: everybody
    if (peers === undefined || peers.length === 0) return true;
    return peers.some((wire) => {
      if ("address" in peer) {
        const { ipBlock } = wire;
        return ipBlock !== undefined && isInBlock(peer.address, ipBlock.cidr, ipBlock.except);
      }
      if (wire.ipBlock !== undefined) return false;
      const { namespace, labels } = peer.pod;
      const isThere =
        wire.namespaceSelector === undefined
          ? namespace === policyNamespace
          : selects(wire.namespaceSelector, this.#labelsOfNamespace(peer.pod));
      return isThere && (wire.podSelector === undefined || selects(wire.podSelector, labels));
    });
  }
}

/** Every address is looked for in the same few ranges. */
const rangeOf = remembered(parseCidr);

/** Whether an address is in a range, and in none of the exceptions. */
export function isInBlock(address: Address, cidr: string, except: readonly string[] = []): boolean {
  const isIn = (text: string) => {
    const range = rangeOf(text);
    return range !== undefined && contains(range, address);
  };
  return isIn(cidr) && !except.some(isIn);
}

function policyOf({ metadata, spec }: KubernetesObject): Policy {
  const {
    podSelector = {},
    ingress = [],
    egress = [],
    policyTypes,
  } = spec as { podSelector?: LabelSelector; ingress?: readonly Rule[]; egress?: readonly Rule[]; policyTypes?: readonly string[] };
  // unset, a policy is about ingress, and about egress only if it has rules for it
  const types = policyTypes ?? (egress.length > 0 ? ["Ingress", "Egress"] : ["Ingress"]);
  const directions: Direction[] = [];
  if (types.includes("Ingress")) directions.push("ingress");
  if (types.includes("Egress")) directions.push("egress");
  return { namespace: metadata.namespace ?? "default", selector: podSelector, directions, rules: { ingress, egress } };
}

/** The fewest labels that a selector matches. */
function labelsFor({ matchLabels = {}, matchExpressions = [] }: LabelSelector): Labels {
  const expressed = matchExpressions.flatMap(({ key, operator, values = [] }): [string, string][] => {
    if (operator === "In") return [[key, values[0] ?? ""]];
    return operator === "Exists" ? [[key, "any"]] : [];
  });
  return { ...Object.fromEntries(expressed), ...matchLabels };
}

function portsOf({ ports }: Rule, called: Pod | undefined): PortSet {
  if (ports === undefined || ports.length === 0) return ALL_PORTS;
  return unionOf(
    ports.map(({ protocol = "TCP", port, endPort }) => {
      if (port === undefined) return ALL_PORTS.filter((range) => range.protocol === protocol);
      const first = typeof port === "number" ? port : called?.ports[port];
      if (first === undefined) return [];
      return endPort === undefined ? onePort(protocol, first) : [{ protocol, first, last: endPort }];
    }),
  );
}
