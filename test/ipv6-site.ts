import type { Site } from "../lib/site/schema";
import { exampleSite } from "./example";

/** The only address at home that everything listens on that the example calls by an address. */
const HOST = "2001:db8:11::20";

/** What makes an IPv6-only place of the example: no address of it is IPv4, and nothing is translated. */
export function ipv6Only(): Partial<Site> {
  const { batch, cluster, boiler, status_page, urls, gitops } = exampleSite();
  if (boiler === undefined || status_page === undefined) throw new Error("the example has no boiler, or no page");
  return {
    cluster: {
      ...cluster,
      address_ranges: ["fd00:42::/56", "fd00:43::/112"],
      node_addresses: ["2001:db8:10::/64"],
      api_server_addresses: ["fd00:43::1/128", "2001:db8:10::11/128", "2001:db8:10::12/128", "2001:db8:10::13/128"],
    },
    urls: { ...urls, grafana_url: `https://[${HOST}]:3000`, runbooks_url: `https://[${HOST}]/docs/runbooks` },
    trusted_ranges: ["fd00::/8", "2001:db8:10::/60"],
    nat64_egress: undefined,
    home_lan: ["2001:db8:11::/64"],
    image_registry: `[${HOST}]:5000/belfry`,
    gitops: { ...gitops, repository: `https://[${HOST}]/ops/gitops.git` },
    status_page: { ...status_page, api_url: `http://[${HOST}]:8080`, api_addresses: [`${HOST}/128`] },
    dead_man: { ping_addresses: ["2001:db8:20::/48"] },
    boiler: {
      ...boiler,
      cloud_addresses: ["::/0"],
      home_assistant_url: `http://[${HOST}]:8123`,
      home_assistant_addresses: [`${HOST}/128`],
      mqtt: { url: `mqtt://[${HOST}]:1883`, addresses: [`${HOST}/128`] },
    },
    scrapes: {
      dns_recursive: { targets: [HOST] },
      chrony: { targets: [HOST, "[fd00:44::12]:9124"] },
      home_assistant: { targets: [HOST] },
      mqtt: { targets: [`[${HOST}]:9234`] },
      router: { targets: ["fd00:44::1"] },
    },
    batch: {
      ...batch,
      object_store: { url: `http://[${HOST}]:9000` },
      backup_nas: { shares: [{ share: "photos", listing: `http://[${HOST}]/photos/` }] },
      certificate_check: { certificates: [{ name: "directory", host: `[${HOST}]:636`, server_name: "ldap.example.org" }] },
      ntp_clients: { clients: `http://[${HOST}]/clients` },
    },
    log_store: { readers: ["automation"], object_storage: { url: `http://[${HOST}]:9000`, bucket: "logs" } },
    databases: { backups: { url: `http://[${HOST}]:9000`, bucket: "rows" } },
    logs: { syslog: { router: ["fd00:44::1"], switches: ["fd00:44::21"] } },
    snmp: {
      switches: ["fd00:44::21"],
      instant_access_points: ["fd00:44::22"],
      access_points: ["fd00:44::23"],
      servers: ["fd00:44::24"],
      silent_access_points: [{ name: "attic", switch: "fd00:44::21", port: "Gi1/0/7" }],
    },
    probes: [
      { component: "Mail", imaps: [{ name: "imap", host: `[${HOST}]:993`, tls_server_name: "mail.example.org" }] },
      { component: "Websites", http: [{ name: "home-page", url: "https://www.example.org/" }] },
      { component: "DNS", dns: [{ name: "zone", server: `[${HOST}]:53`, query: "www.example.org", answer: HOST }] },
      { component: "Internet", nat64: [{ name: "nat64", host: "192.0.2.1:443" }] },
      ...(["Sign-in (SSO)", "Platform", "Files & Documents", "Backups", "Smart Home", "NTP"] as const).map((component) => ({
        component,
        tcp: [{ name: "port", host: `[${HOST}]:443` }],
      })),
    ],
    ups: { servers: [{ address: HOST, ups: ["rack"] }, { address: "fd00:44::5" }], username: "monitor" },
  };
}
