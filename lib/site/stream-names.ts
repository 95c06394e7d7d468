/** The names of the streams, which a site may say something of, in the order of their declarations (components/log-router/streams/all.ts). */
export const STREAM_NAMES = [
  "k8s_events",
  "host_audit",
  "modsec",
  "ingress_access",
  "dns_queries",
  "honeypot",
  "home_automation",
  "media_activity",
  "pod_logs",
  "ntp_clients",
  "nat64",
  "network_switch",
  "wireless_aps",
  "router_devices",
  "router_logs",
] as const;
export type StreamName = (typeof STREAM_NAMES)[number];
