import { ranges } from "../cidr";
import { choice, section, text, wholeNumber } from "../field";
import { dnsLabel, dnsName } from "../name";
import { timeZoneFlaw } from "../time-zone";

/** The cluster and the place it stands at. */
export const cluster = {
  keys: {
    cluster: section({
      name: dnsLabel("home"),
      dns_domain: dnsName("cluster.local"),
      nodes: wholeNumber(3, 1),
      address_ranges: ranges("10.42.0.0/16"),
      node_addresses: ranges("192.168.10.0/24"),
      api_server_addresses: ranges("10.43.0.1/32"),
    }),
    domain: dnsName("example.org"),
    scale: choice(["single", "cluster"]),
    time_zone: text("Europe/Zurich", timeZoneFlaw),
  },
};
