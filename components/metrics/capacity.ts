import { GIB } from "../../lib/bytes";
import type { Workload } from "../../lib/network/workload";
import { keptDays } from "../../lib/site/kept";
import type { Site } from "../../lib/site/schema";
import { metricsWorkloads } from "./workloads";

/** What a day adds to the store's disk, index included, by the plan (observability specification, metrics plane). */
export const DAILY_INGEST_BYTES = GIB;

/** Most that a store has on its disk: a month goes as a whole, when its last day is past the retention. */
export function mostKeptBytes({ metrics }: Pick<Site, "metrics">, dailyBytes = DAILY_INGEST_BYTES): number {
  return keptDays(metrics.retention_months) * dailyBytes;
}

/**
 * The store's claim where its retention alone fills it further than other claims may be: that of a single node, which the operator
 * names as its workload (test/engines/operator.test.ts). Each of three storage nodes holds two thirds.
 */
export function fullClaim(site: Site): Pick<Workload, "namespace" | "name"> | undefined {
  return site.scale === "single" ? metricsWorkloads(site).front : undefined;
}
