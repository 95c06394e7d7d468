import { GIB } from "../../lib/bytes";
import { keptDays, LEAST_DAILY_BYTES } from "../../lib/site/kept";
import { bytesOf } from "../../lib/site/name";
import type { Site } from "../../lib/site/schema";
import { bySize } from "../../lib/site/size";
import { DAILY_INGEST_BYTES, mostKeptBytes } from "./capacity";
import { STORAGE } from "./store";

/** By the plan the store holds 87 % of its volume for good: what is beyond 90 % was not planned, and merges need room. */
export const FREE_SHARE = 0.1;

/** A small site has its few series, and a whole byte for each of their samples. */
const SMALL_DAILY_BYTES = 2 * LEAST_DAILY_BYTES;

/** Whether a store has less room than the plan fills; that it has less than any installation fills, the site refuses. */
export function storeCautions(site: Site): string[] {
  const {
    scale,
    metrics: { retention_months: months, volume },
  } = site;
  // each of several stores has a part of the samples
  const share = scale === "single" ? 1 : STORAGE.copies / STORAGE.nodes;
  const planned = bySize(site, "metrics", { default: DAILY_INGEST_BYTES, small: SMALL_DAILY_BYTES });
  const room = bytesOf(volume) * (1 - FREE_SHARE);
  if (mostKeptBytes(site, planned * share) <= room) return [];
  const gib = (bytes: number) => (bytes / GIB).toPrecision(2);
  return [
    `metrics.volume: ${volume} holds ${months} ${months === 1 ? "month" : "months"} of up to ${gib(room / keptDays(months) / share)} GiB a day, and the plan counts with ${gib(planned)}; what a day takes is known after a week (MetricsStoreFilling warns two weeks ahead)`,
  ];
}
