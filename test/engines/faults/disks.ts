import { smartctlSeries as smart } from "../../../components/disks/series";
import { hours, minutes } from "../../../lib/duration";
import { becomes, goes, moves, passing, together } from "../../../lib/world/fault";
import { expectedFor, type Faults } from "./fault";

const of = expectedFor("Platform");

/** What disks say of themselves before they die, and what is left when they have. */
export const diskFaults: Faults = ({ targets }) => {
  const [first] = targets.filter(({ labels }) => labels.job === "smartctl");
  const at = { job: "smartctl", instance: first?.labels.instance };
  const sda = { ...at, device: "sda" };
  const raw = (attribute_id: string) => smart.smartctl_device_attribute({ ...sda, attribute_id, attribute_value_type: "raw" });
  return [
    {
      title: "a disk's own check says that it will fail",
      change: together(becomes(smart.smartctl_device_smart_status(sda), 0), becomes(raw("5"), 1840)),
      expect: of("DiskFailing", "critical", 7),
    },
    { title: "a disk could not read eight sectors", change: becomes(raw("197"), 8), expect: of("DiskSectorsLost", "warning", 7) },
    {
      title: "a flash disk could not read back what was written",
      change: becomes(smart.smartctl_device_media_errors({ ...at, device: "nvme0" }), 1),
      expect: of("DiskSectorsLost", "warning", 7),
    },
    {
      title: "a SAS disk gives up blocks",
      change: becomes(smart.smartctl_scsi_grown_defect_list({ ...at, device: "sdb" }), 3),
      expect: of("DiskSectorsLost", "warning", 7),
    },
    {
      title: "a flash disk has written nine tenths of what it may",
      change: becomes(smart.smartctl_device_percentage_used({ ...at, device: "nvme0" }), 90),
      expect: of("DiskWorn", "warning", 32),
    },
    {
      title: "a fan of a machine stands still, and its disks become hot",
      change: moves(smart.smartctl_device_temperature(at), 62, minutes(40)),
      expect: of("DiskTooHot", "warning", 55),
    },
    {
      title: "a backup reads a disk for an hour, and warms it",
      change: passing(hours(1), moves(smart.smartctl_device_temperature(sda), 52, minutes(20))),
      expect: { nothingFor: minutes(90) },
    },
    {
      title: "a disk's cable came loose",
      change: together(goes(smart.smartctl_device(sda)), becomes(smart.smartctl_devices(at), 3)),
      expect: of("DiskGone", "warning", 17),
    },
  ];
};
