/** The names of the streams, which a site may say something of. Their declarations are in components/log-router/streams. */
export const STREAM_NAMES = ["ingress_access", "modsec", "pod_logs", "ntp_clients", "router_logs", "network_switch"] as const;
export type StreamName = (typeof STREAM_NAMES)[number];
