import { minutes } from "../../lib/duration";
import { counts, lately, never, still } from "../../lib/world/course";
import { each, healthy } from "../../lib/world/healthy";
import { wireguardSeries } from "./series";

/** One that is always connected, one that was never seen, as their keys say in short. */
const [CABIN, TABLET] = [
  { interface: "wg0", public_key: "cabin=", allowed_ips: "10.9.0.2/32,192.168.20.0/24", friendly_name: "Cabin" },
  { interface: "wg0", public_key: "tablet=", allowed_ips: "10.9.0.3/32", friendly_name: "Tablet" },
];

export const wireguardHealthy = healthy(wireguardSeries, () => {
  const of = <Course extends object>(peer: typeof CABIN, course: Course) => each([peer], (one) => one, course);
  return {
    wireguard_latest_handshake_seconds: [...of(CABIN, lately(minutes(2))), ...of(TABLET, still(0))],
    wireguard_received_bytes_total: [...of(CABIN, counts(900)), ...of(TABLET, never)],
    wireguard_sent_bytes_total: [...of(CABIN, counts(2500)), ...of(TABLET, never)],
  };
});
