import { declareSeries } from "../../../../lib/series";
import { heartbeat } from "../heartbeat";

/** What it found goes to the log router as records, not to the Pushgateway. */
export const ntpClientsSeries = declareSeries({ ...heartbeat("ntp-clients") });
