import type { Call } from "../../lib/network/connection";
import { outsideCall } from "../../lib/network/outside-call";
import type { Site } from "../../lib/site/schema";
import { objectStore } from "./object-store";
import { signIn } from "./web-server";

/** A place whose names are listed: `https://<host>/<path>/`, or `s3://<bucket>/<prefix>` of the object store. */
export interface Listing {
  readonly place: string;
  readonly addresses?: readonly string[] | undefined;
}

/** What a job that lists files is told, and whom it calls. */
export function listings(
  site: Site,
  job: string,
  what: string,
  { places, username }: { places: readonly Listing[]; username: string | undefined },
) {
  const store = site.batch?.object_store;
  const onStore = places.some(isOnStore) && store !== undefined ? objectStore(site, store) : undefined;
  const calls: Call[] = places
    .filter((one) => !isOnStore(one))
    .map(({ place, addresses }) => outsideCall(what, originOf(place), addresses));
  return {
    values: { TIME_ZONE: site.time_zone, ...signIn(job, site.namespaces.monitoring, username), ...onStore?.values },
    calls: [...calls, ...(onStore?.calls ?? [])],
  };
}

export const isOnStore = ({ place }: Listing): boolean => place.startsWith("s3://");

/** A network policy ends at the host. */
const originOf = (url: string): string => new URL(url).origin;
