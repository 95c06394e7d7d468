import { wireguardSeries } from "../components/remote-access/series";
import { after } from "../lib/alerts/proof";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { hours, minutes } from "../lib/duration";
import { targetSeries } from "../lib/metrics/built-in-series";
import type { Scraped } from "../lib/metrics/scrape";
import { COMES_AND_GOES, keptAfter, overAfter } from "./comes-and-goes";
import { exporterDown } from "./exporter-down";

const { wireguard_latest_handshake_seconds: handshake } = wireguardSeries;
const { up } = targetSeries;

/** A connected peer shakes hands every two minutes or so. */
const SILENT_SECONDS = 600;
/** Handshakes in a day: half of it. A site at the other end is connected all day, a phone while it is out. */
const MOST_OF_A_DAY = 360;

/** The VPN through which people, and other places, come in. */
export function remoteAccess({ job }: Scraped): RuleBundle {
  const asked = { job };
  const by = "job, instance, interface, public_key, friendly_name";

  // proofs
  const at = { ...asked, instance: "192.168.10.1:9586" };
  const peer = { ...at, interface: "wg0", public_key: "cabin=", allowed_ips: "10.9.0.2/32", friendly_name: "Cabin" };
  const shakes = (isDue: (minute: number) => boolean) => {
    const values = [0];
    for (let minute = 1; minute < 3200; minute++) values.push(isDue(minute) ? 60 * minute : (values.at(-1) ?? 0));
    return { [handshake(peer)]: values.join(" ") };
  };
  const day = 24 * 60;
  const answering = (values: string, of: string) => ({ [handshake(peer)]: values, [up(at)]: of });

  return area("remote-access", { component: "Smart Home", severity: "warning", ...COMES_AND_GOES }, [
    exporterDown("WireguardExporterDown", asked, {
      severity: "warning",
      summary: "The exporter of WireGuard is down",
      description:
        "The VPN may be well, and nobody would see it fail. Look at prometheus_wireguard_exporter where the site says that it runs.",
    }),
    alert("WireguardPeerSilent", {
      expr: [
        `time() - max by (${by}) (${handshake(asked)}) > ${SILENT_SECONDS}`,
        `and sum by (${by}) (changes(${handshake(asked)}[1d])) > ${MOST_OF_A_DAY}`,
      ].join("\n"),
      for: minutes(5),
      summary: "Peer {{ $labels.friendly_name }} ({{ $labels.public_key }}) of {{ $labels.interface }} is silent",
      description:
        "It was connected for half a day or more; its last handshake is {{ $value | humanizeDuration }} ago. Look at the line at its end, then here.",
      // four in a quarter of an hour, all day
      fires: after(
        minutes(1500 + 11 + 5),
        shakes((minute) => minute <= 1500 && (minute % 15) % 4 === 0),
      ),
      silent: [
        after(
          minutes(1500 + 14),
          shakes((minute) => minute <= 1500 && minute % 2 === 0),
        ),
        // too few, on each of two days
        after(
          minutes(day + 684 + 20),
          shakes((minute) => minute % day <= 684 && minute % 2 === 0),
        ),
      ],
    }),
    alert("WireguardInterfaceGone", {
      expr: [
        `count by (job, instance, interface) (count_over_time(${handshake(asked)}[6h]))`,
        `unless on (job, instance, interface) count by (job, instance, interface) (${handshake(asked)})`,
        `and on (job, instance) ${up(asked)} == 1`,
      ].join("\n"),
      for: minutes(5),
      summary: "WireGuard's {{ $labels.interface }} at {{ $labels.instance }} is gone",
      description:
        "Nobody comes in through it. It was taken down, its configuration lost its peers, or the exporter may not ask for it any more.",
      fires: [
        after(minutes(35), answering("60x29 stale", "1x2000")),
        keptAfter(minutes(29 + 6 * 60 - 1), answering("60x29 stale", "1x2000")),
      ],
      silent: [
        after(minutes(40), answering("60x60", "1x60")),
        after(minutes(40), answering("60x29 stale", "0x60")),
        overAfter(hours(6.5), answering("60x29 stale", "1x2000")),
      ],
    }),
  ]);
}
