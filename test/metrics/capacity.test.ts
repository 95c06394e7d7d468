import { DAILY_INGEST_BYTES, mostKeptBytes } from "../../components/metrics/capacity";
import { bytesOf } from "../../lib/site/name";
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
  expect(mostKeptBytes({ metrics }) / bytesOf(metrics.volume)).toBeLessThan(0.9);
});
