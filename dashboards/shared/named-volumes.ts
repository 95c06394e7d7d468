import { volumeStorageSeries } from "../../components/volume-storage/series";

const { storage_volume_capacity_bytes: capacity } = volumeStorageSeries;

/**
 * What is told by volume, with the claim that each is bound to, where the volume storage knows one: a volume's own name says nothing to people. One without a claim
 * keeps it, and a dash for a namespace: a legend names both labels.
 */
export function namedVolumes(byVolume: string): string {
  const claims = `max by (volume, pvc_namespace, pvc) (0 * ${capacity()} + 1)`;
  const unclaimed = `label_replace(label_replace(${byVolume}, "pvc", "$1", "volume", "(.+)"), "pvc_namespace", "-", "", "")`;
  return `(${byVolume}) * on (volume) group_left (pvc_namespace, pvc) ${claims}\nor on (volume) ${unclaimed}`;
}
