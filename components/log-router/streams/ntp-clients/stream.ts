import type { Stream } from "../../../../lib/logs/stream";

export const ntpClients = {
  name: "ntp_clients",
  what: "what the time server's clients do together, by family and by network, each hour",
  // what jobs post without a name of its own is here too, with the reason
  source: "jobs",
  program: "components/log-router/streams/ntp-clients/program.vrl",
  columns: {
    server: { type: "text", what: "the time server" },
    scope: { type: "text", what: "family for all clients of one, network for those of one network" },
    family: { type: "text", what: "ipv4 or ipv6" },
    network: { type: "text", what: "a /24 or a /48, where the scope is one; a site's, and no client's" },
    clients: { type: "integer", what: "that the server remembers" },
    active_clients: { type: "integer", what: "that sent a packet within the hour" },
    packets: { type: "integer", what: "of the clients that it remembers, since it does" },
    drops: { type: "integer", what: "packets that were not answered" },
    packets_per_second: { type: "float", what: "that the active ones send by their usual intervals" },
    record_hash: { type: "text", what: "SHA-256 of the record: one that was sent twice has it twice" },
  },
  retentionDays: 365,
  busy: { recordsPerSecond: 1, bytesPerRecord: 600 },
  samples: [
    {
      record: {
        stream: "ntp_clients",
        timestamp: "2026-11-02T10:05:00.000Z",
        server: "ntp",
        scope: "network",
        family: "ipv4",
        network: "198.51.100.0/24",
        clients: 14,
        active_clients: 9,
        packets: 4021,
        drops: 3,
        packets_per_second: 0.5,
      },
      columns: {
        service_name: "ntp-clients",
        stream: "ntp_clients",
        server: "ntp",
        scope: "network",
        family: "ipv4",
        network: "198.51.100.0/24",
        clients: 14,
        active_clients: 9,
        packets: 4021,
        drops: 3,
        packets_per_second: 0.5,
        record_hash: "f30562cd8557a91bae1769a11aade26ea99f58a50c1a5fd8e9923ac3a4638958",
      },
    },
    {
      record: { stream: "stdout", service_name: "other-job", clients: "many" },
      columns: { service_name: "other-job", clients: undefined, unparsed_reason: 'posted without "stream": "ntp_clients"' },
    },
  ],
} as const satisfies Stream;
