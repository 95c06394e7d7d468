import { nodeExporterSeries } from "../components/exporters/series/node-exporter";
import { DISK, LOCAL } from "../components/exporters/series/own-devices";
import { after } from "../lib/alerts/proof";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { days, minutes } from "../lib/duration";
import type { Scraped } from "../lib/metrics/scrape";
import { matchesNot, not } from "../lib/series";
import { COMES_AND_GOES } from "./comes-and-goes";
import { growing } from "./proof-counter";
import { steadilyLess, usesUp, usesUpProof } from "./uses-up";

const {
  node_disk_io_time_weighted_seconds_total: requestTime,
  node_disk_read_time_seconds_total: readTime,
  node_disk_reads_completed_total: reads,
  node_disk_write_time_seconds_total: writeTime,
  node_disk_writes_completed_total: writes,
  node_filesystem_avail_bytes: available,
  node_filesystem_device_error: deviceError,
  node_filesystem_files: inodes,
  node_filesystem_files_free: inodesFree,
  node_filesystem_readonly: readOnly,
  node_filesystem_size_bytes: size,
} = nodeExporterSeries;

/** What the exporter may not look at is another user's, and all is well with it. */
const REFUSED = "permission denied";

/** The kubelet removes images to have this much. */
const FULL_SOON_SHARE = 0.15;
/** The kubelet evicts pods from here on. */
const ALMOST_FULL_SHARE = 0.1;
/** Programs begin to fail to write: what is left goes in bursts. */
const LAST_SHARE = 0.03;
const LAST_INODES_SHARE = 0.05;
/** A copy of half an hour is seen for less. */
const FILLING_FOR = minutes(25);
const FULL_SOON_AHEAD = days(1).seconds;
/** Requests that wait at a time; a disk without trouble has one or two. */
const QUEUE_LENGTH = 10;
/** Mean time of a request: ten times that of a turning disk. */
const SLOW_SECONDS = 0.1;
/** Of fewer requests in a second a mean says nothing. */
const LEAST_REQUESTS = 1;

