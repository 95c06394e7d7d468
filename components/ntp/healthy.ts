import { seconds } from "../../lib/duration";
import { around, averaging, counts, lately, never, still } from "../../lib/world/course";
import { each, healthy, told } from "../../lib/world/healthy";
import { chronySeries } from "./series";

const SOURCES = [
  { source_address: "203.0.113.11", source_name: "time-a.example.net", source_state: "sync", stratum: 2 },
  { source_address: "203.0.113.12", source_name: "time-b.example.net", source_state: "candidate", stratum: 2 },
  { source_address: "2001:db8:7::13", source_name: "time-c.example.net", source_state: "candidate", stratum: 1 },
  { source_address: "2001:db8:7::14", source_name: "time-d.example.net", source_state: "candidate", stratum: 2 },
];

/** Follows four servers, and serves the house. */
export const chronyHealthy = healthy(chronySeries, () => {
  const source = ({ source_address, source_name }: (typeof SOURCES)[number]) => ({ source_address, source_name });
  return {
    chrony_up: still(1),
    chrony_tracking_info: told(SOURCES.slice(0, 1), ({ source_address, source_name }) => ({
      tracking_address: source_address,
      tracking_name: source_name,
      tracking_refid: "CB00710B",
    })),
    chrony_tracking_stratum: still(3),
    chrony_tracking_remote_reference: still(1),
    chrony_tracking_reference_timestamp_seconds: lately(seconds(64)),
    chrony_tracking_system_time_seconds: around(0, 0.00005),
    chrony_tracking_last_offset_seconds: around(0, 0.00008),
    chrony_tracking_rms_offset_seconds: around(0.00006, 0.00002),
    chrony_tracking_root_delay_seconds: around(0.012, 0.002),
    chrony_tracking_root_dispersion_seconds: around(0.001, 0.0003),
    chrony_tracking_frequency_ppms: averaging(around(-11.6, 0.1)),
    chrony_tracking_skew_ppms: averaging(around(0.04, 0.02)),
    chrony_tracking_update_interval_seconds: around(64.5, 0.8),
    chrony_sources_state_info: told(SOURCES, (one) => ({ ...source(one), source_mode: "client", source_state: one.source_state })),
    chrony_sources_reachability_ratio: each(SOURCES, source, still(1)),
    chrony_sources_last_sample_age_seconds: each(SOURCES, source, around(33, 30)),
    chrony_sources_last_sample_offset_seconds: each(SOURCES, source, around(0, 0.0005)),
    chrony_sources_stratum: each(SOURCES, source, ({ stratum }) => still(stratum)),
    chrony_serverstats_ntp_packets_received_total: counts(0.5),
    chrony_serverstats_ntp_packets_dropped_total: never,
    chrony_serverstats_client_log_records_dropped_total: never,
    chrony_serverstats_authenticated_ntp_packets_total: counts(0.05),
    chrony_serverstats_nts_ke_connections_accepted_total: counts(1 / 3600),
    chrony_serverstats_nts_ke_connections_dropped_total: never,
  };
});
