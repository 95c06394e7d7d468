import { DAILY_INGEST_BYTES, fullClaim, mostKeptBytes } from "../../components/metrics/capacity";
import { FREE_SHARE } from "../../components/metrics/room";
import { ownAlerts } from "../../lib/alerts/rule";
import { bytesOf } from "../../lib/site/name";
import { FULL_CLAIM_SHARE, workloads } from "../../rules/workloads";
import { exampleSite } from "../example";

const GIB = 2 ** 30;
const { metrics } = exampleSite();

test("a store holds its retention and one month more, because a month goes as a whole", () => {
  expect(mostKeptBytes({ metrics: { ...metrics, retention_months: 1 } }, 100)).toBe(62 * 100);
});

test("the example's retention fits into its volume: 434 of 500 GiB by a GiB a day", () => {
  expect([DAILY_INGEST_BYTES / GIB, mostKeptBytes({ metrics }) / GIB, bytesOf(metrics.volume) / GIB]).toEqual([1, 434, 500]);
});

test("at rest it is below the mark at which MetricsStoreAlmostFull fires", () => {
  expect(mostKeptBytes({ metrics }) / bytesOf(metrics.volume)).toBeLessThan(1 - FREE_SHARE);
});

test("of a clustered store each volume holds two copies of three, below the mark at which VolumeClaimFilling fires", () => {
  expect(((2 / 3) * mostKeptBytes({ metrics })) / bytesOf(metrics.volume)).toBeLessThan(FULL_CLAIM_SHARE);
  expect(fullClaim(exampleSite({ scale: "cluster" }))).toBeUndefined();
});

test("of a single one it is above that mark: the alert leaves its claim, and no other, to the store's own", () => {
  expect(mostKeptBytes({ metrics }) / bytesOf(metrics.volume)).toBeGreaterThan(FULL_CLAIM_SHARE);
  const site = exampleSite({ scale: "single" });
  expect(fullClaim(site)).toMatchObject({ namespace: site.namespaces.monitoring, name: "vmsingle-belfry" });
  const leftOut = ownAlerts([workloads(site, fullClaim(site))]).filter(({ rule }) => rule.expr.includes("vmsingle-belfry"));
  expect(leftOut.map(({ rule }) => rule.name)).toEqual(["VolumeClaimFilling"]);
});
