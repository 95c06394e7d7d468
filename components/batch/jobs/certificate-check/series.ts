import { declareSeries, gauge } from "../../../../lib/series";
import { heartbeat } from "../heartbeat";

export const certificateCheckSeries = declareSeries({
  ...heartbeat("certificate-check"),
  certificate_inventory_days_left: gauge(
    "days",
    "Days until a certificate expires that no probe sees, below 0 when it has.",
    "job",
    "certificate",
  ),
});
