import { kubeStateMetricsSeries } from "../components/exporters/series/kube-state-metrics";
import { pushedSeries } from "../components/pending/series/pushed";
import { volumeStorageSeries } from "../components/volume-storage/series";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { minutes } from "../lib/duration";
import { inPhase, POD } from "./proof-pod";

const { kube_pod_spec_volumes_persistentvolumeclaims_info, kube_pod_status_phase } = kubeStateMetricsSeries;
const { storage_backup_age_days } = pushedSeries;
const { storage_volume_file_system_read_only, storage_volume_robustness } = volumeStorageSeries;

/** One flat threshold for all volumes (observability specification, part 8). */
const BACKUP_STALE_DAYS = 40;

/**
 * Robustness comes as a number in older releases of the volume storage (2 degraded, 3 faulted) and
 * as a `state` label on a 0/1 series in newer ones: both forms are read, neither can be taken for the other.
 */
const robustness = (number: number, state: string): string =>
  `(${storage_volume_robustness({ state: "" })} == ${number}) or (${storage_volume_robustness({ state })} == 1)`;

/** A volume as the storage names it, and the claim that it is bound to. */
const VOLUME = { volume: "pvc-8b7e1c52", node: "a", pvc: "data", pvc_namespace: POD.namespace };

export function storage(): RuleBundle {
  const age = (days: string) => ({ [storage_backup_age_days({ job: "backup-age", volume: VOLUME.volume })]: days });
  const numbered = (number: number) => ({ [storage_volume_robustness(VOLUME)]: `${number}x20` });
  const labelled = (state: string, flag: number) => ({ [storage_volume_robustness({ ...VOLUME, state })]: `${flag}x20` });
  const readOnly = (phase: "Running" | "Succeeded", persistentvolumeclaim = "data") => ({
    [storage_volume_file_system_read_only(VOLUME)]: "1x20",
    [kube_pod_spec_volumes_persistentvolumeclaims_info({ ...POD, volume: "repositories", persistentvolumeclaim, ephemeral: "false" })]:
      "1x20",
    ...inPhase(phase),
  });

  return area("storage", { component: "Backups" }, [
    alert("StorageBackupStale", {
      expr: `${storage_backup_age_days()} > ${BACKUP_STALE_DAYS}`,
      severity: "warning",
      summary: "The last backup of volume {{ $labels.volume }} is too old",
      description: "It is {{ $value | humanize }} days old. Look at the volume's backup schedule and the backup target.",
      fires: age("41x10"),
      silent: [age("40x10"), age("-1x10")],
    }),
    alert("StorageBackupMissing", {
      expr: `${storage_backup_age_days()} == -1`,
      severity: "warning",
      summary: "Volume {{ $labels.volume }} has no backup",
      description: "The volume was never backed up. Add it to a backup schedule, or exempt it by name.",
      fires: age("-1x10"),
      silent: age("0x10"),
    }),
    alert("StorageVolumeDegraded", {
      expr: robustness(2, "degraded"),
      for: minutes(10),
      severity: "warning",
      summary: "Volume {{ $labels.volume }} runs with fewer replicas than it should",
      description: "A replica is missing for 10 minutes. It rebuilds by itself when its node and disk are back.",
      fires: [numbered(2), labelled("degraded", 1)],
      silent: [numbered(1), numbered(3), labelled("degraded", 0), labelled("healthy", 1)],
    }),
    alert("StorageVolumeFaulted", {
      expr: robustness(3, "faulted"),
      severity: "critical",
      summary: "Volume {{ $labels.volume }} has no working replica",
      description: "Reads and writes fail. Salvage a replica or restore from the last backup.",
      fires: [numbered(3), labelled("faulted", 1)],
      silent: [numbered(2), labelled("faulted", 0), labelled("degraded", 1)],
    }),
    alert("StorageVolumeReadOnlyRemount", {
      // the series exists only while a filesystem is read-only; a volume nobody runs on may stay so
      expr: [
        `max by (namespace, pod, persistentvolumeclaim) (${kube_pod_spec_volumes_persistentvolumeclaims_info()})`,
        `* on (namespace, pod) group_left () max by (namespace, pod) (${kube_pod_status_phase({ phase: "Running" })} == 1)`,
        "and on (namespace, persistentvolumeclaim) label_replace(label_replace(",
        `  ${storage_volume_file_system_read_only()} == 1, "namespace", "$1", "pvc_namespace", "(.+)"`,
        '), "persistentvolumeclaim", "$1", "pvc", "(.+)")',
      ].join("\n"),
      for: minutes(2),
      severity: "critical",
      summary: "Pod {{ $labels.namespace }}/{{ $labels.pod }} writes to a volume that turned read-only",
      description: "Claim {{ $labels.persistentvolumeclaim }} was remounted read-only under the pod. Restart the pod.",
      fires: readOnly("Running"),
      silent: [readOnly("Succeeded"), readOnly("Running", "cache")],
    }),
  ]);
}
