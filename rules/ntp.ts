import { chronySeries } from "../components/ntp/series";
import { after } from "../lib/alerts/proof";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { hours, minutes } from "../lib/duration";
import type { Scraped } from "../lib/metrics/scrape";
import { not } from "../lib/series";
import { COMES_AND_GOES } from "./comes-and-goes";
import { exporterDown } from "./exporter-down";
import { fallenSilent } from "./fallen-silent";

/** Three and a half of the longest usual intervals (1024 s) between two measurements. */
const OLD_SECONDS = 3600;
/** Further from a reference clock than any server that is usually asked: it follows somebody who is lost. */
const FAR_STRATUM = 5;
/** The pool gives a server a bad score from there on; a healthy one is a hundred times better. */
const OFFSET_SECONDS = 0.05;
/** What is gathered on the way to a reference clock, or forgotten slowly after a jump, is larger: more than any usual way to it adds. */
const WIDE_SECONDS = 0.25;
/** With three, one that is wrong is outvoted; with two, nobody knows which is right. */
const LEAST_SOURCES = 3;
/** Per second: a request every ten seconds, so that half an hour without one is no chance. */
const USUAL = 0.1;

/** The time server: is its own clock right, and does it serve. */
export function ntp(scraped: Scraped): RuleBundle {
  const job = { job: scraped.job };
  const {
    chrony_serverstats_ntp_packets_received_total: received,
    chrony_sources_reachability_ratio: reachable,
    chrony_sources_state_info: state,
    chrony_tracking_last_offset_seconds: lastOffset,
    chrony_tracking_reference_timestamp_seconds: measured,
    chrony_tracking_rms_offset_seconds: meanOffset,
    chrony_tracking_root_dispersion_seconds: dispersion,
    chrony_tracking_stratum: stratum,
    chrony_tracking_system_time_seconds: offset,
    chrony_up: up,
  } = chronySeries;

  // proofs
  const at = { ...job, instance: "192.168.10.11:9123" };
  const says = (answers: string, distance?: string) => ({ [up(at)]: answers, ...(distance && { [stratum(at)]: distance }) });
  const isFar = (samples: string) => ({ [stratum(at)]: samples });
  const isOff = (seconds: string) => ({ [offset(at)]: seconds });
  const source = (index: number) => ({ source_address: `203.0.113.${index}`, source_name: `time-${index}.example.net` });
  const answer = (...shares: readonly string[]) =>
    Object.fromEntries(shares.map((share, index) => [reachable({ ...at, ...source(index + 1) }), share]));
  const judged = (source_state: string, samples: string) => ({
    [state({ ...at, ...source(1), source_mode: "client", source_state })]: samples,
    [state({ ...at, ...source(2), source_mode: "client", source_state: "sync" })]: "1x200",
  });

  return area("ntp", { component: "NTP", severity: "warning", ...COMES_AND_GOES }, [
    exporterDown("NtpExporterDown", job, {
      severity: "warning",
      summary: "Nobody watches the time servers: their exporter is down",
      description: "Whether they serve the right time is not seen. Ask one by hand, then look at the exporter.",
    }),
    alert("NtpServerDown", {
      // over the network the exporter is refused a part, and says 0 with all the rest there
      expr: `max by (instance) (${up(job)}) == 0 unless on (instance) ${stratum(job)}`,
      for: minutes(3),
      severity: "critical",
      summary: "The time server behind {{ $labels.instance }} does not answer its exporter",
      description: "It is down, or its command port is closed. Ask it for the time, then look at its process and its log.",
      fires: says("0x60"),
      silent: [says("1x60"), says("0x60", "3x60"), says("0x1 1 0x60")],
    }),
    alert("NtpUnsynchronised", {
      expr: `max by (instance) (${stratum(job)}) == 0`,
      for: minutes(5),
      severity: "critical",
      summary: "The time server at {{ $labels.instance }} follows no clock",
      description: "It tells clients that it does not know the time, and they turn away. Look at its sources.",
      inhibits: [{ alerts: ["NtpReferenceOld", "NtpSourcesFew", "NtpClientsGone"], sharing: ["instance"] }],
      fires: isFar("0x60"),
      silent: [isFar("1x60"), isFar("0x3 2 0x60")],
    }),
    alert("NtpReferenceOld", {
      expr: `time() - max by (instance) (${measured(job)}) > ${OLD_SECONDS}`,
      for: minutes(5),
      summary: "The time server at {{ $labels.instance }} has measured nothing for long",
      description: "Its last measurement is {{ $value | humanizeDuration }} old: its clock runs free and drifts. Look at its sources.",
      inhibits: [{ alerts: ["NtpSourcesFew"], sharing: ["instance"] }],
      fires: after(minutes(66), { [measured(at)]: "5x200" }),
      silent: [after(minutes(66), { [measured(at)]: "400x200" }), after(minutes(66), { [measured(at)]: "5x50 3600x100" })],
    }),
    alert("NtpStratumHigh", {
      expr: `max by (instance) (${stratum(job)}) > ${FAR_STRATUM}`,
      for: minutes(15),
      summary: "The time server at {{ $labels.instance }} is far from any reference clock",
      description: "Its stratum is {{ $value }}. It follows a server that is lost itself, or its own clock. Look at its sources.",
      fires: isFar(`${FAR_STRATUM + 1}x60`),
      silent: [isFar(`${FAR_STRATUM}x60`), isFar(`${FAR_STRATUM + 1}x10 3 ${FAR_STRATUM + 1}x60`)],
    }),
    alert("NtpOffsetLarge", {
      expr: [
        ...[offset, lastOffset].map((of) => `max by (instance) (abs(${of(job)})) > ${OFFSET_SECONDS}`),
        ...[meanOffset, dispersion].map((of) => `max by (instance) (${of(job)}) > ${WIDE_SECONDS}`),
      ].join("\nor "),
      for: minutes(10),
      summary: "The time server at {{ $labels.instance }} serves a wrong time",
      description:
        "Its clock is, or may be, {{ $value | humanizeDuration }} off. Look at its sources, its host's load and whether the host was suspended.",
      fires: [
        isOff(`${1.05 * OFFSET_SECONDS}x60`),
        isOff(`${-1.05 * OFFSET_SECONDS}x60`),
        { [lastOffset(at)]: `${-1.05 * OFFSET_SECONDS}x60` },
        { [meanOffset(at)]: `${1.05 * WIDE_SECONDS}x60` },
        { [dispersion(at)]: `${1.05 * WIDE_SECONDS}x60` },
      ],
      silent: [
        {
          ...isOff(`${0.95 * OFFSET_SECONDS}x60`),
          [lastOffset(at)]: `${0.95 * OFFSET_SECONDS}x60`,
          [meanOffset(at)]: `${0.95 * WIDE_SECONDS}x60`,
          [dispersion(at)]: `${0.95 * WIDE_SECONDS}x60`,
        },
        isOff(`1x8 0.0001 1x60`),
      ],
    }),
    alert("NtpSourcesFew", {
      expr: [
        `sum by (instance) (${reachable(job)} > bool 0) < ${LEAST_SOURCES}`,
        `and on (instance) count by (instance) (${reachable(job)}) >= ${LEAST_SOURCES}`,
      ].join("\n"),
      for: minutes(15),
      summary: "Few of the sources of the time server at {{ $labels.instance }} answer",
      description: "Only {{ $value }} do: one that is wrong can't be outvoted. Look at port 123 outwards and at the servers it asks.",
      fires: [answer("1x60", "0.125x60", "0x60"), answer("0x60", "0x60", "0x60", "0x60")],
      silent: [answer("1x60", "0.125x60", "0.125x60"), answer("1x60", "0x60"), answer("1x60", "1x60", "0x10 0.125 0x60")],
    }),
    alert("NtpSourceWrong", {
      expr: [
        `max by (instance, source_address) (${state(job)})`,
        `unless on (instance, source_address) max by (instance, source_address) (${state({ ...job, source_state: not("falseticker") })})`,
      ].join("\n"),
      for: hours(1),
      summary: "Time source {{ $labels.source_address }} contradicts the others",
      description: "The server at {{ $labels.instance }} does not follow it for an hour. Replace it by another.",
      fires: judged("falseticker", "1x200"),
      silent: [judged("outlier", "1x200"), judged("falseticker", "1x40 stale _x5 1x50")],
    }),
    alert("NtpClientsGone", {
      ...fallenSilent({
        by: "instance",
        counts: received(job),
        quiet: minutes(30),
        usual: USUAL,
        given: (counter) => ({ [received(at)]: counter }),
      }),
      summary: "Nobody asks the time server at {{ $labels.instance }} any more",
      description:
        "Not one request in half an hour, of which there were many. Look at port 123 from outside, and at its score in the pool.",
    }),
  ]);
}
