import type { Construct } from "constructs";
import { allow, type Peer } from "../kubernetes/network-policy";
import { type End, isOutside, isWorkload, type Path, protocolsOf } from "./connection";
import { pathsFrom, pathsTo } from "./paths";
import type { Workload } from "./workload";

/** The network policy of a workload of ours: what its paths need, and nothing else. */
export function workloadPolicy(scope: Construct, workload: Workload, paths: readonly Path[], dnsNamespace: string): void {
  const { name, namespace, pods, asksByAddress } = workload;
  allow(scope, {
    name,
    namespace,
    pods,
    from: sorted(pathsTo(paths, workload).map((path) => peerOf(path.from, path, namespace))),
    to: sorted(pathsFrom(paths, workload).map((path) => peerOf(path.to, path, namespace))),
    ...(!asksByAddress && { dnsNamespace }),
  });
}

function peerOf(end: End, path: Path, namespace: string): Peer {
  const { ports } = path;
  const protocols = protocolsOf(path);
  if (isWorkload(end)) {
    return {
      // pods of the policy's own namespace need none named
      ...(end.namespace !== namespace && { namespace: end.namespace }),
      pods: end.pods,
      ports,
      protocols,
    };
  }
  if (!isOutside(end)) return { anyNamespace: true, ports, protocols };
  return { addresses: end.addresses, except: end.except, ports, protocols };
}

/** The ports of one peer together, and an order that depends on the peers alone: not on who declares first. */
function sorted(peers: readonly Peer[]): Peer[] {
  const byPeer = new Map<string, Peer>();
  for (const peer of withoutCovered(peers)) {
    const { ports, ...who } = peer;
    const key = JSON.stringify(who);
    const known = byPeer.get(key);
    const isAny = ports.length === 0 || known?.ports.length === 0;
    const together = isAny ? [] : [...new Set([...(known?.ports ?? []), ...ports])].sort((a, b) => a - b);
    byPeer.set(key, { ...peer, ports: together });
  }
  return [...byPeer].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, peer]) => peer);
}

/** Every pod on every port says it all about pods: a list of some behind it would only hide that. */
function withoutCovered(peers: readonly Peer[]): readonly Peer[] {
  const isEverywhere = peers.some((peer) => "anyNamespace" in peer && peer.ports.length === 0);
  return isEverywhere ? peers.filter((peer) => !("pods" in peer)) : peers;
}
