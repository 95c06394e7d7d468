import { GIB } from "../../../lib/bytes";
import { days, minutes } from "../../../lib/duration";
import { ago, around, averaging, counts, lately, never, since, still } from "../../../lib/world/course";
import { absent, by, each, eachBy, healthy, type Target, told } from "../../../lib/world/healthy";
import { nodeExporterSeries } from "../series/node-exporter";

/** Seconds per second that a processor spends, by what it does. */
const MODES = { idle: 0.86, user: 0.08, system: 0.04, iowait: 0.01, irq: 0, softirq: 0.005, nice: 0, steal: 0 };
const FILESYSTEMS = [
  { device: "/dev/nvme0n1p2", fstype: "ext4", mountpoint: "/", bytes: 120 * GIB },
  { device: "/dev/sda1", fstype: "ext4", mountpoint: "/var/lib/storage", bytes: 500 * GIB },
];
const DISKS = ["nvme0n1", "sda"];
const INTERFACES = ["eth0", "cni0"];
const CORETEMP = "platform_coretemp_0";
const SENSORS = [1, 2];
const FANS = "platform_nct6775_656";

const of = ({ node }: Target) => ({
  processors: node?.processors ?? 8,
  memory: node?.memoryBytes ?? 32 * GIB,
  name: node?.name ?? "node-1",
});

