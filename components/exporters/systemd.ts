import type { Site } from "../../lib/site/schema";

/** Services alone: a kubelet's mounts are units too, thousands of them that come and go. */
const UNITS = "^.+\\.service$";

/** What the chart gives node exporter (kube-prometheus-stack 88.5.3, values.yaml): a list of ours takes the place of its own. */
const CHART_ARGUMENTS = [
  "--collector.filesystem.mount-points-exclude=^/(dev|proc|sys|run/containerd/.+|var/lib/docker/.+|var/lib/kubelet/.+)($|/)",
  "--collector.filesystem.fs-types-exclude=^(autofs|binfmt_misc|bpf|cgroup2?|configfs|debugfs|devpts|devtmpfs|fusectl|hugetlbfs|iso9660|mqueue|nsfs|overlay|proc|procfs|pstore|rpc_pipefs|securityfs|selinuxfs|squashfs|sysfs|tracefs|erofs)$",
];

export const asksSystemd = ({ exporters }: Pick<Site, "exporters">): boolean => exporters.systemd_services === "all";

/**
 * The values of its chart that make node exporter ask the host's systemd (prometheus-node-exporter 4.56.1, values.yaml). The host's bus lies
 * below the host's root, which the chart mounts anyway; whoever is nobody may ask there for the state of units and for little else.
 */
export function systemdServices(site: Pick<Site, "exporters">) {
  if (!asksSystemd(site)) return {};
  return {
    extraArgs: [
      ...CHART_ARGUMENTS,
      "--collector.systemd",
      `--collector.systemd.unit-include=${UNITS}`,
      "--collector.systemd.enable-restarts-metrics",
    ],
    env: { DBUS_SYSTEM_BUS_ADDRESS: "unix:path=/host/root/run/dbus/system_bus_socket" },
    // the profile that runtimes give a container has no word on the bus, which then refuses it where AppArmor watches the bus, as on Ubuntu
    containerSecurityContext: { appArmorProfile: { type: "Unconfined" } },
  };
}
