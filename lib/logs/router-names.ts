import type { StreamSource } from "./stream";

/*
 * What the parts of the router's configuration are called, which is also their `component_id` in its metrics:
 *
 *   <source> -> <source>_record -> <source>_streams -> stream_<stream> -> store_<stream>
 *                     |                                     |                ^
 *                     +---- .dropped ----+---- .dropped ----+-> kept_<stream>
 */
export const recordOf = (source: StreamSource): string => `${source}_record`;
export const routesOf = (source: StreamSource): string => `${source}_streams`;
export const streamOf = (stream: string): string => `stream_${stream}`;
export const keptOf = (stream: string): string => `kept_${stream}`;
export const storeOf = (stream: string): string => `store_${stream}`;
export const dropped = (remap: string): string => `${remap}.dropped`;

/** What `exclusive_route` calls what no route takes. */
export const UNMATCHED = "_unmatched";
