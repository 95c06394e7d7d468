import { kubeStateMetricsSeries } from "../../components/exporters/series/kube-state-metrics";
import { nodeExporterSeries } from "../../components/exporters/series/node-exporter";
import { podIoError } from "../../components/relay/detectors/pod-io-error";
import { relaySeries } from "../../components/relay/series";
import { staleMountsSeries } from "../../components/stale-mounts/series";
import { volumeStorageSeries } from "../../components/volume-storage/series";
import { type Dashboard, dashboard, type Row } from "../../lib/dashboards/dashboard";
import { bars, graph, type StatPanel, stat, timeline } from "../../lib/dashboards/panel";
import { criticalAbove, warningAbove } from "../../lib/dashboards/threshold";
import { not } from "../../lib/series";
import { orAllOthers } from "../shared/or-all-others";
import { ownService, type ServicePods } from "../shared/own-service";
import { orLine } from "../shared/share";

const { kube_pod_container_status_waiting_reason: waiting } = kubeStateMetricsSeries;
const { node_filesystem_device_error: deviceError, node_filesystem_readonly: nodeReadOnly } = nodeExporterSeries;
const { relay_alerts_total: told } = relaySeries;
const {
  stale_mounts_failures_total: failures,
  stale_mounts_last_check_timestamp_seconds: lastCheck,
  stale_mounts_pods: found,
  stale_mounts_restarts_total: restarts,
  stale_mounts_unhelped: unhelped,
} = staleMountsSeries;
const { storage_volume_file_system_read_only: volumeReadOnly } = volumeStorageSeries;

const ioErrors = told({ alertname: podIoError.alert });
const crashing = waiting({ reason: "CrashLoopBackOff" });
const readOnlyVolumes = `max by (pvc_namespace, pvc, volume) (${volumeReadOnly()}) == 1`;
/** Images and the like are never written, and do not count. */
const goneReadOnly = `max by (instance, mountpoint) (${nodeReadOnly()} - min_over_time(${nodeReadOnly()}[1d])) == 1`;

const RESTARTED: readonly StatPanel[] = [
  stat({
    title: "Pods restarted in a day",
    description: "By the restarter, for stale mounts. Many at once are a storage engine or file server that was restarted under them.",
    unit: "count",
    decimals: 0,
    width: 4,
    queries: [{ expr: `sum(increase(${restarts()}[1d])) or vector(0)` }],
  }),
  stat({
    title: "Workloads not helped",
    description: "Their new pods have I/O errors too: it is not the mount. The volume or the disk below it is broken.",
    unit: "count",
    width: 4,
    queries: [{ expr: `sum(max by (namespace, workload) (${unhelped()})) or vector(0)` }],
    thresholds: [warningAbove(1)],
  }),
];

const RESTARTER: Row = {
  title: "What the restarter does",
  panels: [
    bars({
      title: "Why are pods with I/O errors left alone?",
      description:
        "restarted: it did not help; workload: one of a workload at a time; limit: enough in this hour; unowned: nobody would make it anew; dry_run: it may only look.",
      unit: "count",
      min: 0,
      width: 8,
      queries: [{ expr: `max by (reason) (${found()})`, legend: "{{reason}}" }],
      thresholds: [warningAbove(1)],
    }),
    graph({
      title: "Pods restarted, by namespace",
      description: "Within an hour. It stops at the limit that the site sets; what is left then waits or needs somebody.",
      unit: "count",
      min: 0,
      width: 8,
      queries: [{ expr: `sum by (namespace) (increase(${restarts()}[1h])) ${orLine("namespace", "none")}`, legend: "{{namespace}}" }],
    }),
    graph({
      title: "Calls that failed, by operation",
      description: "Within ten minutes. Without its record nothing is deleted; a node that hands out no log is one that hangs.",
      unit: "count",
      min: 0,
      width: 8,
      asks: ["StaleMountRestarterFailing"],
      queries: [{ expr: `sum by (operation) (increase(${failures()}[10m]))`, legend: "{{operation}}" }],
    }),
    timeline({
      title: "Which workloads did a restart not help?",
      description: "Its new pod has I/O errors as well. It is left alone until it recovers.",
      unit: "flag",
      width: 12,
      asks: ["StaleMountRestartUnhelpful"],
      queries: [
        {
          expr: orAllOthers(`max by (namespace, workload) (${unhelped()})`, "workload", 0),
          legend: "{{namespace}} {{workload}}",
        },
      ],
      means: { 0: { text: "recovered", color: "green" }, 1: { text: "not helped", color: "red" } },
    }),
    graph({
      title: "Since when were pods not looked at?",
      description: "It looks every few seconds. Minutes mean that the API server does not answer, or that it hangs itself.",
      unit: "seconds",
      min: 0,
      queries: [{ expr: `time() - max(${lastCheck()})`, legend: "last check" }],
    }),
  ],
};

