import { minutes } from "../../../lib/duration";
import { detector } from "../../../lib/logs/detector";

export const redisBgsaveFailure = detector({
  alert: "RedisBGSAVEFailure",
  flow: "redis-bgsave",
  signal: "redis_bgsave",
  lines: [/Background saving error/, /Failed opening the temp RDB file/, /Error saving DB on disk/],
  modernLines: [
    // Redis up to 6.2 (src/rdb.c, rdbSave): "Write error saving DB on disk: No space left on device"; the specification's capital E is never printed.
    /Write error saving DB on disk/,
    // Redis 7 (src/rdb.c, rdbSaveInternal): "Write error while saving DB to the disk(rdbSaveRio): No space left on device".
    /Write error while saving DB to the disk/,
    // Redis up to 6.0 (src/rdb.c, rdbSave): "Failed opening the RDB file dump.rdb (in server root dir /data) for saving: ...".
    /Failed opening the RDB file/,
  ],
  scope: {},
  severity: "warning",
  // A failed save is tried again every few seconds to minutes (`save` points), so five minutes would flap.
  window: minutes(10),
  summary: "Redis can't save its data to disk",
  description:
    "Background saving fails, and Redis refuses writes by default until a save succeeds. Look at the free space and the mount of its volume.",
  fires: [
    "1:M 20 Aug 2026 10:16:00.001 # Background saving error",
    "27:C 20 Aug 2026 10:15:00.000 # Failed opening the temp RDB file temp-27.rdb (in server root dir /data) for saving: Read-only file system",
    "1:M 20 Aug 2026 10:15:02.000 # Error saving DB on disk: No space left on device",
    "27:C 20 Aug 2026 10:15:09.000 # Write error saving DB on disk: No space left on device",
    "27:C 20 Aug 2026 10:15:09.001 # Write error while saving DB to the disk(rdbSaveRio): No space left on device",
    "27:C 20 Aug 2026 10:15:09.002 # Failed opening the RDB file dump.rdb (in server root dir /data) for saving: Permission denied",
  ],
  silent: [
    "1:M 20 Aug 2026 10:15:00.001 * Background saving started by pid 27",
    "1:M 20 Aug 2026 10:15:00.101 * Background saving terminated with success",
    "27:C 20 Aug 2026 10:15:00.010 * DB saved on disk",
    // Somebody killed the child (often the OOM killer, which has an alert of its own).
    "1:M 20 Aug 2026 10:15:09.002 # Background saving terminated by signal 9",
    // The clients' echo of the same failure would carry the client's pod.
    "ReplyError: MISCONF Redis is configured to save RDB snapshots, but it's currently unable to persist to disk.",
  ],
});
