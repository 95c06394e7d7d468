import { counter, declareSeries, gauge, info } from "../../lib/series";

const SOURCE = ["source_address", "source_name?"] as const;

/**
 * What chrony_exporter makes of chronyd's command channel, with its collectors of sources and of the server's statistics switched on;
 * seen on a running chrony_exporter 0.13.3 with chrony 4.3. The server's statistics need chronyd's socket: over the network they are
 * refused, and then chrony_up is 0 although the rest is there.
 */
export const chronySeries = declareSeries({
  chrony_up: gauge("flag", "Whether all that was asked of chronyd was answered."),
  chrony_tracking_info: info("What the clock follows.", "tracking_address?", "tracking_name?", "tracking_refid"),
  chrony_tracking_stratum: gauge("count", "Distance from a reference clock."),
  chrony_tracking_remote_reference: gauge("flag", "1 when the clock follows another server, 0 when it follows its own reference clock."),
  chrony_tracking_reference_timestamp_seconds: gauge("timestamp", "When the last measurement was taken over."),
  chrony_tracking_system_time_seconds: gauge("seconds", "How far the system's clock is from the true time."),
  chrony_tracking_last_offset_seconds: gauge("seconds", "Offset at the last update."),
  chrony_tracking_rms_offset_seconds: gauge("seconds", "Long-term mean of the offset."),
  chrony_tracking_root_delay_seconds: gauge("seconds", "Way to the reference clock and back."),
  chrony_tracking_root_dispersion_seconds: gauge("seconds", "Uncertainty gathered from the reference clock on."),
  chrony_tracking_frequency_ppms: gauge("count", "How fast the clock would run away, in millionths."),
  chrony_tracking_skew_ppms: gauge("count", "Uncertainty of the frequency, in millionths."),
  chrony_tracking_update_interval_seconds: gauge("seconds", "Time between the last two updates."),
  chrony_sources_state_info: info("What becomes of a source.", ...SOURCE, "source_mode", "source_state"),
  chrony_sources_reachability_ratio: gauge("ratio", "Share of the last 8 requests to a source that were answered.", ...SOURCE),
  chrony_sources_last_sample_age_seconds: gauge("seconds", "Age of a source's last good sample.", ...SOURCE),
  chrony_sources_last_sample_offset_seconds: gauge("seconds", "Offset of a source's last sample.", ...SOURCE),
  chrony_sources_stratum: gauge("count", "Distance of a source from a reference clock.", ...SOURCE),
  chrony_serverstats_ntp_packets_received_total: counter("count", "Requests of clients."),
  chrony_serverstats_ntp_packets_dropped_total: counter("count", "Requests of clients that were dropped for coming too often."),
  chrony_serverstats_client_log_records_dropped_total: counter("count", "Clients that were forgotten because the table was full."),
  chrony_serverstats_authenticated_ntp_packets_total: counter("count", "Requests that proved who they come from."),
  chrony_serverstats_nts_ke_connections_accepted_total: counter("count", "Key exchanges for authenticated time."),
  chrony_serverstats_nts_ke_connections_dropped_total: counter("count", "Key exchanges that were dropped for coming too often."),
});
