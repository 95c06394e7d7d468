import { pushedSeries } from "../../../components/pending/series/pushed";
import { volumeStorageSeries } from "../../../components/volume-storage/series";
import type { Severity } from "../../../lib/alerts/labels";
import { minutes } from "../../../lib/duration";
import { still } from "../../../lib/world/course";
import { appears, becomes, together } from "../../../lib/world/fault";
import type { Expected, Faults } from "./fault";

const backups = (alert: string, severity: Severity, within: number): Expected => ({
  alert,
  component: "Backups",
  severity,
  within: minutes(within),
});

export const storageFaults: Faults = ({ cluster: { claims } }) => {
  const [claim] = claims;
  if (claim === undefined) throw new Error("the world has no claim");
  const { volume } = claim;
  const turns = (state: string) =>
    together(
      becomes(volumeStorageSeries.storage_volume_robustness({ volume, state: "healthy" }), 0),
      becomes(volumeStorageSeries.storage_volume_robustness({ volume, state }), 1),
    );
  return [
    {
      title: "a volume's backups have failed for weeks",
      change: becomes(pushedSeries.storage_backup_age_days({ volume }), 41),
      expect: backups("StorageBackupStale", "warning", 1),
    },
    {
      title: "a volume was put into no backup schedule",
      change: becomes(pushedSeries.storage_backup_age_days({ volume }), -1),
      expect: backups("StorageBackupMissing", "warning", 1),
    },
    { title: "a volume lost a replica", change: turns("degraded"), expect: backups("StorageVolumeDegraded", "warning", 11) },
    { title: "a volume lost every replica", change: turns("faulted"), expect: backups("StorageVolumeFaulted", "critical", 1) },
    {
      title: "a filesystem turned read-only under its pod",
      change: appears(
        "volume-storage",
        volumeStorageSeries.storage_volume_file_system_read_only({
          volume,
          node: claim.pod.node.name,
          pvc: claim.name,
          pvc_namespace: claim.namespace,
        }),
        still(1),
      ),
      expect: backups("StorageVolumeReadOnlyRemount", "critical", 3),
    },
  ];
};