export const nodeExporterHealthy = healthy(nodeExporterSeries, (_, target) => {
  const { processors, memory, name } = of(target);
  const filesystem = ({ bytes: _bytes, ...labels }: (typeof FILESYSTEMS)[number]) => labels;
  const disks = <Course extends object>(course: Course) => each(DISKS, (device) => ({ device }), course);
  const interfaces = <Course extends object>(course: Course) => each(INTERFACES, (device) => ({ device }), course);
  const sensors = <Course extends object>(course: Course) => each(SENSORS, (n) => ({ chip: CORETEMP, sensor: `temp${n}` }), course);
  return {
    // the node
    node_boot_time_seconds: since(days(31)),
    node_time_seconds: ago({ seconds: 0 }),
    node_uname_info: told([name], (nodename) => ({
      sysname: "Linux",
      release: "6.12.0",
      version: "#1 SMP",
      machine: "x86_64",
      nodename,
      domainname: "(none)",
    })),
    node_filefd_allocated: around(4000, 500),
    node_filefd_maximum: still(9.2e18),

    // processors
    node_cpu_seconds_total: eachBy(
      Array.from({ length: processors }, (_cpu, cpu) => String(cpu)),
      (cpu) => ({ cpu }),
      "mode",
      Object.fromEntries(Object.entries(MODES).map(([mode, share]) => [mode, counts(share)])),
    ),
    node_cpu_core_throttles_total: each(
      Array.from({ length: processors / 2 }, (_core, core) => String(core)),
      (core) => ({ package: "0", core }),
      never,
    ),
    node_context_switches_total: counts(9000),
    node_procs_running: around(3, 2),
    node_procs_blocked: still(0),
    node_load1: averaging(around(0.15 * processors, 0.1 * processors)),
    node_load5: averaging(around(0.15 * processors, 0.06 * processors)),
    node_load15: averaging(around(0.15 * processors, 0.03 * processors)),

    // memory
    node_memory_MemTotal_bytes: still(memory),
    node_memory_MemAvailable_bytes: around(0.6 * memory, 0.05 * memory),
    node_memory_MemFree_bytes: around(0.15 * memory, 0.03 * memory),
    node_memory_Buffers_bytes: around(0.02 * memory),
    node_memory_Cached_bytes: around(0.42 * memory, 0.03 * memory),
    node_memory_Slab_bytes: around(0.05 * memory, 0.005 * memory),
    node_memory_Dirty_bytes: around(4e6, 2e6),
    node_memory_Writeback_bytes: still(0),
    node_memory_SwapTotal_bytes: still(0),
    node_memory_SwapFree_bytes: still(0),
    node_vmstat_oom_kill: never,
    node_vmstat_pgmajfault: counts(0.5),
    node_edac_correctable_errors_total: by("controller", { "0": never }),
    node_edac_uncorrectable_errors_total: by("controller", { "0": never }),

    // pressure
    node_pressure_cpu_waiting_seconds_total: counts(0.02),
    node_pressure_io_waiting_seconds_total: counts(0.01),
    node_pressure_io_stalled_seconds_total: counts(0.005),
    node_pressure_memory_waiting_seconds_total: counts(0.0005),
    node_pressure_memory_stalled_seconds_total: counts(0.0002),
    node_pressure_irq_stalled_seconds_total: counts(0.0005),

    // disks
    node_disk_io_time_seconds_total: disks(counts(0.04)),
    node_disk_io_time_weighted_seconds_total: disks(counts(0.08)),
    node_disk_read_bytes_total: disks(counts(200_000)),
    node_disk_read_time_seconds_total: disks(counts(0.01)),
    node_disk_reads_completed_total: disks(counts(10)),
    node_disk_write_time_seconds_total: disks(counts(0.06)),
    node_disk_writes_completed_total: disks(counts(30)),
    node_disk_written_bytes_total: disks(counts(900_000)),
    node_md_disks: absent("no software RAID"),
    node_md_disks_required: absent("no software RAID"),
    node_md_state: absent("no software RAID"),

    // filesystems
    node_filesystem_size_bytes: each(FILESYSTEMS, filesystem, ({ bytes }) => still(bytes)),
    node_filesystem_avail_bytes: each(FILESYSTEMS, filesystem, ({ bytes }) => around(0.55 * bytes, 0.01 * bytes)),
    node_filesystem_free_bytes: each(FILESYSTEMS, filesystem, ({ bytes }) => around(0.6 * bytes, 0.01 * bytes)),
    node_filesystem_files: each(FILESYSTEMS, filesystem, ({ bytes }) => still(bytes / 16_384)),
    node_filesystem_files_free: each(FILESYSTEMS, filesystem, ({ bytes }) => around((0.9 * bytes) / 16_384, 1000)),
    node_filesystem_device_error: each(FILESYSTEMS, filesystem, still(0)),
    node_filesystem_readonly: each(FILESYSTEMS, filesystem, still(0)),

    // network
    node_network_up: interfaces(still(1)),
    node_network_speed_bytes: interfaces(still(125e6)),
    node_bonding_active: absent("no links are bonded"),
    node_bonding_slaves: absent("no links are bonded"),
    node_network_carrier_changes_total: interfaces(never),
    node_network_receive_bytes_total: interfaces(counts(400_000)),
    node_network_receive_packets_total: interfaces(counts(600)),
    node_network_receive_drop_total: interfaces(never),
    node_network_receive_errs_total: interfaces(never),
    node_network_transmit_bytes_total: interfaces(counts(300_000)),
    node_network_transmit_packets_total: interfaces(counts(500)),
    node_network_transmit_drop_total: interfaces(never),
    node_network_transmit_errs_total: interfaces(never),
    node_netstat_Tcp_CurrEstab: around(300, 60),
    node_netstat_Tcp_OutSegs: counts(800),
    node_netstat_Tcp_RetransSegs: counts(0.2),
    node_netstat_TcpExt_TCPSynRetrans: counts(0.01),
    node_nf_conntrack_entries: around(4000, 800),
    node_nf_conntrack_entries_limit: still(262_144),

    // clock
    node_timex_estimated_error_seconds: around(0.0002, 0.0001),
    node_timex_maxerror_seconds: around(0.02, 0.01),
    node_timex_offset_seconds: around(0, 0.0005),
    node_timex_sync_status: still(1),

    // sensors
    node_hwmon_chip_names: told([CORETEMP, FANS], (chip) => ({ chip, chip_name: chip.split("_")[1] })),
    node_hwmon_sensor_label: told(SENSORS, (n) => ({
      chip: CORETEMP,
      sensor: `temp${n}`,
      label: n === 1 ? "Package id 0" : `Core ${n - 2}`,
    })),
    node_hwmon_fan_rpm: each([1], (n) => ({ chip: FANS, sensor: `fan${n}` }), around(1200, 150)),
    node_hwmon_temp_celsius: sensors(around(52, 5)),
    node_hwmon_temp_max_celsius: sensors(still(84)),
    node_hwmon_temp_crit_celsius: sensors(still(100)),

    // the exporter
    node_exporter_build_info: told(["1.12.1"], (version) => ({
      version,
      revision: "0",
      branch: "HEAD",
      goversion: "go1.25",
      goos: "linux",
      goarch: "amd64",
      tags: "unknown",
    })),
    // those that find nothing to tell say that they failed
    node_scrape_collector_success: by("collector", {
      bonding: still(0),
      cpu: still(1),
      filesystem: still(1),
      mdadm: still(0),
      systemd: still(1),
      timex: still(1),
    }),
    node_textfile_mtime_seconds: each(["smart.prom"], (file) => ({ file: `/var/lib/node_exporter/${file}` }), lately(minutes(5))),
    node_textfile_scrape_error: still(0),
  };
});
