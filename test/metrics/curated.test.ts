import { App, Chart } from "cdk8s";
import { CURATED_SERIES } from "../../components/exporters/curated";
import { metricsAgent } from "../../components/metrics/agent";
import { curatedRelabelling, curatedWrite, logStoreReceiver } from "../../components/metrics/curated";
import { CURATED_QUEUE_GIGABYTES, QUEUE_GIGABYTES } from "../../components/metrics/queue";
import { bytesOf } from "../../lib/site/name";
import { manifestOf } from "../checks/example";
import { examplePlatform, exampleSite } from "../example";

const RECEIVER = logStoreReceiver(exampleSite(), CURATED_SERIES);

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
  expect(agentSpec(RECEIVER).remoteWrite).toEqual([...agentSpec().remoteWrite, curatedWrite(RECEIVER)]);
});

test("every site's agent writes what all parts declare to the log store's organisation as well", () => {
  const { curated, ingestTokens } = examplePlatform();
  const { spec } = manifestOf("VMAgent/belfry", examplePlatform()).object;
  expect(spec).toMatchObject({ remoteWrite: [{}, curatedWrite(logStoreReceiver(exampleSite(), curated))] });
  expect(RECEIVER.url).toBe(`${exampleSite().urls.logs_url}/api/home_logs/prometheus/api/v1/write`);
  expect(ingestTokens).toContainEqual(RECEIVER.token);
});

test("it signs in there with a token of its own, whose Secret may come later, and nowhere else", () => {
  const { extraArgs, volumes, volumeMounts, remoteWrite } = agentSpec(RECEIVER);
  // one value for each remote write, in their order
  expect(extraArgs).toMatchObject({
    "remoteWrite.basicAuth.username": ",belfry-metrics-agent",
    "remoteWrite.basicAuth.passwordFile": ",/run/secrets/log-store-metrics-agent/token",
  });
  expect(volumes).toEqual([{ name: "log-store-metrics-agent", secret: { secretName: "log-store-metrics-agent", optional: true } }]);
  expect(volumeMounts).toEqual([{ name: "log-store-metrics-agent", mountPath: "/run/secrets/log-store-metrics-agent", readOnly: true }]);
  // the operator would wait for the Secret and make no agent
  expect(remoteWrite.filter((one: object) => "basicAuth" in one)).toEqual([]);
});

test("the queues of both stay below the agent's volume", () => {
  const { maxDiskUsage } = curatedWrite(RECEIVER);
  const { remoteWriteSettings, statefulStorage } = agentSpec();
  expect([remoteWriteSettings.maxDiskUsagePerURL, maxDiskUsage]).toEqual([`${QUEUE_GIGABYTES}GB`, `${CURATED_QUEUE_GIGABYTES}GB`]);
  const volume = statefulStorage.volumeClaimTemplate.spec.resources.requests.storage;
  expect((QUEUE_GIGABYTES + CURATED_QUEUE_GIGABYTES) * 1e9).toBeLessThan(bytesOf(volume));
});
