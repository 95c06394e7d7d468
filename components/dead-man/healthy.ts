import { minutes } from "../../lib/duration";
import { counts, lately, never } from "../../lib/world/course";
import { by, healthy } from "../../lib/world/healthy";
import { deadManSeries } from "./series";

export const deadManHealthy = healthy(deadManSeries, () => ({
  dead_man_pings_total: by("outcome", { ok: counts(1 / 240), failed: never }),
  dead_man_last_success_timestamp_seconds: lately(minutes(4)),
}));
