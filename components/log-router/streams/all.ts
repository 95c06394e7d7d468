import type { Stream } from "../../../lib/logs/stream";
import { dnsQueries } from "./dns-queries/stream";
import { homeAutomation } from "./home-automation/stream";
import { honeypot } from "./honeypot/stream";
import { hostAudit } from "./host-audit/stream";
import { ingressAccess } from "./ingress-access/stream";
import { k8sEvents } from "./k8s-events/stream";
import { mediaActivity } from "./media-activity/stream";
import { modsec } from "./modsec/stream";
import { nat64 } from "./nat64/stream";
import { networkSwitch } from "./network-switch/stream";
import { ntpClients } from "./ntp-clients/stream";
import { podLogs } from "./pod-logs/stream";
import { routerDevices } from "./router-devices/stream";
import { routerLogs } from "./router-logs/stream";
import { wirelessAps } from "./wireless-aps/stream";

/** Every stream, in the order in which they are asked whether a record is theirs. The last of each source has the rest. */
export const STREAMS: readonly Stream[] = [
  // of the aggregator
  k8sEvents,
  hostAudit,
  modsec,
  ingressAccess,
  dnsQueries,
  honeypot,
  homeAutomation,
  mediaActivity,
  podLogs,
  // of jobs
  ntpClients,
  // of devices
  nat64,
  networkSwitch,
  wirelessAps,
  routerDevices,
  routerLogs,
];
