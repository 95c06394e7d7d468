import { counter, declareSeries, gauge } from "../../lib/series";

/**
 * What prometheus_wireguard_exporter (MindFlavor) makes of `wg show all dump`; seen on a running 3.6.6 with peers of our making. Where `wg`
 * fails, or no interface is up, it answers well and tells nothing.
 */
const PEER = ["interface", "public_key", "allowed_ips", "friendly_name?", "remote_ip?", "remote_port?"] as const;

export const wireguardSeries = declareSeries({
  wireguard_latest_handshake_seconds: gauge(
    "timestamp",
    "Last handshake with a peer, which a connected one repeats every two minutes; 0 before the first.",
    ...PEER,
  ),
  wireguard_received_bytes_total: counter("bytes", "Received from a peer since the interface is up.", ...PEER),
  wireguard_sent_bytes_total: counter("bytes", "Sent to a peer since the interface is up.", ...PEER),
});
