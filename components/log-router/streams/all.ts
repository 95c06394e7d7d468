import type { Stream } from "../../../lib/logs/stream";
import { hostAudit } from "./host-audit/stream";
import { ingressAccess } from "./ingress-access/stream";
import { k8sEvents } from "./k8s-events/stream";
import { modsec } from "./modsec/stream";
import { podLogs } from "./pod-logs/stream";

/** Every stream, in the order in which they are asked whether a record is theirs. */
export const STREAMS: readonly Stream[] = [
  // of the aggregator
  k8sEvents,
  hostAudit,
  modsec,
  ingressAccess,
  podLogs,
];