/** What lies on the nodes: filesystems and disks. */
export function nodesDisk({ job }: Scraped): RuleBundle {
  const local = { job, fstype: LOCAL };
  const disk = { job, device: DISK };
  const left = (share: number) => `${available(local)} / ${size(local)} < ${share}`;
  const inodesLeft = (share: number) => `${inodesFree(local)} / ${inodes(local)} < ${share}`;
  const writable = `unless on (instance, device, mountpoint) ${readOnly({ job })} == 1`;
  /** Its pace, which holds for the range, uses up in that time what is left. */
  const fullWithin = (series: string, range: string, ahead: number) => `-deriv(${series}[${range}]) > ${series} / ${ahead}`;
  const slow = (time: string, count: string) => `rate(${time}[5m]) / (rate(${count}[5m]) > ${LEAST_REQUESTS}) > ${SLOW_SECONDS}`;

  // proofs
  const at = { job, instance: "192.168.10.31:9100" };
  const on = (fstype: string) => ({ ...at, device: "/dev/nvme0n1p2", fstype, mountpoint: "/" });
  const whole = 1e11;
  /** What is left, of all: a share for six hours, then ever less of it in each minute, so many minutes long. */
  const falling = (share: number, ...steps: readonly (readonly [minutes: number, perMinute: number])[]) => {
    const course = [`${Math.round(share * whole)}x360`];
    let now = share * whole;
    for (const [length, perMinute] of steps) {
      const step = Math.round(perMinute * whole);
      course.push(`${Math.round(now - step)}-${step}x${length - 1}`);
      now -= step * length;
    }
    return course.join(" ");
  };
  const space = (bytes: string, { fstype = "ext4", isReadOnly = 0 } = {}) => ({
    [available(on(fstype))]: bytes,
    [size(on(fstype))]: `${whole}x3000`,
    [readOnly(on(fstype))]: `${isReadOnly}x3000`,
  });
  const files = (free: string, { fstype = "ext4", all = whole } = {}) => ({
    [inodesFree(on(fstype))]: free,
    [inodes(on(fstype))]: `${all}x3000`,
  });
  const still = (share: number) => `${share * whole}x3000`;
  const inHours = falling(0.6, [400, 0.001]);
  const spaceFalls = steadilyLess("node_filesystem:avail_bytes:steadily_less30m", available(local), "bytes", [space, on("ext4")]);
  const inodesFall = steadilyLess("node_filesystem:files_free:steadily_less30m", inodesFree(local), "count", [files, on("ext4")]);
  const spaceUsedUp = usesUpProof(space, whole, FILLING_FOR);
  const inodesUsedUp = usesUpProof(files, whole, FILLING_FOR);
  const mounted = (values: string, fstype = "ext4") => ({ [readOnly(on(fstype))]: values });
  const failing = (values: string, device_error?: string, fstype = "ext4") => ({
    [deviceError({ ...on(fstype), ...(device_error !== undefined && { device_error }) })]: values,
  });
  const named = (device: string) => ({ ...at, device });
  const waiting = (seconds: string, device = "sda") => ({ [requestTime(named(device))]: seconds });
  /** A course that is settled in the fifteenth minute. */
  const steady = (perMinute: number) => `0x9 0+${perMinute}x120`;
  const kinds = [
    (time: string, count: string, device = "sda") => ({ [readTime(named(device))]: time, [reads(named(device))]: count }),
    (time: string, count: string, device = "sda") => ({ [writeTime(named(device))]: time, [writes(named(device))]: count }),
  ];

  const said = { component: "Platform", severity: "warning", ...COMES_AND_GOES } as const;
  // they look a day back, which is much to read twice a minute
  const filling = area("nodes-disk-filling", { ...said, interval: minutes(2) }, [
    spaceFalls,
    inodesFall,
    alert("NodeFilesystemFilling", {
      ...usesUp({ left: available(local), whole: size(local) }, spaceFalls, FILLING_FOR),
      summary: "Filesystem {{ $labels.mountpoint }} of {{ $labels.instance }} is full within days",
      description: "{{ $value | humanize }} of it is left (1 is all), and it becomes less and less. Find what grows.",
      fires: spaceUsedUp.fires,
      silent: [...spaceUsedUp.silent, after(minutes(500), space(inHours, { fstype: "tmpfs" }))],
    }),
    alert("NodeInodesFilling", {
      ...usesUp({ left: inodesFree(local), whole: inodes(local) }, inodesFall, FILLING_FOR),
      summary: "Filesystem {{ $labels.mountpoint }} of {{ $labels.instance }} runs out of inodes within days",
      description: "{{ $value | humanize }} of them are left (1 is all), and they become fewer and fewer. Find who makes so many files.",
      fires: inodesUsedUp.fires,
      silent: [...inodesUsedUp.silent, after(minutes(500), files(inHours, { fstype: "tmpfs" }))],
    }),
  ]);
  const now = area("nodes-disk", said, [
    alert("NodeFilesystemFullSoon", {
      expr: [
        left(FULL_SOON_SHARE),
        `and (${fullWithin(available(local), "3h", FULL_SOON_AHEAD)}`,
        `  and ${fullWithin(available(local), "5m", FULL_SOON_AHEAD)}`,
        `  or ${left(LAST_SHARE)})`,
        writable,
      ].join("\n"),
      // before what it inhibits
      for: minutes(10),
      severity: "critical",
      inhibits: [{ alerts: ["NodeFilesystemAlmostFull", "NodeFilesystemFilling"], sharing: ["instance", "mountpoint"] }],
      summary: "Filesystem {{ $labels.mountpoint }} of {{ $labels.instance }} is full, or will be within a day",
      description: "{{ $value | humanize }} of it is left (1 is all). When nothing is, programs fail to write and the kubelet evicts pods.",
      fires: [
        after(minutes(429), space(falling(0.168, [400, 0.0004]))),
        after(minutes(470), space(falling(0.1898, [400, 0.0004]))),
        // slowly after a pause, so that the last minutes decide
        after(minutes(453), space(falling(0.148, [40, 0.001], [40, 0], [300, 0.00012]))),
        after(minutes(513), space(falling(0.145, [60, 0.0008], [30, 0], [300, 0.000065]))),
        after(minutes(10), space(still(0.028))),
      ],
      silent: [
        space(still(0.032)),
        space(still(0.028), { fstype: "squashfs" }),
        space(still(0.028), { isReadOnly: 1 }),
        after(minutes(475), space(falling(0.145, [400, 0.00005]))),
        // all of it at once, by now for an hour
        after(minutes(425), space(falling(0.3, [4, 0.05], [400, 0]))),
      ],
    }),
    alert("NodeFilesystemAlmostFull", {
      expr: [left(ALMOST_FULL_SHARE), writable].join("\n"),
      for: minutes(15),
      inhibits: [{ alerts: ["NodeFilesystemFilling"], sharing: ["instance", "mountpoint"] }],
      summary: "Filesystem {{ $labels.mountpoint }} of {{ $labels.instance }} is almost full",
      description: "{{ $value | humanize }} of it is left (1 is all). The kubelet evicts pods to free its own: find what can go.",
      fires: space(still(0.095)),
      silent: [space(still(0.105)), space(still(0.095), { fstype: "tmpfs" }), space(still(0.095), { isReadOnly: 1 })],
    }),
    alert("NodeInodesAlmostOut", {
      expr: inodesLeft(LAST_INODES_SHARE),
      for: minutes(10),
      severity: "critical",
      inhibits: [{ alerts: ["NodeInodesFilling"], sharing: ["instance", "mountpoint"] }],
      summary: "Filesystem {{ $labels.mountpoint }} of {{ $labels.instance }} can hold hardly any more files",
      description: "{{ $value | humanize }} of its inodes are left (1 is all). Without them it is full, whatever room it has.",
      fires: files(still(0.048)),
      silent: [files(still(0.052)), files(still(0.048), { fstype: "overlay" }), files("0x3000", { all: 0 })],
    }),
    alert("NodeFilesystemReadOnly", {
      // many are mounted so on purpose: only one that turned so is told, for a day
      expr: `${readOnly(local)} == 1 and min_over_time(${readOnly(local)}[1d]) == 0`,
      for: minutes(2),
      severity: "critical",
      summary: "Filesystem {{ $labels.mountpoint }} of {{ $labels.instance }} turned read-only",
      description: "The kernel does so after an error of the disk. What writes there fails: look at the node's kernel log.",
      fires: [after(minutes(12), mounted("0x9 1x1600")), after(minutes(1222), mounted("0x9 _x1210 1x300"))],
      silent: [
        after(minutes(1522), mounted("1x1600")),
        after(minutes(1522), mounted("0x9 _x1510 1x100")),
        after(minutes(1222), mounted("0x9 _x1210 1x300", "squashfs")),
      ],
    }),
    alert("NodeFilesystemDeviceError", {
      expr: `${deviceError({ job, fstype: matchesNot("tmpfs|ramfs|overlay|fuse.*"), device_error: not(REFUSED) })} == 1`,
      for: minutes(10),
      summary: "Filesystem {{ $labels.mountpoint }} of {{ $labels.instance }} does not answer",
      description:
        "The kernel gives no figures of it: its disk is gone, or the machine that it comes from. Programs that touch it may hang.",
      fires: failing("1x20", "input/output error"),
      silent: [failing("0x20"), failing("1x20", REFUSED), failing("1x20", "transport endpoint is not connected", "fuse.sshfs")],
    }),
    alert("NodeDiskSaturated", {
      expr: `rate(${requestTime(disk)}[5m]) > ${QUEUE_LENGTH}`,
      for: minutes(30),
      summary: "Disk {{ $labels.device }} of {{ $labels.instance }} has more to do than it can",
      description:
        "{{ $value | humanize }} requests wait for it at a time. Everything on it is slow: find the pod that reads or writes so much.",
      fires: [after(minutes(45), waiting(steady(630))), after(minutes(31), waiting(growing(4, { step: 3150 })))],
      silent: [
        after(minutes(45), waiting(steady(570))),
        after(minutes(45), waiting(steady(630), "dm-0")),
        after(minutes(31), waiting(growing(8, { step: 6300 }))),
      ],
    }),
    alert("NodeDiskSlow", {
      expr: [slow(readTime(disk), reads(disk)), `or ${slow(writeTime(disk), writes(disk))}`].join("\n"),
      for: minutes(15),
      summary: "Disk {{ $labels.device }} of {{ $labels.instance }} answers slowly",
      description: "A request takes {{ $value | humanizeDuration }}. It is overloaded, or it is about to fail: look at its SMART values.",
      fires: [
        ...kinds.map((of) => after(minutes(30), of(steady(12.6), "0+120x120"))),
        ...kinds.map((of) => after(minutes(18), of("0+15x120", growing(4, { step: 315 })))),
        ...kinds.map((of) => after(minutes(16), of(growing(4, { step: 330 }), "0+600x120"))),
      ] as never,
      silent: [
        ...kinds.map((of) => after(minutes(30), of(steady(11.4), "0+120x120"))),
        ...kinds.map((of) => after(minutes(30), of(steady(12.6), "0+120x120", "dm-0"))),
        ...kinds.map((of) => after(minutes(30), of(steady(30), "0+55x120"))),
        ...kinds.map((of) => after(minutes(30), of("0+15x120", growing(8, { step: 630 })))),
        ...kinds.map((of) => after(minutes(30), of(growing(8, { step: 660 }), "0+600x120"))),
      ] as never,
    }),
  ]);
  return { area: "nodes-disk", groups: [...now.groups, ...filling.groups] };
}
