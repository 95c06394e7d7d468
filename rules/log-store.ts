import { area, type RuleBundle } from "../lib/alerts/rule";
import type { Scraped } from "../lib/metrics/scrape";
import { COMES_AND_GOES } from "./comes-and-goes";
import { wentAway } from "./went-away";

/** Where logs are searched. What it refuses, the router tells. */
export function logStore(store: Scraped): RuleBundle {
  return area("log-store", { component: "Platform", severity: "warning", ...COMES_AND_GOES }, [
    wentAway("LogStoreDown", store, {
      component: "Platform",
      severity: "warning",
      summary: "The log store is down",
      description: "No log can be searched. New lines wait in the router's buffer, and are lost when they are too old for the store.",
      inhibits: [{ alerts: ["LogRouterErrors", "LogRouterBufferFilling", "LogStoreRefusing", "LogAggregatorWritesFailing"] }],
    }),
  ]);
}
