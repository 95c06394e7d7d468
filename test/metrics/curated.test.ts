import { App, Chart } from "cdk8s";
import { CURATED_SERIES } from "../../components/exporters/curated";
import { metricsAgent } from "../../components/metrics/agent";
import { curatedRelabelling, curatedWrite } from "../../components/metrics/curated";
import { CURATED_QUEUE_GIGABYTES, QUEUE_GIGABYTES } from "../../components/metrics/queue";
import { bytesOf } from "../../lib/site/name";
import { examplePlatform, exampleSite } from "../example";

const RECEIVER = "http://logs.logging.svc:5080/api/default/prometheus/api/v1/write";

function agentSpec(curated?: Parameters<typeof metricsAgent>[2]) {
  const chart = new Chart(new App(), "test");
  metricsAgent(chart, exampleSite(), curated);
  const [{ spec }] = chart.toJson();
  return spec;
}

test("one pattern picks the series by their names, and no other", () => {
  const [keep] = curatedRelabelling(CURATED_SERIES);
  expect(keep).toMatchObject({ action: "keep", sourceLabels: ["__name__"] });
  const pattern = new RegExp(`^(?:${keep?.regex})$`);
  expect(CURATED_SERIES.filter(({ name }) => !pattern.test(name))).toEqual([]);
  expect(
    ["up", "container_cpu_usage_seconds_total_more", "my_container_cpu_usage_seconds_total"].filter((name) => pattern.test(name)),
  ).toEqual([]);
});

test("of a histogram all three names are picked", () => {
  const latency = { name: "seconds", kind: "histogram", unit: "seconds", help: "A.", labels: [], sometimes: [] } as const;
  expect(curatedRelabelling([latency])[0]?.regex).toBe("seconds_bucket|seconds_count|seconds_sum");
});

test("every series of the list is one that a scrape brings", () => {
  const scraped = examplePlatform().scrapes.flatMap(({ series }) => series.map(({ name }) => name));
  expect(CURATED_SERIES.filter(({ name }) => !scraped.includes(name))).toEqual([]);
});

test("the agent writes to nobody but the store, unless it is told", () => {
  expect(agentSpec().remoteWrite).toEqual([{ url: `${exampleSite().urls.metrics_url}/api/v1/write` }]);
  const receiver = { url: RECEIVER, series: CURATED_SERIES };
  expect(agentSpec(receiver).remoteWrite).toEqual([...agentSpec().remoteWrite, curatedWrite(receiver)]);
});

test("the queues of both stay below the agent's volume", () => {
  const { maxDiskUsage } = curatedWrite({ url: RECEIVER, series: CURATED_SERIES });
  const { remoteWriteSettings, statefulStorage } = agentSpec();
  expect([remoteWriteSettings.maxDiskUsagePerURL, maxDiskUsage]).toEqual([`${QUEUE_GIGABYTES}GB`, `${CURATED_QUEUE_GIGABYTES}GB`]);
  const volume = statefulStorage.volumeClaimTemplate.spec.resources.requests.storage;
  expect((QUEUE_GIGABYTES + CURATED_QUEUE_GIGABYTES) * 1e9).toBeLessThan(bytesOf(volume));
});
