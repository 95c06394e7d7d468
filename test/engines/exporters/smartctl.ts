/** smartctl_exporter, before a stand-in for smartctl: what the real one prints of a disk of each kind, cut down to what is declared. */
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../free-port";
import { startProcess, temporaryFolder } from "../engine";
import type { RealExporter } from "./real-exporter";

const DEVICES = [
  { name: "/dev/sda", type: "sat", protocol: "ATA" },
  { name: "/dev/nvme0", type: "nvme", protocol: "NVMe" },
  { name: "/dev/sdb", type: "scsi", protocol: "SCSI" },
];
const SMARTCTL = { version: [7, 3], svn_revision: "5338", build_info: "(local build)", exit_status: 0 };

const common = (index: number) => ({
  json_format_version: [1, 0],
  smartctl: SMARTCTL,
  device: DEVICES[index],
  serial_number: `S${index}`,
  user_capacity: { blocks: 7_814_037_168, bytes: 4_000_787_030_016 },
  logical_block_size: 512,
  smart_status: { passed: true },
  power_on_time: { hours: 17_520 },
  power_cycle_count: 31,
  temperature: { current: 36, drive_trip: 85 },
});

const OUTPUTS = [
  {
    ...common(0),
    model_family: "Ultrastar",
    model_name: "HUS726T4",
    firmware_version: "V1",
    form_factor: { name: "3.5 inches" },
    ata_version: { string: "ACS-2" },
    sata_version: { string: "SATA 3.2" },
    rotation_rate: 7200,
    interface_speed: { max: { units_per_second: 60, bits_per_unit: 1e8 }, current: { units_per_second: 60, bits_per_unit: 1e8 } },
    ata_smart_attributes: {
      table: [
        {
          id: 5,
          name: "Reallocated_Sector_Ct",
          value: 100,
          worst: 100,
          thresh: 5,
          flags: { string: "PO--CK ", prefailure: true, updated_online: true, event_count: true, auto_keep: true },
          raw: { value: 0 },
        },
      ],
    },
    ata_smart_error_log: { summary: { count: 0 } },
  },
  {
    ...common(1),
    model_name: "SSD 970",
    firmware_version: "V2",
    nvme_total_capacity: 250_059_350_016,
    nvme_smart_health_information_log: {
      critical_warning: 0,
      available_spare: 100,
      available_spare_threshold: 10,
      percentage_used: 6,
      data_units_read: 1,
      data_units_written: 1,
      media_errors: 0,
      num_err_log_entries: 22,
    },
  },
  {
    ...common(2),
    scsi_model_name: "H109060",
    scsi_vendor: "HITACHI",
    scsi_product: "H109060",
    scsi_revision: "A690",
    scsi_version: "SPC-4",
    form_factor: { name: "2.5 inches" },
    rotation_rate: 10_020,
    scsi_grown_defect_list: 0,
    scsi_error_counter_log: {
      read: { total_uncorrected_errors: 0, gigabytes_processed: "111.5" },
      write: { total_uncorrected_errors: 0, gigabytes_processed: "292.1" },
    },
  },
];

export const smartctlExporter: RealExporter = {
  scrape: "smartctl",
  start: async () => {
    const folder = temporaryFolder();
    const [port, program] = [await freePort(), join(folder, "smartctl")];
    writeFileSync(join(folder, "scan.json"), JSON.stringify({ json_format_version: [1, 0], smartctl: SMARTCTL, devices: DEVICES }));
    for (const output of OUTPUTS) writeFileSync(join(folder, `${output.device?.name.slice(5)}.json`), JSON.stringify(output));
    // the device is its last argument, when it is not asked for a list of them
    writeFileSync(
      program,
      `#!/bin/sh\nfor last; do :; done\ncase "$last" in /dev/*) exec cat "${folder}$\{last#/dev}.json";; esac\nexec cat "${folder}/scan.json"\n`,
    );
    chmodSync(program, 0o755);
    const url = `127.0.0.1:${port}`;
    const { stop } = await startProcess("smartctl-exporter", [`--smartctl.path=${program}`, `--web.listen-address=${url}`], {
      ready: `http://${url}/metrics`,
    });
    return { port, stop };
  },
};
