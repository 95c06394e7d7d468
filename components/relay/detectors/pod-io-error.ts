import { minutes } from "../../../lib/duration";
import { detector } from "../../../lib/logs/detector";

export const podIoError = detector({
  alert: "PodIOError",
  flow: "pod-io",
  signal: "pod_io",
  lines: [
    /\[Errno 5\]/,
    // The specification's `blk_update_request.*I/O error`, bounded: the kernel puts at most a status word between.
    /blk_update_request[^\n]{0,200}I\/O error/,
    /EXT4-fs error/,
    // "XFS metadata/writeback error": `XFS (dm-4): metadata I/O error: block ...`, `XFS (sdd1): writeback error on inode ...`.
    /XFS[^\n]{0,80}(?:metadata (?:I\/O )?|writeback )error/,
    /buffer_io_error/,
    // "EIO read/write": words around EIO as libuv and hand-written messages put them.
    /EIO: i\/o error, (?:read|write)/,
    /EIO (?:on |during )?(?:read|write)/,
    /(?:read|write):? EIO/,
    /[Ss]tale file handle/,
    /pcfg_openfile: Permission denied/,
  ],
  modernLines: [
    // Linux since 5.16 (block/blk-mq.c, blk_print_req_error) dropped the prefix: "I/O error, dev sdb, sector 2048 op 0x1:(WRITE) ...".
    /I\/O error, dev [^\n,]{1,64}, sector/,
    // Same function, other statuses (block/blk-core.c, blk_errors). A refused discard is a "critical target error" too, and harmless.
    /(?:critical medium|timeout) error, dev /,
    /critical target error, dev [^\n]{1,80}:\((?:READ|WRITE)\)/,
    // Linux fs/buffer.c: "Buffer I/O error on dev sdb1, logical block 0, lost async page write"; older kernels "on device".
    /Buffer I\/O error on dev/,
    // Linux fs/ext4/super.c, ext4_handle_error: "EXT4-fs (sdb): Remounting filesystem read-only".
    /EXT4-fs \([^\n)]{1,64}\): Remounting filesystem read-only/,
    // Linux fs/xfs/xfs_log.c: "XFS (dm-0): log I/O error -5".
    /XFS \([^\n)]{1,64}\): log I\/O error/,
    // Linux fs/xfs/xfs_error.c, xfs_verifier_error: "XFS (sdb1): Metadata CRC error detected at ...", "Metadata corruption detected at ...".
    /XFS \([^\n)]{1,64}\): Metadata (?:CRC error|corruption) detected/,
    // Node (libuv UV_EIO): "Error: EIO: i/o error, open '/x'", also fsync, stat, ...
    /EIO: i\/o error/,
    // Go (syscall.EIO in an os.PathError): "read /data/f: input/output error".
    /: input\/output error/,
    // libc and PostgreSQL: "cp: error reading 'a': Input/output error", "could not read block 0 in file ...: Input/output error".
    /(?:read|writ)[^\n]{0,100}: Input\/output error/,
    // Rust (std::io::Error): "Input/output error (os error 5)".
    /\(os error 5\)/,
    // glibc before 2.14 and NFS clients in C: "Stale NFS file handle".
    /[Ss]tale NFS file handle/,
    // Node: "Error: ESTALE: stale file handle, read"; a libuv without that code prints "Unknown system error -116".
    /ESTALE/,
    /Unknown system error -116/,
    // Apache httpd (AH00529, server/request.c): the reason stands in front, "(13)Permission denied: ... pcfg_openfile: unable to check htaccess file".
    /pcfg_openfile: unable to check htaccess/,
  ],
  scope: {},
  // one container of a pod may have a stale mount while its neighbour's is sound
  isPerContainer: true,
  severity: "warning",
  window: minutes(5),
  summary: "I/O error in a pod or on its node",
  description:
    "A read or write failed below the application; a stale mount keeps failing although the volume reports attached and healthy. Restart the pod; if it comes back, look at the volume and the node's kernel log.",
  fires: [
    "OSError: [Errno 5] Input/output error: '/data/index.db'",
    "[412345.678901] blk_update_request: I/O error, dev sdc, sector 2048 op 0x1:(WRITE) flags 0x800 phys_seg 1 prio class 0",
    "kernel: blk_update_request: critical I/O error, dev nvme0n1, sector 123456 op 0x0:(READ)",
    "[412346.000001] EXT4-fs error (device sdc): ext4_find_entry:1658: inode #2: comm postgres: reading directory lblock 0",
    'XFS (dm-0): metadata I/O error in "xfs_trans_read_buf_map+0x1c5/0x2e0" at daddr 0x2 len 1 error 5',
    "XFS (sdd1): writeback error on inode 131, offset 0, sector 4096",
    "[412347.100000] buffer_io_error: 3 callbacks suppressed",
    "Error: EIO: i/o error, read",
    "Error: write EIO",
    "EIO on write, retrying",
    "ls: reading directory /data: stale file handle",
    "OSError: [Errno 116] Stale file handle: '/media'",
    "pcfg_openfile: Permission denied",
    "node-3 kernel: I/O error, dev sdb, sector 2048 op 0x1:(WRITE) flags 0x800 phys_seg 1 prio class 2",
    "node-2 kernel: critical medium error, dev sdb, sector 4096 op 0x0:(READ) flags 0x0 phys_seg 1 prio class 2",
    "critical target error, dev sdb, sector 4096 op 0x1:(WRITE) flags 0x0 phys_seg 1 prio class 2",
    "timeout error, dev sdb, sector 4096 op 0x0:(READ) flags 0x0 phys_seg 1 prio class 2",
    "Buffer I/O error on dev sdb1, logical block 0, lost async page write",
    "EXT4-fs (sdb): Remounting filesystem read-only",
    "XFS (dm-0): log I/O error -5",
    "XFS (sdb1): Metadata CRC error detected at xfs_agf_read_verify+0xd0/0xf0 [xfs], xfs_agf block 0x1",
    "Error: EIO: i/o error, open '/config/state.json'",
    "read /data/f: input/output error",
    "cp: error reading '/mnt/a': Input/output error",
    'ERROR:  could not read block 0 in file "base/16384/2619": Input/output error',
    'Os { code: 5, kind: Uncategorized, message: "Input/output error" }: Input/output error (os error 5)',
    "mv: cannot stat 'x': Stale NFS file handle",
    "Error: ESTALE: stale file handle, stat '/media'",
    // a property of the error that Node prints below it, a record of its own
    "  code: 'ESTALE',",
    "Error: Unknown system error -116: Unknown system error -116, stat '/media'",
    "[core:crit] [pid 7] (13)Permission denied: [client 10.0.0.5:49210] AH00529: /var/www/html/.htaccess pcfg_openfile: unable to check htaccess file, ensure it is readable",
  ],
  silent: [
    "OSError: [Errno 51] Network is unreachable",
    "GET /docs/errno-5-explained 200",
    "blk_update_request: operation completed",
    "EXT4-fs (sda1): mounted filesystem 6f0d with ordered data mode. Quota mode: none.",
    "EXT4-fs warning (device sdb1): ext4_multi_mount_protect:326: MMP interval 42 higher than expected",
    "EXT4-fs (sdb): re-mounted 6f0d r/w. Quota mode: none.",
    "XFS (sda1): Mounting V5 Filesystem 1b2c",
    "I/O scheduler mq-deadline registered",
    "stale cache handle dropped",
    "file handle leak check passed",
    "pcfg_openfile called",
    "PermissionError: [Errno 13] Permission denied: '/data/x'",
    "Error: ENOSPC: no space left on device, write",
    "critical target error, dev sdb, sector 4096 op 0x3:(DISCARD) flags 0x800 phys_seg 1 prio class 2",
    // Redis owns this one (RedisBGSAVEFailure): one cause, one alert.
    "35:C 20 Aug 2026 10:17:00.000 # Error saving DB on disk: Input/output error",
  ],
});
