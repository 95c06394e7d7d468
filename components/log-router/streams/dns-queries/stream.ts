import type { Stream } from "../../../../lib/logs/stream";

const pod = (namespace_name: string, pod_name: string, container_name: string) => ({
  time: "2026-11-02T10:00:00.250Z",
  kubernetes: { namespace_name, pod_name, container_name, host: "node-1", labels: { app: container_name } },
});

export const dnsQueries = {
  name: "dns_queries",
  what: "what the name servers were asked, and by whom",
  source: "aggregator",
  recognised: String.raw`text = string(.log) ?? ""
match(text, r'^\[INFO\] \[?[0-9A-Fa-f:.]+\]?:[0-9]{1,5} - [0-9]+ "') || (contains(text, "query: ") && match(text, r'^[^"\x27]{0,120}client (?:@0x[0-9a-f]+ )?[0-9A-Fa-f:.]+#[0-9]{1,5} \(')) ||
  match(text, r'^[^"\x27]{0,80}query\[[A-Z0-9]{1,10}\] [^ ]{1,255} from [0-9A-Fa-f:.]') ||
  match(text, r'^\[[0-9]+\] [a-z0-9-]+\[[0-9]+:[0-9a-f]+\] info: [0-9A-Fa-f:.]+ [^ ]{1,255} [A-Z0-9]+ IN')`,
  program: "components/log-router/streams/dns-queries/program.vrl",
  columns: {
    client_ip: { type: "text", what: "who asked", isPersonal: true },
    query_name: { type: "text", what: "the name that was asked for, in small letters", isPersonal: true },
    query_type: { type: "text", what: "of the record: A, AAAA and so on" },
    answer: { type: "text", what: "NOERROR, NXDOMAIN and so on, where the server says" },
    seconds: { type: "float", what: "that the answer took, where the server says" },
    protocol: { type: "text", what: "udp or tcp, where the server says" },
  },
  // a line a query, and what people look for
  retentionDays: 14,
  busy: { recordsPerSecond: 100, bytesPerRecord: 700 },
  samples: [
    {
      record: {
        log: '[INFO] 192.168.1.77:40212 - 61234 "AAAA IN News.example.org. udp 41 false 512" NOERROR qr,rd,ra 106 0.012400000s',
        ...pod("dns", "resolver-0", "coredns"),
      },
      columns: {
        service_name: "resolver",
        client_ip: "192.168.1.77",
        query_name: "news.example.org",
        query_type: "AAAA",
        answer: "NOERROR",
        seconds: 0.0124,
        protocol: "udp",
      },
    },
    {
      record: {
        log: "02-Nov-2026 10:00:00.250 queries: info: client @0x7f2a 2001:db8::5#53422 (example.org): query: example.org IN MX +E(0)K (192.0.2.53)",
        ...pod("dns", "authoritative-0", "named"),
      },
      columns: { client_ip: "2001:db8::5", query_name: "example.org", query_type: "MX", answer: undefined },
    },
    {
      record: { log: "[1793613600] unbound[7:0] info: 192.168.1.78 example.net. A IN", ...pod("dns", "recursive-0", "unbound") },
      columns: { client_ip: "192.168.1.78", query_name: "example.net", query_type: "A" },
    },
    {
      record: { log: "dnsmasq[1]: query[A] example.com from 192.168.1.79", ...pod("dns", "open-0", "dnsmasq") },
      columns: { client_ip: "192.168.1.79", query_name: "example.com", query_type: "A" },
    },
  ],
} as const satisfies Stream;
