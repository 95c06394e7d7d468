import { minutes } from "../../../lib/duration";
import type { Component } from "../../../lib/site/component";
import { targetFails, targetGoes, targets } from "../../../lib/world/fault";
import type { Expected, Faults } from "./fault";

const gone = (component: Component, more: Partial<Expected> = {}): Expected => ({
  alert: "ExporterGone",
  component,
  severity: "warning",
  within: minutes(16),
  ...more,
});

/** What others run, and the agent does not find or hear any more. */
export const exportersGoneFaults: Faults = ({ targets: all }) => {
  const [oneClock] = all.filter(({ labels }) => labels.job === "chrony");
  return [
    {
      title: "the volume storage's Service was removed",
      change: targetGoes(targets({ job: "volume-storage" })),
      expect: gone("Backups", { alert: "StorageManagersGone" }),
    },
    {
      title: "a policy shuts the agent out of the volume storage",
      change: targetFails(targets({ job: "volume-storage" })),
      expect: gone("Backups", { alert: "StorageManagersGone" }),
    },
    {
      title: "the directory's new chart has no exporter",
      change: targetGoes(targets({ job: "directory" })),
      expect: gone("Sign-in (SSO)"),
    },
    {
      title: "the broker's exporter crashes",
      change: targetFails(targets({ job: "mqtt" })),
      expect: gone("Smart Home", { alert: "MqttExporterDown" }),
    },
    {
      title: "one of two time servers is off",
      change: targetFails((target) => target === oneClock),
      expect: gone("NTP", { alert: "ExporterInstanceDown", within: minutes(11) }),
    },
  ];
};
