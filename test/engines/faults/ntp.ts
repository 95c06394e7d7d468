import { chronySeries as chrony } from "../../../components/ntp/series";
import { hours, minutes } from "../../../lib/duration";
import { still } from "../../../lib/world/course";
import { appears, becomes, freezes, goes, moves, targetFails, targets, together } from "../../../lib/world/fault";
import { expectedFor, type Faults } from "./fault";

const of = expectedFor("NTP");

const WRONG = { source_address: "203.0.113.12", source_name: "time-b.example.net", source_mode: "client" };

export const ntpFaults: Faults = ({ targets: all }) => {
  const instance = all.find(({ scrape }) => scrape === "chrony")?.labels.instance;
  if (instance === undefined) throw new Error("the world has a time server");
  const at = { instance };
  return [
    {
      title: "the exporters of the time servers have ended",
      change: targetFails(targets({ job: "chrony" })),
      expect: of("NtpExporterDown", "warning", 6),
    },
    {
      title: "a time server has ended",
      change: together(becomes(chrony.chrony_up(at), 0), goes(`{__name__=~"chrony_[^u].*",instance="${instance}"}`)),
      expect: of("NtpServerDown", "critical", 4),
    },
    {
      title: "a time server was started without a way to its sources",
      change: together(
        becomes(chrony.chrony_tracking_stratum(at), 0),
        becomes(chrony.chrony_tracking_reference_timestamp_seconds(at), 0),
        becomes(chrony.chrony_tracking_root_delay_seconds(at), 1),
        becomes(chrony.chrony_tracking_root_dispersion_seconds(at), 1),
        becomes(chrony.chrony_sources_reachability_ratio(at), 0),
        freezes(chrony.chrony_serverstats_ntp_packets_received_total(at)),
      ),
      expect: of("NtpUnsynchronised", "critical", 6),
    },
    {
      title: "port 123 outwards is closed",
      change: together(
        becomes(chrony.chrony_sources_reachability_ratio(), 0),
        freezes(chrony.chrony_tracking_reference_timestamp_seconds()),
        moves(chrony.chrony_tracking_root_dispersion_seconds(), 0.2, hours(4)),
      ),
      expect: [of("NtpSourcesFew", "warning", 16), of("NtpReferenceOld", "warning", 67)],
    },
    {
      title: "one of four sources was switched off for good",
      change: becomes(chrony.chrony_sources_reachability_ratio({ source_address: "2001:db8:7::14" }), 0),
      expect: { nothingFor: minutes(90) },
    },
    {
      title: "a time server falls back to its own clock",
      change: becomes(chrony.chrony_tracking_stratum(at), 10),
      expect: of("NtpStratumHigh", "warning", 16),
    },
    {
      title: "a time server's host was suspended for a moment",
      change: becomes(chrony.chrony_tracking_system_time_seconds(at), -0.4),
      expect: of("NtpOffsetLarge", "warning", 11),
    },
    {
      title: "a time server's clock runs unevenly, and each measurement finds it elsewhere",
      change: becomes(chrony.chrony_tracking_last_offset_seconds(at), 0.6),
      expect: of("NtpOffsetLarge", "warning", 11),
    },
    {
      title: "a time server has been off again and again",
      change: moves(chrony.chrony_tracking_rms_offset_seconds(at), 0.5, minutes(10)),
      expect: of("NtpOffsetLarge", "warning", 17),
    },
    {
      title: "the way from a time server to its sources is long and uneven",
      change: becomes(chrony.chrony_tracking_root_dispersion_seconds(at), 1),
      expect: of("NtpOffsetLarge", "warning", 11),
    },
    {
      title: "a source is off by a second",
      change: together(
        goes(chrony.chrony_sources_state_info({ ...at, source_address: WRONG.source_address })),
        appears("chrony", chrony.chrony_sources_state_info({ ...WRONG, source_state: "falseticker" }), still(1)),
      ),
      expect: of("NtpSourceWrong", "warning", 61),
    },
    {
      title: "the pool does not send anybody to a time server any more",
      change: freezes(chrony.chrony_serverstats_ntp_packets_received_total(at)),
      expect: of("NtpClientsGone", "warning", 31),
    },
  ];
};
