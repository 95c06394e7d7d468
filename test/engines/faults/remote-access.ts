import { wireguardSeries } from "../../../components/remote-access/series";
import { minutes } from "../../../lib/duration";
import { freezes, goes, passing, targetFails, targetGoes, targets, together } from "../../../lib/world/fault";
import { expectedFor, type Faults } from "./fault";

const of = expectedFor("Smart Home");
const all = Object.values(wireguardSeries);
const peerSilent = together(...all.map((one) => freezes(one({ friendly_name: "Cabin" }))));

/** The VPN, and who comes in through it. */
export const remoteAccessFaults: Faults = () => [
  { title: "the line of the other site is cut", change: peerSilent, expect: of("WireguardPeerSilent", "warning", 20) },
  {
    title: "the other site's router starts again",
    change: passing(minutes(8), peerSilent),
    expect: { nothingFor: minutes(40) },
  },
  {
    title: "the VPN's interface was taken down",
    change: together(...all.map((one) => goes(one()))),
    expect: of("WireguardInterfaceGone", "warning", 8),
  },
  {
    title: "the exporter of the VPN was stopped",
    change: targetFails(targets({ job: "wireguard" })),
    expect: of("WireguardExporterDown", "warning", 6),
  },
  {
    title: "the scrape of the VPN was removed",
    change: targetGoes(targets({ job: "wireguard" })),
    expect: of("WireguardExporterDown", "warning", 6),
  },
];
