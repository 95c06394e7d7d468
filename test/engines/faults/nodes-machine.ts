import { nodeExporterSeries as exporter } from "../../../components/exporters/series/node-exporter";
import { GIB } from "../../../lib/bytes";
import { days, hours, minutes } from "../../../lib/duration";
import { still } from "../../../lib/world/course";
import { appears, becomes, type Change, countsFaster, freezes, later, moves, startsAgain, together } from "../../../lib/world/fault";
import type { Faults } from "./fault";
import { warning } from "./nodes";

const JOB = "node-exporter";

/** What a RAID of two disks tells, in a world without any. */
const raid = (active: number, failed: number): Change =>
  together(
    appears(JOB, exporter.node_md_disks_required({ device: "md0" }), still(2)),
    appears(JOB, exporter.node_md_disks({ device: "md0", state: "active" }), still(active)),
    appears(JOB, exporter.node_md_disks({ device: "md0", state: "failed" }), still(failed)),
    appears(JOB, exporter.node_md_disks({ device: "md0", state: "spare" }), still(0)),
  );

/** What goes wrong inside a machine that is a node: its disks, memory, processors, links, clock and sensors. */
export const nodeMachineFaults: Faults = ({ cluster: { nodes } }) => {
  const [first] = nodes;
  if (first === undefined) throw new Error("a cluster has nodes");
  const { processors, memoryBytes } = first;
  const on = { job: JOB, instance: `${first.address}:9100` };
  const root = { ...on, mountpoint: "/" };
  const data = { ...on, mountpoint: "/var/lib/storage" };
  const left = (of: typeof root, bytes: number, over: ReturnType<typeof minutes>) =>
    together(moves(exporter.node_filesystem_avail_bytes(of), bytes, over), moves(exporter.node_filesystem_free_bytes(of), bytes, over));
  const [sda, eth0] = [
    { ...on, device: "sda" },
    { ...on, device: "eth0" },
  ];
  /** A processor's time goes to one kind of work, and no longer to idling. */
  const works = (mode: string): Change =>
    together(
      freezes(exporter.node_cpu_seconds_total({ ...on, mode: "idle" })),
      countsFaster(exporter.node_cpu_seconds_total({ ...on, mode }), 0.86),
    );
  const memoryLeft = (share: number, over: ReturnType<typeof minutes>) =>
    moves(exporter.node_memory_MemAvailable_bytes(on), share * memoryBytes, over);
  return [
    {
      title: "a container logs without end, and a node's disk fills in three hours",
      change: left(root, 0, hours(3)),
      expect: warning("NodeFilesystemFullSoon", 155, { severity: "critical" }),
    },
    {
      title: "somebody copied a large archive to a node, and its disk is almost full",
      change: left(root, 0.07 * 120 * GIB, minutes(8)),
      expect: warning("NodeFilesystemAlmostFull", 24, { never: ["NodeFilesystemFullSoon"] }),
    },
    {
      title: "a dump is written to the wrong place, and leaves two hundredths of a disk at once",
      change: left(root, 0.02 * 120 * GIB, minutes(1)),
      expect: warning("NodeFilesystemFullSoon", 12, { severity: "critical" }),
    },
    ...[0.5, 4].map((length) => ({
      title: `a log that is not rotated fills a node's disk in ${length} days, in a straight line`,
      change: left(root, 0, days(length)),
      expect: warning("NodeFilesystemFilling", 62),
    })),
    {
      title: "an almost empty disk fills within four days",
      change: together(becomes(exporter.node_filesystem_avail_bytes(data), 0.85 * 500 * GIB), left(data, 0, days(4))),
      expect: warning("NodeFilesystemFilling", 62),
    },
    {
      title: "a spool keeps each message, and no inodes are left in four days",
      change: moves(exporter.node_filesystem_files_free(data), 0, days(4)),
      expect: warning("NodeInodesFilling", 62),
    },
    {
      title: "the data of a node grow so that its disk is full within two days",
      change: left(data, 0, hours(46)),
      expect: warning("NodeFilesystemFilling", 62, { never: ["NodeFilesystemFullSoon", "NodeFilesystemAlmostFull"] }),
    },
    ...[1, 2, 4].map((length) => ({
      title: `what is written on a node comes and goes, and fills its disk within ${length} days`,
      change: countsFaster(exporter.node_filesystem_avail_bytes(data), (-0.55 * 500 * GIB) / days(length).seconds),
      expect: warning("NodeFilesystemFilling", length < 4 ? 210 : 230),
    })),
    {
      title: "somebody copied a film to a node",
      change: left(data, 0.45 * 500 * GIB, minutes(20)),
      expect: { nothingFor: hours(6) },
    },
    {
      title: "a cache made a file for each request, and no inodes are left",
      change: moves(exporter.node_filesystem_files_free(data), 0, minutes(30)),
      expect: warning("NodeInodesAlmostOut", 42, { severity: "critical" }),
    },
    {
      title: "sessions that nobody clears use up the inodes of a disk in two days",
      change: moves(exporter.node_filesystem_files_free(data), 0, hours(10)),
      expect: warning("NodeInodesFilling", 62),
    },
    {
      title: "a disk makes errors, and its filesystem is mounted read-only",
      change: becomes(exporter.node_filesystem_readonly(data), 1),
      expect: warning("NodeFilesystemReadOnly", 4, { severity: "critical" }),
    },
    {
      title: "a disk was pulled out of a running node",
      change: together(
        appears(
          JOB,
          exporter.node_filesystem_device_error({
            device: "/dev/sdb1",
            fstype: "xfs",
            mountpoint: "/mnt/more",
            device_error: "input/output error",
          }),
          still(1),
        ),
      ),
      expect: warning("NodeFilesystemDeviceError", 12),
    },
    {
      title: "a backup reads all of a disk for an hour",
      change: together(
        countsFaster(exporter.node_disk_io_time_seconds_total(sda), 0.95),
        countsFaster(exporter.node_disk_io_time_weighted_seconds_total(sda), 14),
        countsFaster(exporter.node_disk_reads_completed_total(sda), 400),
        countsFaster(exporter.node_disk_read_time_seconds_total(sda), 14),
      ),
      expect: warning("NodeDiskSaturated", 37, { never: ["NodeDiskSlow"] }),
    },
    {
      title: "a disk repeats what fails, and each write takes half a second",
      change: together(
        countsFaster(exporter.node_disk_write_time_seconds_total(sda), 15),
        countsFaster(exporter.node_disk_io_time_weighted_seconds_total(sda), 5),
      ),
      expect: warning("NodeDiskSlow", 20, { never: ["NodeDiskSaturated"] }),
    },
    {
      title: "everything on a node waits for its disk",
      change: together(
        countsFaster(exporter.node_pressure_io_stalled_seconds_total(on), 0.5),
        countsFaster(exporter.node_pressure_io_waiting_seconds_total(on), 0.7),
        countsFaster(exporter.node_disk_io_time_weighted_seconds_total(sda), 20),
        becomes(exporter.node_load15(on), 1.2 * processors),
      ),
      expect: warning("NodeIOStallPSI", 22),
    },
    {
      title: "a program of a node runs in circles on all of its processors",
      change: works("user"),
      expect: warning("NodeCPUBusy", 38),
    },
    {
      title: "somebody starts a build with a hundred tasks on a node",
      change: together(
        works("user"),
        countsFaster(exporter.node_pressure_cpu_waiting_seconds_total(on), 0.93),
        becomes(exporter.node_load15(on), 4 * processors),
      ),
      expect: warning("NodeCPUStallPSI", 22),
    },
    {
      title: "two jobs read and write all of a node's disk at a time",
      change: countsFaster(exporter.node_pressure_io_waiting_seconds_total(on), 0.9),
      expect: warning("NodeIOWaitPSI", 36),
    },
    {
      title: "tasks of a node wait for memory nearly always, though never all of them",
      change: countsFaster(exporter.node_pressure_memory_waiting_seconds_total(on), 0.9),
      expect: warning("NodeMemoryWaitPSI", 19),
    },
    {
      title: "a node swaps, and its swap is full",
      change: together(
        becomes(exporter.node_memory_SwapTotal_bytes(on), 4 * GIB),
        becomes(exporter.node_memory_SwapFree_bytes(on), 0),
        countsFaster(exporter.node_vmstat_pgmajfault(on), 3000),
        countsFaster(exporter.node_pressure_memory_waiting_seconds_total(on), 0.6),
      ),
      expect: warning("NodePagingMuch", 19),
    },
    {
      title: "somebody pulled the plug of a node's second network",
      change: becomes(exporter.node_network_up(eth0), 0),
      expect: warning("NodeInterfaceDown", 6),
    },
    {
      title: "a switch loses a tenth of a node's packets",
      change: countsFaster(exporter.node_netstat_Tcp_RetransSegs(on), 80),
      expect: warning("NodeTcpRetransmitting", 19),
    },
    {
      title: "a node's clock runs slow, and its kernel believes that it is right",
      change: countsFaster(exporter.node_time_seconds(on), -0.1),
      expect: warning("NodeClockSkew", 17),
    },
    {
      title: "nobody corrects a node's clock any more, and nobody says so",
      change: becomes(exporter.node_timex_maxerror_seconds(on), 16),
      expect: warning("NodeClockUnsynchronised", 11),
    },
    {
      title: "a file server does not answer, and what waits for it hangs in the kernel",
      change: moves(exporter.node_load15(on), 5 * processors, minutes(15)),
      expect: warning("NodeLoadHigh", 32),
    },
    {
      title: "a pod takes all memory of a node in an hour, and is killed for it",
      change: together(
        memoryLeft(0.02, minutes(40)),
        later(minutes(55), together(memoryLeft(0.6, minutes(1)), countsFaster(exporter.node_vmstat_oom_kill(on), 1 / 30))),
        later(minutes(56), freezes(exporter.node_vmstat_oom_kill(on))),
      ),
      expect: warning("NodeOOMKill", 60),
    },
    {
      title: "a pod grows until its node has hardly any memory",
      change: memoryLeft(0.03, minutes(20)),
      expect: warning("NodeMemoryNearlyOut", 32),
    },
    {
      title: "a container is killed at its own limit, on a node with plenty of memory",
      change: countsFaster(exporter.node_vmstat_oom_kill(on), 1 / 600),
      expect: { nothingFor: minutes(40) },
    },
    {
      title: "a program opens files on a node and closes none",
      change: together(becomes(exporter.node_filefd_maximum(on), 800_000), moves(exporter.node_filefd_allocated(on), 790_000, minutes(30))),
      expect: warning("NodeFilesShort", 40),
    },
    {
      title: "somebody scans the internet from a node, and its connection table fills",
      change: moves(exporter.node_nf_conntrack_entries(on), 262_000, minutes(5)),
      expect: warning("NodeConntrackFilling", 12),
    },
    {
      title: "a connection table fills slowly, in two hours",
      change: moves(exporter.node_nf_conntrack_entries(on), 250_000, hours(2)),
      expect: warning("NodeConntrackFilling", 115),
    },
    {
      title: "a node sends packets that its driver drops",
      change: countsFaster(exporter.node_network_transmit_drop_total(eth0), 20),
      expect: warning("NodeNetworkErrors", 22),
    },
    {
      title: "a cable damages one packet in twenty",
      change: countsFaster(exporter.node_network_receive_errs_total(eth0), 30),
      expect: warning("NodeNetworkErrors", 20),
    },
    {
      title: "a node drops one packet in thirty, because its card's queue is full",
      change: countsFaster(exporter.node_network_receive_drop_total(eth0), 20),
      expect: warning("NodeNetworkErrors", 22),
    },
    {
      title: "the plug of a node's cable is loose",
      change: countsFaster(exporter.node_network_carrier_changes_total(eth0), 1 / 60),
      expect: warning("NodeInterfaceFlapping", 8),
    },
    {
      title: "one of two bonded links is lost",
      change: together(
        appears(JOB, exporter.node_bonding_slaves({ master: "bond0" }), still(2)),
        appears(JOB, exporter.node_bonding_active({ master: "bond0" }), still(1)),
      ),
      expect: warning("NodeBondDegraded", 7),
    },
    {
      title: "a node was suspended, and its clock is late",
      change: becomes(exporter.node_timex_offset_seconds(on), -0.8),
      expect: warning("NodeClockSkew", 12),
    },
    {
      title: "the time service of a node was removed months ago",
      change: together(becomes(exporter.node_timex_sync_status(on), 0), becomes(exporter.node_timex_maxerror_seconds(on), 16)),
      expect: warning("NodeClockUnsynchronised", 12),
    },
    {
      title: "the time service of a node has given up its sources",
      change: becomes(exporter.node_timex_sync_status(on), 0),
      expect: warning("NodeClockUnsynchronised", 12),
    },
    {
      title: "a node's clock drifts by a second in two hours",
      change: moves(exporter.node_timex_offset_seconds(on), 1, hours(2)),
      expect: warning("NodeClockSkew", 18),
    },
    { title: "a disk of a RAID fails", change: raid(1, 1), expect: warning("NodeRAIDDiskFailed", 4) },
    { title: "a disk of a RAID was not found at boot", change: raid(1, 0), expect: warning("NodeRAIDDegraded", 17) },
    {
      title: "a fan stands still",
      change: together(
        becomes(exporter.node_hwmon_fan_rpm(on), 0),
        moves(exporter.node_hwmon_temp_celsius({ ...on, sensor: "temp1" }), 99, minutes(10)),
      ),
      expect: warning("NodeTemperatureHigh", 25),
    },
    {
      title: "a memory module goes bad",
      change: countsFaster(exporter.node_edac_correctable_errors_total(on), 1 / 60),
      expect: warning("NodeMemoryErrors", 20, { never: ["NodeMemoryErrorsUncorrected"] }),
    },
    {
      title: "a memory module gives back wrong bits",
      change: together(
        countsFaster(exporter.node_edac_correctable_errors_total(on), 1),
        countsFaster(exporter.node_edac_uncorrectable_errors_total(on), 1 / 600),
      ),
      expect: warning("NodeMemoryErrorsUncorrected", 12, { severity: "critical" }),
    },
    {
      title: "a kernel update changes a file, and the exporter can't read its filesystems",
      change: becomes(exporter.node_scrape_collector_success({ ...on, collector: "filesystem" }), 0),
      expect: warning("NodeCollectorFailing", 17),
    },
    {
      title: "a script writes half a text file",
      change: becomes(exporter.node_textfile_scrape_error(on), 1),
      expect: warning("NodeTextfileUnreadable", 17),
    },
    {
      title: "a node was booted on purpose, and its counters begin anew",
      change: together(
        startsAgain(exporter.node_network_receive_errs_total(on)),
        startsAgain(exporter.node_disk_io_time_weighted_seconds_total(on)),
        startsAgain(exporter.node_vmstat_pgmajfault(on)),
        startsAgain(exporter.node_pressure_cpu_waiting_seconds_total(on)),
      ),
      expect: { nothingFor: minutes(30) },
    },
  ];
};
