import { declareSeries, gauge } from "../../../../lib/series";
import { heartbeat } from "../heartbeat";

export const backupNasSeries = declareSeries({
  ...heartbeat("backup-nas"),
  nas_snapshot_age_days: gauge("days", "Days since the last snapshot of a share of the NAS, -1 for none.", "job", "share"),
});
