import { parseCidr } from "../address";
import type { OperatorKind } from "../site/operator-name";
import type { Site } from "../site/schema";
import { RELOADED } from "./operator";

/*
 * What of the metrics plane listens where (seen on the binaries, and read in the sources of the releases that lib/metrics/operator.ts
 * pins; test/engines/ipv6.test.ts runs them):
 * - VictoriaMetrics' programs listen and dial by IPv4 alone, with -enableTCP6 by both families: one socket takes both.
 * - So does the operator's configuration reloader, whose own health is probed (lib/httpserver): without the flag the kubelet would
 *   kill it for ever. It calls its program at 127.0.0.1, which an IPv6-only pod has as well.
 * - Alertmanager's interface takes both (net.Listen of ":9093"), its gossip the pod's first address, whichever family that is: the
 *   operator writes [$(POD_IP)]:9094.
 * - The operator's probes name a port alone, and the kubelet asks at the pod's first address. Its Services say nothing of families, nor
 *   do ours: they have the cluster's first one, and what listens on both answers there.
 */

/** Whether pods or Services have IPv6 addresses here. */
export function hasIPv6({ cluster }: Pick<Site, "cluster">): boolean {
  return cluster.address_ranges.some((text) => parseCidr(text)?.family === 6);
}

type Arguments = Readonly<Record<string, string>>;

/** The arguments of an object of the operator's: its own, and those that let it listen and dial on the cluster's families. */
export function argumentsAt(site: Pick<Site, "cluster">, kind: OperatorKind, own: Arguments = {}) {
  const flag: Arguments = hasIPv6(site) ? { enableTCP6: "true" } : {};
  const extraArgs = { ...own, ...(kind !== "vmalertmanager" && flag) };
  return {
    ...(!isEmpty(extraArgs) && { extraArgs }),
    ...(RELOADED.has(kind) && !isEmpty(flag) && { configReloaderExtraArgs: flag }),
  };
}

function isEmpty(values: Arguments): boolean {
  return Object.keys(values).length === 0;
}
