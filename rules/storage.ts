import { after } from "../lib/alerts/proof";
import { alert, type RuleBundle } from "../lib/alerts/rule";
import { minutes } from "../lib/duration";

/** One flat threshold for all volumes (observability specification, part 8). */
const BACKUP_STALE_DAYS = 40;

/**
 * Robustness comes as a number in older releases of the volume storage (2 degraded, 3 faulted) and
 * as a `state` label on a 0/1 series in newer ones: both forms are read, neither can be taken for the other.
 */
const robustness = (number: number, state: string): string =>
  `(storage_volume_robustness{state=""} == ${number}) or (storage_volume_robustness{state="${state}"} == 1)`;

const volume = (labels = "", value = "1x20") => ({ [`storage_volume_robustness{volume="pvc-1",node="a"${labels}}`]: value });

export function storage(): RuleBundle {
  const age = (days: string) => ({ 'storage_backup_age_days{volume="pvc-1"}': days });
  const readOnly = (phase: string, pvc = "data") => ({
    'storage_volume_file_system_read_only{volume="pvc-1",pvc="data",pvc_namespace="git"}': "1x20",
    [`kube_pod_spec_volumes_persistentvolumeclaims_info{namespace="git",pod="git-0",volume="v",persistentvolumeclaim="${pvc}"}`]: "1x20",
    [`kube_pod_status_phase{namespace="git",pod="git-0",phase="${phase}"}`]: "1x20",
  });

  return {
    area: "storage",
    groups: [
      {
        name: "storage",
        rules: [
          alert("StorageBackupStale", {
            expr: `storage_backup_age_days > ${BACKUP_STALE_DAYS}`,
            severity: "warning",
            component: "Backups",
            summary: "The last backup of volume {{ $labels.volume }} is too old",
            description: "It is {{ $value | humanize }} days old. Look at the volume's backup schedule and the backup target.",
            fires: age("41x10"),
            silent: [age("40x10"), age("-1x10")],
          }),
          alert("StorageBackupMissing", {
            expr: "storage_backup_age_days == -1",
            severity: "warning",
            component: "Backups",
            summary: "Volume {{ $labels.volume }} has no backup",
            description: "The volume was never backed up. Add it to a backup schedule, or exempt it by name.",
            fires: age("-1x10"),
            silent: age("0x10"),
          }),
          alert("StorageVolumeDegraded", {
            expr: robustness(2, "degraded"),
            for: minutes(10),
            severity: "warning",
            component: "Backups",
            summary: "Volume {{ $labels.volume }} runs with fewer replicas than it should",
            description: "A replica is missing for 10 minutes. It rebuilds by itself when its node and disk are back.",
            fires: [volume("", "2x20"), volume(',state="degraded"', "1x20")],
            silent: [
              volume("", "1x20"),
              volume("", "3x20"),
              volume(',state="degraded"', "0x20"),
              volume(',state="healthy"', "1x20"),
              after(minutes(9), volume("", "2x20")),
            ],
          }),
          alert("StorageVolumeFaulted", {
            expr: robustness(3, "faulted"),
            severity: "critical",
            component: "Backups",
            summary: "Volume {{ $labels.volume }} has no working replica",
            description: "Reads and writes fail. Salvage a replica or restore from the last backup.",
            fires: [volume("", "3x10"), volume(',state="faulted"', "1x10")],
            silent: [volume("", "2x10"), volume(',state="faulted"', "0x10"), volume(',state="degraded"', "1x10")],
          }),
          alert("StorageVolumeReadOnlyRemount", {
            // the series exists only while a filesystem is read-only; a volume nobody runs on may stay so
            expr: [
              "max by (namespace, pod, persistentvolumeclaim) (kube_pod_spec_volumes_persistentvolumeclaims_info)",
              '* on (namespace, pod) group_left () max by (namespace, pod) (kube_pod_status_phase{phase="Running"} == 1)',
              "and on (namespace, persistentvolumeclaim) label_replace(label_replace(",
              '  storage_volume_file_system_read_only == 1, "namespace", "$1", "pvc_namespace", "(.+)"',
              '), "persistentvolumeclaim", "$1", "pvc", "(.+)")',
            ].join("\n"),
            for: minutes(2),
            severity: "critical",
            component: "Backups",
            summary: "Pod {{ $labels.namespace }}/{{ $labels.pod }} writes to a volume that turned read-only",
            description: "Claim {{ $labels.persistentvolumeclaim }} was remounted read-only under the pod. Restart the pod.",
            fires: readOnly("Running"),
            silent: [readOnly("Succeeded"), readOnly("Running", "other"), after(minutes(1), readOnly("Running"))],
          }),
        ],
      },
    ],
  };
}