/** @param restarter the pods of what restarts others for stale mounts, where the site lets it */
export function storageReadonly(restarter: ServicePods | undefined): Dashboard {
  return dashboard({
    uid: "storage-readonly",
    title: "Read-only and EIO",
    folder: "Storage",
    question: "Which programs can't write or read though their volume says that it is well?",
    asker: "whoever was told of I/O errors in a log, or of a filesystem that went read-only",
    shows: "24h",
    next: ["storage-volumes", "storage-nodes", "storage-stall", "storage-claims", "relay"],
    areas: ["stale-mounts"],
    alerts: [
      podIoError.alert,
      "StorageVolumeReadOnlyRemount",
      "StorageMountFailing",
      "NodeFilesystemReadOnly",
      "NodeFilesystemDeviceError",
    ],
    rows: [
      {
        title: "At a glance",
        panels: [
          stat({
            title: "Read-only volumes",
            description: "Volumes whose filesystem was mounted anew without writing. Restart their pods once the volume is well.",
            unit: "count",
            width: 4,
            queries: [{ expr: `count(${readOnlyVolumes}) or vector(0)` }],
            thresholds: [criticalAbove(1)],
          }),
          stat({
            title: "Node filesystems read-only",
            description: "Of nodes, that could be written a day ago. The kernel does that after errors of the disk: look at its log.",
            unit: "count",
            width: 4,
            queries: [{ expr: `count(${goneReadOnly}) or vector(0)` }],
            thresholds: [criticalAbove(1)],
          }),
          stat({
            title: "I/O errors in an hour",
            description: "Pods in whose logs the relay saw one, as often as it told the alert manager.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: `sum(increase(${ioErrors}[1h])) or vector(0)` }],
            thresholds: [warningAbove(1)],
          }),
          stat({
            title: "Containers that crash",
            description: "For whatever reason. A stale mount is one: such a pod crashes until it is made anew.",
            unit: "count",
            width: 4,
            queries: [{ expr: `sum(${crashing}) or vector(0)` }],
            thresholds: [warningAbove(1)],
          }),
          ...(restarter === undefined ? [] : RESTARTED),
        ],
      },
      {
        title: "What can't be written",
        panels: [
          timeline({
            title: "Which volumes are read-only?",
            description: "As the volume storage sees their filesystems. A volume whose every replica was away for a moment ends like this.",
            unit: "flag",
            width: 12,
            queries: [{ expr: orAllOthers(readOnlyVolumes, "pvc", 0), legend: "{{pvc_namespace}} {{pvc}}" }],
            means: { 0: { text: "written", color: "green" }, 1: { text: "read-only", color: "red" } },
          }),
          timeline({
            title: "Which filesystems of nodes went read-only?",
            description: "Those that could be written a day before. Everything on the node that keeps state there stops.",
            unit: "flag",
            width: 12,
            queries: [{ expr: orAllOthers(goneReadOnly, "instance", 0), legend: "{{instance}} {{mountpoint}}" }],
            means: { 0: { text: "written", color: "green" }, 1: { text: "read-only", color: "red" } },
          }),
          timeline({
            title: "Which filesystems could not be asked?",
            description:
              "The node's exporter got an error, or none: a mount that leads nowhere, such as that of a file server that is gone.",
            unit: "flag",
            width: 12,
            queries: [
              {
                expr: orAllOthers(
                  `max by (instance, mountpoint) (${deviceError({ device_error: not("permission denied") })}) == 1`,
                  "instance",
                  0,
                ),
                legend: "{{instance}} {{mountpoint}}",
              },
            ],
            means: { 0: { text: "answered", color: "green" }, 1: { text: "error", color: "red" } },
          }),
          graph({
            title: "I/O errors in logs, told by the relay",
            description:
              "Within an hour. They begin before anything else says that it is ill: a mount may lead nowhere while the volume is healthy.",
            unit: "count",
            min: 0,
            queries: [{ expr: `sum(increase(${ioErrors}[1h])) or vector(0)`, legend: "told" }],
          }),
          graph({
            title: "Containers that crash again and again",
            description: "By namespace. The restarter looks at the logs of these, and at no other's.",
            unit: "count",
            min: 0,
            width: 24,
            queries: [{ expr: `sum by (namespace) (${crashing}) ${orLine("namespace", "none")}`, legend: "{{namespace}}" }],
          }),
        ],
      },
      ...(restarter === undefined ? [] : [RESTARTER, ownService(restarter)]),
    ],
  });
}
