import type { Construct } from "constructs";
import { MIB } from "../../lib/bytes";
import { seconds } from "../../lib/duration";
import { httpOutput, NOT_READY } from "../../lib/logs/http-output";
import { bytesOf } from "../../lib/site/name";
import type { Site } from "../../lib/site/schema";
import { shippingOf } from "./operator";

export const RELAY_OUTPUT = "relay";
export const ROUTER_OUTPUT = "router";

/** Of each flow to the relay. Its lines are few, and one from an hour ago is worth less than one from now. */
const RELAY_ROOM_MIB = 128;

/** Of the volume: the rest is for what a file system needs, for chunks that are being written, and for those that a receiver refused. */
const USED = 0.85;

/** Each flow has a buffer of its own for each of its outputs. The router's have in equal parts what the relay's leave of the volume. */
export function routerRoomMib(site: Site, flows: { readonly toRelay: number; readonly toRouter: number }): number {
  const mib = (bytesOf(shippingOf(site).aggregator_volume) * USED) / MIB - flows.toRelay * RELAY_ROOM_MIB;
  return Math.floor(mib / flows.toRouter);
}

/** Seconds from a line to an alert; a chunk stays below the relay's body limit with room for the array's framing. */
export function relayOutput(scope: Construct, site: Site): void {
  httpOutput(scope, {
    name: RELAY_OUTPUT,
    namespace: site.namespaces.logging,
    endpoint: `${site.urls.relay_url}/ingest`,
    // 400, 413 and 415 are about the body, which no second time makes better: it would keep all alerts behind it waiting
    retried: NOT_READY,
    buffer: { flushInterval: seconds(5), chunkLimit: "1m", totalLimit: `${RELAY_ROOM_MIB}m`, whenFull: "drop_oldest_chunk" },
  });
}

/** The router answers what its sinks were answered: a token that expired is a 400 or 401 for every line until somebody mends it. */
const ROUTER_RETRIED = [...NOT_READY, 400, 405, 413, 415, 422, 507].sort((a, b) => a - b);

/**
 * Everything that is searched for. Nothing that the router answers loses a chunk: the body is always an array of flat records, so a
 * refusal is never about it. A buffer that is full drops its oldest chunk. Blocking instead would stop the one process that also ships to
 * the relay: no alert from any log line for as long as the store is away, and past the nodes' own buffers the newest lines would be
 * lost, unseen, where files are rotated. The alert LogAggregatorBufferFilling comes before.
 */
export function routerOutput(scope: Construct, site: Site, roomMib: number): void {
  httpOutput(scope, {
    name: ROUTER_OUTPUT,
    namespace: site.namespaces.logging,
    endpoint: site.urls.router_url,
    retried: ROUTER_RETRIED,
    buffer: { flushInterval: seconds(5), chunkLimit: "4m", totalLimit: `${roomMib}m`, whenFull: "drop_oldest_chunk" },
  });
}
