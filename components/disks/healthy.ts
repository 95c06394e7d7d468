import { hours } from "../../lib/duration";
import { around, counted, counts, never, still } from "../../lib/world/course";
import { each, eachBy, healthy, told } from "../../lib/world/healthy";
import { smartctlSeries } from "./series";

const TB = 1e12;
const GIGABIT = 1e9;
const [DISK, SSD, SAS, SATA_SSD] = ["sda", "nvme0", "sdb", "sdc"];

/** Attributes of disks two years old, of the one that turns but where another is named: what is counted, and where it stands on the scale. */
const ATTRIBUTES = [
  {
    id: "5",
    name: "Reallocated_Sector_Ct",
    flags: ["PO--CK", "prefailure,updated_online,event_count,auto_keep"],
    raw: 0,
    value: 100,
    thresh: 5,
  },
  { id: "9", name: "Power_On_Hours", flags: ["-O--C-", "updated_online,event_count"], raw: 17_520, value: 76, thresh: 0 },
  { id: "187", name: "Reported_Uncorrect", flags: ["-O--CK", "updated_online,event_count,auto_keep"], raw: 0, value: 100, thresh: 0 },
  { id: "197", name: "Current_Pending_Sector", flags: ["-O---K", "updated_online,auto_keep"], raw: 0, value: 100, thresh: 0 },
  { id: "198", name: "Offline_Uncorrectable", flags: ["---R--", "error_rate"], raw: 0, value: 100, thresh: 0 },
  { id: "199", name: "UDMA_CRC_Error_Count", flags: ["-O-R--", "updated_online,error_rate"], raw: 2, value: 200, thresh: 0 },
  {
    id: "177",
    name: "Wear_Leveling_Count",
    device: SATA_SSD,
    flags: ["PO--C-", "prefailure,updated_online,event_count"],
    raw: 60,
    value: 94,
    thresh: 0,
  },
];

/** A machine with a disk of each kind: one that turns, two of flash, and a SAS one. */
export const smartctlHealthy = healthy(smartctlSeries, () => {
  const of = <Course extends object>(devices: readonly string[], course: Course) => each(devices, (device) => ({ device }), course);
  const all = [DISK, SSD, SAS, SATA_SSD];
  const nvme = <Course extends object>(course: Course) => of([SSD], course);
  return {
    smartctl_devices: still(all.length),
    smartctl_device: told(
      [
        { device: DISK, interface: "sat", protocol: "ATA", model_family: "Ultrastar", model_name: "HUS726T4", ata_version: "ACS-2" },
        { device: SSD, interface: "nvme", protocol: "NVMe", model_family: "unknown", model_name: "SSD 970" },
        { device: SATA_SSD, interface: "sat", protocol: "ATA", model_family: "Samsung based SSDs", model_name: "MZ7L3240" },
        { device: SAS, interface: "scsi", protocol: "SCSI", model_family: "unknown", model_name: "H109060", scsi_version: "SPC-4" },
      ],
      (disk) => ({ ...disk, serial_number: `S-${disk.device}`, ata_additional_product_id: "unknown" }),
    ),
    smartctl_device_smart_status: of(all, still(1)),
    smartctl_device_smartctl_exit_status: of(all, still(0)),
    smartctl_device_temperature: each(all, (device) => ({ device, temperature_type: "current" }), around(36, 3)),
    smartctl_device_capacity_bytes: of(all, still(4 * TB)),
    smartctl_device_rotation_rate: of([DISK, SAS], still(7200)),
    smartctl_device_interface_speed: eachBy([DISK], (device) => ({ device }), "speed_type", {
      current: still(6 * GIGABIT),
      max: still(6 * GIGABIT),
    }),
    smartctl_device_power_on_seconds: of(all, counts(1)),
    smartctl_device_power_cycle_count: of(all, counted(31)),
    smartctl_device_attribute: eachBy(
      ATTRIBUTES,
      ({ id, name, device = DISK, flags: [short = "", long = ""] }) => ({
        device,
        attribute_id: id,
        attribute_name: name,
        attribute_flags_short: short,
        attribute_flags_long: long,
      }),
      "attribute_value_type",
      ({ raw, value, thresh }) => ({ raw: still(raw), value: still(value), worst: still(value), thresh: still(thresh) }),
    ),
    smartctl_device_error_log_count: each([DISK], (device) => ({ device, error_log_type: "summary" }), still(0)),
    smartctl_device_percentage_used: nvme(counted(6)),
    smartctl_device_available_spare: nvme(counted(100)),
    smartctl_device_available_spare_threshold: nvme(counted(10)),
    smartctl_device_critical_warning: nvme(never),
    smartctl_device_media_errors: nvme(never),
    smartctl_device_num_err_log_entries: nvme(counts(1 / hours(24).seconds)),
    smartctl_device_bytes_read: of([SSD, SAS], counts(400_000)),
    smartctl_device_bytes_written: of([SSD, SAS], counts(600_000)),
    smartctl_scsi_grown_defect_list: of([SAS], still(0)),
    smartctl_read_total_uncorrected_errors: of([SAS], still(0)),
    smartctl_write_total_uncorrected_errors: of([SAS], still(0)),
  };
});
